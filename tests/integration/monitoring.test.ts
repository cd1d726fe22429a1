// What the rules and the dashboard of docs/monitoring ask for is what the metrics tell.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readMetrics } from "@/lib/health/metrics.server";
import { countRequest, NOTIFICATION_OUTCOMES } from "@/lib/http/process-metrics.server";
import { receiveNotification } from "@/lib/webhooks/receive.server";
import { openTestApp, type TestApp } from "../support/app";
import { addAlert } from "../support/history";

const folder = join(import.meta.dirname, "../../docs/monitoring");
let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  const tenancy = await app.addTenancy("AMS");
  await addAlert(app.pool, tenancy, { id: "A1", rank: 3, paths: [] });
  await app.pool.query(
    `INSERT INTO sync_states (tenancy_id, type, last_success_at, last_reading_at, failures)
     VALUES ($1, 'indices', now() - interval '1 hour', now() - interval '2 hours', 0)`,
    [tenancy],
  );
  await app.pool.query("UPDATE screens SET last_paint_at = now() - interval '110 seconds'");
});

afterAll(() => app.close());

type Sample = { name: string; labels: Record<string, string>; value: number };

async function samples(): Promise<Sample[]> {
  const { text } = await readMetrics();
  return text.split("\n").flatMap((line) => {
    const [, name = "", labels = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
    if (!name || line.startsWith("#")) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = "", text = ""]) => [key, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

const read = async (name: string, labels: Record<string, string> = {}) =>
  (await samples()).find(
    (one) => one.name === name && Object.entries(labels).every(([key, text]) => one.labels[key] === text),
  )?.value;

async function queries(): Promise<string[]> {
  const rules = await readFile(join(folder, "alerts.yml"), "utf8");
  const dashboard = JSON.parse(await readFile(join(folder, "grafana-dashboard.json"), "utf8")) as {
    panels: { targets: { expr: string }[] }[];
  };
  return [
    ...[...rules.matchAll(/expr: (.*)/g)].map(([, expr = ""]) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
}

test("every query names metrics, labels and values that there are", async () => {
  countRequest({ method: "GET", route: "/", status: 500, seconds: 0.1 });
  const known = await samples();
  const { text } = await readMetrics();
  const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  const asked = await queries();
  expect(asked.length).toBeGreaterThan(20);
  for (const expr of asked)
    for (const [, name = "", selector = ""] of expr.matchAll(
      /\b((?:leafwatch|process|nodejs)_\w+)(?:\{([^}]*)\})?/g,
    )) {
      expect(names, expr).toContain(name.replace(/_(?:bucket|count)$/, ""));
      for (const [, label = "", op, value = ""] of selector.matchAll(/(\w+)(=~|=)"([^"]*)"/g)) {
        if (label === "job") continue;
        const there = known.filter((one) => one.name === name).map(({ labels }) => labels[label] ?? "");
        const wanted = op === "=~" ? value.split("|") : [value];
        expect(there, expr).toEqual(expect.arrayContaining(wanted));
      }
    }
});

test("metrics tell the parts of the program as they stand", async () => {
  expect(await read("leafwatch_screens", { state: "late" })).toBe(1);
  expect(await read("leafwatch_screens", { state: "dark" })).toBe(0);
  expect(await read("leafwatch_quarantined")).toBe(0);
  expect(await read("leafwatch_pool_connections", { pool: "pages", state: "busy" })).toBeDefined();
  expect(await read("leafwatch_pool_waiting", { pool: "pages" })).toBe(0);
  expect(await read("leafwatch_jobs", { state: "failed" })).toBe(0);
  expect(await read("leafwatch_sync_age_seconds", { tenant: "AMS" })).toBeGreaterThan(3_599);
});

test("each notification is counted by what became of it, from zero on", async () => {
  const counted = (outcome: string) => read("leafwatch_notification_seconds_count", { outcome });
  for (const outcome of NOTIFICATION_OUTCOMES) expect(await counted(outcome)).toBe(0);
  async function* body() {
    yield new TextEncoder().encode("{}");
  }
  await receiveNotification({ headers: {}, body: body() });
  await receiveNotification({ headers: { "content-length": "999999" }, body: body() });
  expect([await counted("rejected"), await counted("too-large")]).toEqual([1, 1]);
});
