// The rules and the dashboard of docs/monitoring query only metrics that exist.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { receiveNotification } from "@/lib/alerting/webhooks/receive.server";
import { countRequest, NOTIFICATION_OUTCOMES } from "@/lib/base/request/process-metrics.server";
import { readMetrics } from "@/lib/operations/health/metrics.server";
import { JobRunner } from "@/lib/operations/tasks/runner.server";
import { openTestApp, type TestApp } from "../support/app";
import { addAlert } from "../support/history";

const folder = join(import.meta.dirname, "../../docs/monitoring");
let app: TestApp;
let tenancy: number;
let atStart: Sample[];

beforeAll(async () => {
  // Before the database exists, so that no background job runs.
  const runner = new JobRunner();
  runner.start();
  await runner.stop();
  app = await openTestApp();
  tenancy = await app.addTenancy("AMS");
  await beginFetching();
  atStart = await samples();
  await addAlert(app.pool, tenancy, { id: "A1", rank: 3, paths: [] });
  await app.pool.query("UPDATE screens SET last_paint_at = now() - interval '110 seconds'");
});

beforeEach(async () => {
  await beginFetching();
  await app.pool.query(
    `INSERT INTO sync_states (tenancy_id, type, last_success_at, last_reading_at, failures)
     VALUES ($1, 'indices', now() - interval '1 hour', now() - interval '2 hours', 0),
       ($1, 'chf', now() - interval '1 month', now() - interval '1 month', 3)`,
    [tenancy],
  );
});

afterAll(() => app.close());

type Sample = { name: string; labels: Record<string, string>; value: number };

/** A tenancy whose indices are to be fetched, but were not yet. */
async function beginFetching(): Promise<void> {
  await app.pool.query("DELETE FROM sync_states");
  await app.pool.query(
    `UPDATE tenancies SET sync_enabled = true, sync_types = '{indices}', sync_every_minutes = 90, deleting_at = NULL,
       base_url = 'https://service.example/v1', auth_url = 'https://service.example', client_id = 'x',
       client_secret = '\\x01', updated_at = now() - interval '3 hours'`,
  );
}

async function samples(): Promise<Sample[]> {
  const { text } = await readMetrics(true);
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

async function rules(): Promise<string[]> {
  const text = await readFile(join(folder, "alerts.yml"), "utf8");
  return [...text.matchAll(/expr: (.*)/g)].map(([, expr = ""]) => expr);
}

type Asked = { name: string; labels: [name: string, values: string[]][]; counted: boolean };

/** The series that an expression names, and whether it uses their growth. */
function askedBy(expr: string): Asked[] {
  const series = expr.matchAll(/\b((?:leafwatch|process|nodejs)_\w+)(?:\{([^}]*)\})?(\[)?/g);
  return [...series].map(([, name = "", selector = "", range]) => ({
    name,
    labels: [...selector.matchAll(/(\w+)(=~|=)"([^"]*)"/g)]
      .filter(([, label]) => label !== "job")
      .map(([, label = "", op, value = ""]) => [label, op === "=~" ? value.split("|") : [value]]),
    counted: range !== undefined,
  }));
}

async function queries(): Promise<string[]> {
  const dashboard = JSON.parse(await readFile(join(folder, "grafana-dashboard.json"), "utf8")) as {
    panels: { targets: { expr: string }[] }[];
  };
  return [...(await rules()), ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
}

test("every query of rules and dashboard names existing metrics, labels and values", async () => {
  countRequest({ method: "GET", route: "/", status: 500, seconds: 0.1 });
  const known = await samples();
  const { text } = await readMetrics(true);
  const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  const asked = await queries();
  expect(asked.length).toBeGreaterThan(20);
  for (const expr of asked)
    for (const { name, labels } of askedBy(expr)) {
      expect(names, expr).toContain(name.replace(/_(?:bucket|count)$/, ""));
      for (const [label, values] of labels) {
        const there = known.filter((one) => one.name === name).map(({ labels }) => labels[label] ?? "");
        expect(there, expr).toEqual(expect.arrayContaining(values));
      }
    }
});

test("exports every series of a rule from the start, with counters at zero", async () => {
  const looked = (await rules()).flatMap(askedBy);
  // Routes are unknown before their first request.
  for (const asked of looked.filter(({ name }) => name !== "leafwatch_http_request_seconds_count")) {
    const found = atStart.filter(
      ({ name, labels }) =>
        name === asked.name && asked.labels.every(([label, values]) => values.includes(labels[label] ?? "")),
    );
    expect(found, asked.name).not.toEqual([]);
    if (asked.counted) expect(new Set(found.map(({ value }) => value)), asked.name).toEqual(new Set([0]));
  }
});

test("reports the state of each part of the program", async () => {
  expect(await read("leafwatch_screens", { state: "late" })).toBe(1);
  expect(await read("leafwatch_screens", { state: "dark" })).toBe(0);
  expect(await read("leafwatch_quarantined")).toBe(0);
  expect(await read("leafwatch_pool_connections", { pool: "pages", state: "busy" })).toBeDefined();
  expect(await read("leafwatch_pool_waiting", { pool: "pages" })).toBe(0);
  expect(await read("leafwatch_jobs", { state: "failed" })).toBe(0);
});

test("reports the age of history for each type that is fetched, also before the first fetch", async () => {
  const hours = async () =>
    Math.floor(((await read("leafwatch_sync_age_seconds", { tenant: "AMS", type: "indices" })) ?? 0) / 3_600);
  expect(await hours()).toBe(1);
  expect(await read("leafwatch_sync_interval_seconds", { tenant: "AMS", type: "indices" })).toBe(5_400);
  expect(await read("leafwatch_sync_age_seconds", { type: "chf" })).toBeUndefined();
  await app.pool.query("UPDATE sync_states SET last_success_at = NULL, failures = 4");
  expect(await hours()).toBe(3);
  expect(await read("leafwatch_sync_failures", { tenant: "AMS", type: "indices" })).toBe(4);
});

test.each([
  ["is switched off", "UPDATE tenancies SET sync_enabled = false"],
  ["has no client secret", "UPDATE tenancies SET client_secret = NULL"],
  ["is paused", "UPDATE sync_states SET paused = true"],
  ["ends with its tenancy", "UPDATE tenancies SET deleting_at = now()"],
])("exports no sync metrics for a tenancy whose sync %s", async (_, change) => {
  await app.pool.query(change);
  const told = (await samples()).filter(({ name }) => name.startsWith("leafwatch_sync_"));
  expect(told).toEqual([]);
});

test("counts each notification by its outcome, from zero", async () => {
  const counted = (outcome: string) => read("leafwatch_notification_seconds_count", { outcome });
  for (const outcome of NOTIFICATION_OUTCOMES) expect(await counted(outcome)).toBe(0);
  async function* body() {
    yield new TextEncoder().encode("{}");
  }
  await receiveNotification({ headers: {}, body: body() });
  await receiveNotification({ headers: { "content-length": "999999" }, body: body() });
  expect([await counted("rejected"), await counted("too-large")]).toEqual([1, 1]);
});
