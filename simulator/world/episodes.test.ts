import { expect, test } from "vitest";
import { notificationsOf } from "../notifications";
import { DAY, HOUR } from "../time";
import { SEVERITIES } from "./episodes";
import { NOW, testWorld } from "./test-world";

const world = testWorld();
const month = world.episodes.raisedIn(NOW - 30 * DAY, NOW);
const TENANT = "01J8Z0000000000000000TENAN";
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function timeOf(ulid: string): number {
  return [...ulid.slice(0, 10)].reduce((sum, letter) => sum * 32 + ALPHABET.indexOf(letter), 0);
}

test("the past of a seed is the same at any later time", () => {
  const later = testWorld(1, NOW + 5 * DAY).episodes.raisedIn(NOW - 30 * DAY, NOW);
  expect(later.map((alert) => alert.alertId)).toEqual(month.map((alert) => alert.alertId));
  expect(testWorld(2).episodes.raisedIn(NOW - 30 * DAY, NOW)[0]?.alertId).not.toBe(month[0]?.alertId);
});

test("about ten alerts are open at any time, none for more than three days", () => {
  let sum = 0;
  for (let at = NOW - 30 * DAY; at < NOW; at += HOUR) {
    const open = world.episodes.openAt(at);
    sum += open.length;
    for (const alert of open) expect(at - alert.steps[0].at).toBeLessThan(3 * DAY);
  }
  const mean = sum / (30 * 24);
  expect(mean).toBeGreaterThan(8);
  expect(mean).toBeLessThan(13);
});

test("severities only rise, between the raise and the close", () => {
  for (const { steps, closedAt } of month) {
    const levels = steps.map((step) => SEVERITIES.indexOf(step.severity));
    expect(levels.every((level, index) => index === 0 || level > (levels[index - 1] ?? 9))).toBe(true);
    const times = [...steps.map((step) => step.at), closedAt];
    expect(times.every((at, index) => index === 0 || at > (times[index - 1] ?? at))).toBe(true);
  }
});

test("every close reason, severity and category occurs in a month", () => {
  expect(new Set(month.map((alert) => alert.closeReason)).size).toBe(3);
  expect(new Set(month.map((alert) => alert.steps[0].severity)).size).toBe(3);
  expect(new Set(month.flatMap((alert) => alert.category ?? [])).size).toBe(4);
});

test("a replaced alert is followed by a new one for the same job and type", () => {
  const replaced = month.filter((alert) => alert.closeReason === "REPLACED");
  expect(replaced.length).toBeGreaterThan(0);
  for (const alert of replaced) {
    const next = world.episodes
      .raisedIn(alert.closedAt, alert.closedAt + 5000)
      .filter((one) => one.jobId === alert.jobId);
    expect(next.map((one) => one.type)).toContain(alert.type);
  }
});

test("alerts name the job of their plot, or one without readings", () => {
  for (const { plot, jobId, steps } of month) {
    if (plot) expect(world.farm.jobAt(plot, steps[0].at)?.id).toBe(jobId);
    else expect(jobId).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  }
  expect(month.some((alert) => !alert.plot)).toBe(true);
});

test("an open HEALTH alert goes with lower HEALTH than before it and after it", () => {
  const long = month.filter(
    ({ type, category, plot, closeReason, steps, closedAt }) =>
      type === "HEALTH" &&
      !category &&
      plot &&
      closeReason === "RECOVERY_DETECTED" &&
      closedAt - steps[0].at > 24 * HOUR,
  );
  expect(long.length).toBeGreaterThan(3);
  const means = [0, 0, 0];
  for (const { plot, steps, stressEnd } of long) {
    const area = plot?.areas[0];
    if (!area) continue;
    const times = [steps[0].at - 5 * HOUR, stressEnd - HOUR, stressEnd + 7 * HOUR];
    for (const [index, at] of times.entries())
      means[index] = (means[index] ?? 0) + world.plants.stateAt(area, at).health / long.length;
  }
  const [before = 0, during = 0, after = 0] = means;
  expect(during).toBeLessThan(before - 3);
  expect(during).toBeLessThan(after - 3);
});

test("notifications are complete, in order, and their ULIDs carry their times", () => {
  const ids = new Set<string>();
  for (const alert of month) {
    const sent = notificationsOf(alert, TENANT);
    expect(sent.at(0)?.body.event).toBe("RAISED");
    expect(sent.at(-1)?.body.event).toBe("CLOSED");
    expect(timeOf(alert.alertId)).toBe(alert.steps[0].at);
    for (const { at, body } of sent) {
      expect(body).toMatchObject({
        tenantId: TENANT,
        alertId: alert.alertId,
        timestamp: new Date(at).toISOString(),
      });
      expect(body.previousSeverity !== undefined).toBe(body.event === "SEVERITY_INCREASED");
      if (body.notificationId === undefined) continue;
      expect(body.notificationId).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
      expect(timeOf(body.notificationId)).toBe(at);
      expect(ids.has(body.notificationId)).toBe(false);
      ids.add(body.notificationId);
    }
  }
});

test("plant alerts have a category, a place and a state instead of a type and a severity", () => {
  const alert = month.find((one) => one.category === "PLANT_STRESS_ALERT");
  if (!alert) throw new Error("no plant alert");
  const [raised, closed] = notificationsOf(alert, TENANT);
  expect(raised?.body).toMatchObject({ alertCategory: "PLANT_STRESS_ALERT", state: "ACTIVE" });
  expect(raised?.body).not.toHaveProperty("alertSeverity");
  expect(raised?.body).not.toHaveProperty("closedAt");
  expect(closed?.body).toMatchObject({
    state: "CLOSED",
    createdAt: raised?.body.timestamp,
    closedAt: closed?.body.timestamp,
  });
  expect(alert.plot?.areas.map((area) => area.controlAreaId)).toContain(raised?.body.controlAreaId);
});
