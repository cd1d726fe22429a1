import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { LiveAlerts } from "./live";
import { loadAlerts, saveAlerts } from "./live-state";
import { NOW, testWorld } from "./test-world";

const { farm } = testWorld();
const directory = mkdtempSync(join(tmpdir(), "live-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("the number of open alerts stays bounded, and each that closed was raised before", () => {
  const live = new LiveAlerts(farm);
  const raised = new Set<string>();
  for (let turn = 0; turn < 100; turn++) {
    raised.add(live.raiseAny(NOW + turn * 30_000).alert.alertId);
    const change = live.follow(NOW + turn * 30_000 + 15_000);
    if (change?.event === "CLOSED") expect(raised.delete(change.alert.alertId)).toBe(true);
    expect(live.open.length).toBeLessThanOrEqual(6);
  }
  expect(raised.size).toBe(live.open.length);
});

test("plant alerts never escalate", () => {
  const live = new LiveAlerts(farm);
  live.raise(NOW, { category: "PLANT_LIGHT_ALERT" });
  expect(live.escalate(NOW + 1000)).toBeUndefined();
});

test("open alerts survive a restart", () => {
  const live = new LiveAlerts(farm);
  const { alert } = live.raise(NOW, { severity: "LOW" });
  live.escalate(NOW + 1000);
  const file = join(directory, "live.json");
  saveAlerts(file, live.open);
  const next = new LiveAlerts(farm);
  next.adopt(loadAlerts(file));
  expect(next.close(NOW + 60_000)?.alert).toMatchObject({
    alertId: alert.alertId,
    jobId: alert.jobId,
    steps: alert.steps,
  });
});

test("a missing or damaged file leaves no alert open", () => {
  const file = join(directory, "damaged.json");
  expect(loadAlerts(file)).toEqual([]);
  writeFileSync(file, '[{"alertId":1},');
  expect(loadAlerts(file)).toEqual([]);
  writeFileSync(file, '[{"alertId":"a","jobId":"b","steps":[]}]');
  expect(loadAlerts(file)).toEqual([]);
});
