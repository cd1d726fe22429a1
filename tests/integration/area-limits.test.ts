// A grower and a viewer who are limited to some control areas: what they see and may do, and that no name or number
// of other areas leaks. Everything outside their limits has "hidden" in its name.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { GET as openEvents } from "@/app/api/v1/events/route";
import { ENDPOINTS } from "@/app/api/v1/openapi.json/endpoints";
import {
  acknowledge,
  snooze,
  undoLastAct,
  undoNote,
  unsnooze,
  writeNotes,
} from "@/lib/alerting/alerts/handling.server";
import { correctPlace } from "@/lib/alerting/alerts/place.server";
import { confirmRecovery } from "@/lib/alerting/alerts/recovery.server";
import { listAlertsPage } from "@/lib/alerting/alerts/service.server";
import { saveOwnRule } from "@/lib/alerting/notices/service.server";
import type { Role } from "@/lib/base/core/access";
import { changePayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import { log } from "@/lib/base/request/log.server";
import { setFavourite } from "@/lib/farm/areas/service.server";
import { deleteNote, pinNote, restoreNote } from "@/lib/farm/notes/service.server";
import { saveQuery } from "@/lib/history/queries/saved-service.server";
import { submitQuery } from "@/lib/history/queries/service.server";
import type { Actor, AreaLimit } from "@/lib/identity/actor/contract";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { addAlert, addValues } from "../support/history";
import { addAccount, addPerson } from "../support/people";
import { readRoutes } from "../support/routes";
import { type Named, sampleOf } from "../support/samples";

let app: TestApp;
let cookie: string;

const OPEN = "House#Zone 1";
const BENCH = `${OPEN}#Bench`;
/** Shares a prefix with a permitted area, but not whole segments. */
const BESIDE = "House#Zone 1 hidden#Bench";
const ELSEWHERE = "Hall hidden#Bench";
const LIMITS: AreaLimit[] = [{ tenantId: "FIRST", path: OPEN }];
const HOUR = 3_600_000;
const at = new Date(Math.floor(Date.now() / HOUR) * HOUR - 2 * HOUR);

const actorWith = (role: Role, areas: AreaLimit[] | null = LIMITS): Actor =>
  makeActor({ kind: "user", id: 77, name: "Ruth", role, tenancyId: null, areas });
const GROWER = actorWith("grower");
const EVERYTHING = actorWith("grower", null);
const notFound = { code: "not-found" };

beforeAll(async () => {
  log.level = "silent";
  app = await openTestApp();
  const id = await app.addTenancy("FIRST");
  await addAccount(app.pool, GROWER);
  await app.addTenancy("OTHER hidden");
  await addValues(app.pool, id, [
    { area: BENCH, job: "JOB", at, value: 80 },
    { area: BESIDE, job: "JOB hidden", at, value: 10 },
    { area: ELSEWHERE, job: "JOB hidden", at: new Date(at.getTime() + HOUR), value: 10 },
    { area: "House", job: "JOB hidden", at, value: 10 },
  ]);
  const alerts: [string, number, string[]][] = [
    ["IN", 1, [BENCH]],
    ["hidden beside", 3, [BESIDE]],
    ["hidden above", 2, ["House"]],
    ["hidden without a place", 3, []],
    ["BOTH", 2, [BENCH, ELSEWHERE]],
  ];
  for (const [alertId, rank, paths] of alerts) await addAlert(app.pool, id, { id: alertId, rank, paths });
  await addAlert(app.pool, id, { id: "hidden over", rank: 1, paths: [BESIDE], status: "closed" });
  await app.pool.query("UPDATE alerts SET closed_at = now() WHERE status = 'closed'");
  await app.pool.query(
    `INSERT INTO notifications (tenancy_id, notification_key, alert_id, shape, event, job_id, "timestamp", meaning, delivery_id, received_at)
     SELECT tenancy_id, 'N ' || alert_id, alert_id, 'alert', 'RAISED', 'JOB', now(), 'x', 0, now() FROM alerts`,
  );
  await app.pool.query(
    `INSERT INTO alert_actions (tenancy_id, alert_id, actor, action, detail)
     VALUES ($1, 'BOTH', 'Someone', 'placed', $2), ($1, 'hidden beside', 'Someone', 'acknowledged', NULL)`,
    [id, JSON.stringify({ before: [ELSEWHERE], after: [BENCH, ELSEWHERE], by: "person" })],
  );
  await app.pool.query(
    "INSERT INTO alert_notes (tenancy_id, alert_id, author, text) SELECT $1, alert_id, 'Ruth', 'Of ' || alert_id FROM alerts",
    [id],
  );
  await app.pool.query(
    `INSERT INTO measurements (tenancy_id, measurement_id, at, device_id, area_id, job_id, fv_fm)
     SELECT a.tenancy_id, 'M ' || a.path, $2, CASE WHEN a.path = $3 THEN 'SENSOR' ELSE 'SENSOR hidden' END, a.area_id, a.job_id, 0.8
     FROM (SELECT ja.*, c.path FROM job_areas ja JOIN control_areas c ON c.tenancy_id = ja.tenancy_id AND c.id = ja.area_id) a
     WHERE a.tenancy_id = $1`,
    [id, at, BENCH],
  );
  await app.pool.query(
    `INSERT INTO area_notes (tenancy_id, area_id, id, at, text, author)
     SELECT tenancy_id, id, 'note of ' || path, $2, CASE WHEN starts_with(path || '#', $3 || '#') THEN 'Sprayed' ELSE 'hidden words' END, 'Ruth'
     FROM control_areas WHERE tenancy_id = $1`,
    [id, at, OPEN],
  );
  await app.pool.query(
    `INSERT INTO queries (id, tenancy_id, type, asked, filters, purpose, requested_by, status)
     VALUES ('hidden-query', $1, 'indices', '{}', '{}', 'person', 'Someone', 'completed')`,
    [id],
  );
  await app.pool.query(
    "INSERT INTO saved_queries (id, tenancy_id, name, form, created_by) VALUES ('s', $1, 'hidden query', '{}', 'Someone')",
    [id],
  );
  const person = await addPerson(app.pool, "grower", LIMITS);
  cookie = person.cookie;
  await app.pool.query(
    "INSERT INTO area_favourites (tenancy_id, user_id, path) SELECT $1, $2, unnest($3::text[])",
    [id, person.id, [BENCH, BESIDE]],
  );
});

afterAll(() => app.close());

/** The response to the limited grower. */
async function read(
  path: string,
  params: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const route = (await readRoutes()).get(path.split("?")[0] ?? "");
  if (!route) throw new Error(`Nothing answers at ${path}`);
  const response = await call(route, path, { token: null, init: { headers: { cookie } }, params });
  return { status: response.status, text: await response.text() };
}

async function json<T>(path: string, params: Record<string, string> = {}): Promise<T> {
  const { status, text } = await read(path, params);
  expect(status, `${path}: ${text}`).toBe(200);
  return JSON.parse(text);
}

/** Reads without any area, or with a test of their own below. */
const APART = ["/api/v1/events", "/api/v1/openapi.json"];

const named: Named = {
  tenant: "FIRST",
  index: "HEALTH",
  alertId: "IN",
  id: "hidden-query",
  read: "/api/v1/alerts?tenant=FIRST",
};

const reads = ENDPOINTS.filter(
  ({ method, access, path }) => method === "GET" && access !== "admin" && !APART.includes(path),
);

type Read = (typeof reads)[number];

const shapeOf = ({ query }: Read) => (query ? (query as unknown as z.ZodObject).shape : {});
const takesArea = (one: Read) => "area" in shapeOf(one);
const needsArea = (one: Read) => takesArea(one) && !shapeOf(one).area?.safeParse(undefined).success;

/** The address of a read, with parameters generated from its schema. */
function addressOf({ path, query }: Read, more: Named): string {
  const sample = query ? (sampleOf(query, { ...named, ...more }) as Record<string, string>) : {};
  return `${path}?${new URLSearchParams(sample)}`;
}

describe("nothing outside the limits is visible", () => {
  test.each(reads.map((one) => [one.path, one] as const))("by %s", async (path, one) => {
    const asked: Named[] = takesArea(one) ? [{ area: "House" }, { area: OPEN }] : [];
    if (!needsArea(one)) asked.push({});
    for (const alertId of path.includes("{alertId}") ? ["IN", "BOTH"] : ["IN"])
      for (const more of asked) {
        const { status, text } = await read(addressOf(one, more), {
          ...{ alertId, id: "hidden-query", jobId: "JOB" },
        });
        expect([200, 404], text).toContain(status);
        if (status === 200) expect(text, addressOf(one, more)).not.toContain("hidden");
        else expect(path).toMatch(/^\/api\/v1\/queries\/\{id\}/);
      }
  });

  test.each(reads.filter(takesArea).map((one) => [one.path, one] as const))(
    "an area of the rest is none: %s",
    async (path, one) => {
      for (const area of [BESIDE, "Hall hidden", "nowhere at all"]) {
        const { status, text } = await read(addressOf(one, { area }));
        expect(status, `${path} ${text}`).toBe(404);
        const problem = { detail: `No control area has the path ${area}.`, parameter: "area" };
        expect(JSON.parse(text)).toMatchObject(problem);
      }
    },
  );

  test("returns 404 for an alert outside the limits", async () => {
    for (const { path } of reads.filter((one) => one.path.includes("{alertId}")))
      for (const alertId of ["hidden beside", "hidden above", "hidden without a place"]) {
        const one = reads.find((each) => each.path === path);
        const { status } = await read(one ? addressOf(one, {}) : path, { alertId });
        expect(status, path).toBe(404);
      }
  });

  test("returns 404 for a growth job outside the limits", async () => {
    const { status } = await read("/api/v1/jobs/{jobId}?tenant=FIRST", { jobId: "JOB hidden" });
    expect(status).toBe(404);
  });

  test("leaves it out of wall boards and of searches by place", async () => {
    const boards = "board=areas&board=areas:House&board=alerts:House&board=area:House&board=now";
    const { status, text } = await read(`/api/v1/wall/snapshot?tenant=FIRST&${boards}`);
    expect(status).toBe(200);
    expect(text).not.toContain("hidden");
    expect(text).toContain("Zone 1");
    expect(await json("/api/v1/alerts?text=Hall")).toMatchObject({ items: [] });
    expect(await json("/api/v1/alerts?placed=false")).toMatchObject({ items: [] });
  });

  test("returns 400 for another tenancy, as for an unknown one", async () => {
    const { status, text } = await read("/api/v1/areas?tenant=OTHER%20hidden");
    expect(status).toBe(400);
    expect(text).toContain("No tenancy has the tenantId");
    expect((await json<{ items: unknown[] }>("/api/v1/areas")).items).not.toHaveLength(0);
  });
});

describe("counts include only areas within the limits", () => {
  type Area = { path: string; hasReadings: boolean; openAlerts: number };

  test("in the tree up to the root; areas above the limits have no readings of their own", async () => {
    const { items } = await json<{ items: Area[] }>("/api/v1/areas");
    expect(items.map(({ path, hasReadings, openAlerts }) => [path, hasReadings, openAlerts])).toEqual([
      ["House", false, 2],
      [OPEN, false, 2],
      [BENCH, true, 2],
    ]);
  });

  test("in the whole overview and around one area", async () => {
    type Overview = {
      total: number;
      placeNotKnown: object;
      items: { path: string; health: { value: number } }[];
    };
    for (const query of ["", "?around=", "?around=House"]) {
      const { total, placeNotKnown, items } = await json<Overview>(`/api/v1/areas/overview${query}`);
      expect(total).toBe(3);
      expect(placeNotKnown).toEqual({ high: 0, medium: 0, low: 0, plain: 0 });
      expect(items[0]).toMatchObject({ path: "House", health: { value: 80 } });
    }
  });

  test("of open and closed alerts, now and yesterday, in tabs and in a handover", async () => {
    expect(await json("/api/v1/alerts/counts")).toMatchObject({
      open: 2,
      attention: 2,
      closed30Days: 0,
      lastClosed: null,
      bySeverity: { high: 0, medium: 1, low: 1, plain: 0 },
    });
    expect(await json("/api/v1/alerts/tabs")).toMatchObject({ attention: 2, closed: 0 });
    const from = new Date(Date.now() - HOUR).toISOString();
    expect(await json(`/api/v1/handover?from=${from}`)).toMatchObject({
      counts: { open: 2, opened: 2, closed: 0, taken: 0, noted: 2 },
    });
  });

  test("pools only areas within the limits in a chart of an area above them", async () => {
    type Answer = { series: { points: { mean: number }[] }[] };
    const period = `from=${new Date(at.getTime() - HOUR).toISOString()}&to=${new Date().toISOString()}`;
    const { series } = await json<Answer>(`/api/v1/series?area=House&index=HEALTH&resolution=hour&${period}`);
    expect(series[0]?.points.map(({ mean }) => mean)).toEqual([80]);
  });

  test("shares the result of a read only between people with the same limits", async () => {
    const ask = (actor: Actor) =>
      listAlertsPage(actor, { tenant: "FIRST", status: "all", order: "newest", limit: 50 });
    const answers = await Promise.all([EVERYTHING, GROWER, EVERYTHING, GROWER].map(ask));
    const [whole, limited, again, limitedAgain] = answers.map((answer) => JSON.stringify(answer));
    expect([again, limitedAgain]).toEqual([whole, limited]);
    expect(whole).toContain("hidden");
    expect(limited).not.toContain("hidden");
  });

  test("shows everything without limits", async () => {
    const route = (await readRoutes()).get("/api/v1/alerts/counts");
    const whole =
      route && (await call(route, "/api/v1/alerts/counts?tenant=FIRST", { token: TOKENS.viewer }));
    expect(await whole?.json()).toMatchObject({ open: 5, closed30Days: 1 });
  });
});

describe("a person with limits", () => {
  const on = (alertId: string) => ({ tenant: "FIRST", alertId });
  const onAll = (...alertIds: string[]) => ({ tenant: "FIRST", alertIds });

  test("cannot act on an alert outside the limits, alone or among several", async () => {
    const id = "hidden beside";
    const acts = [
      () => acknowledge(GROWER, onAll(id)),
      () => acknowledge(GROWER, onAll("IN", id)),
      () => snooze(GROWER, { ...onAll(id), until: null }),
      () => unsnooze(GROWER, onAll(id)),
      () => undoLastAct(GROWER, onAll(id)),
      () => writeNotes(GROWER, { sites: [onAll(id)], text: "x" }),
      () => undoNote(GROWER, on(id)),
      () => confirmRecovery(GROWER, on(id)),
      () => correctPlace(GROWER, { ...on(id), paths: [BENCH] }),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject(notFound);
    expect(await json("/api/v1/alerts/counts")).toMatchObject({ acknowledged: 0 });
  });

  test("can act on alerts within the limits", async () => {
    expect(await acknowledge(GROWER, onAll("IN", "BOTH"))).toEqual({ alertIds: ["BOTH", "IN"] });
    expect(await undoLastAct(GROWER, onAll("IN", "BOTH"))).toEqual({ alertIds: ["BOTH", "IN"] });
  });

  test("changes only areas within the limits when correcting a place", async () => {
    for (const paths of [[BESIDE], ["House"]])
      await expect(correctPlace(GROWER, { ...on("BOTH"), paths })).rejects.toMatchObject({
        parameter: "paths",
      });
    await correctPlace(GROWER, { ...on("BOTH"), paths: [OPEN] });
    const { rows } = await app.pool.query<{ path: string }>(
      `SELECT c.path FROM alert_places p JOIN control_areas c ON c.tenancy_id = p.tenancy_id AND c.id = p.area_id
       WHERE p.alert_id = 'BOTH' ORDER BY c.path`,
    );
    expect(rows.map(({ path }) => path)).toEqual([ELSEWHERE, OPEN]);
    expect(await json("/api/v1/alerts/{alertId}", { alertId: "BOTH" })).toMatchObject({
      areas: [{ path: OPEN }],
    });
  });

  test("can pin notes and set favourites only within the limits", async () => {
    const pin = (area: string) => pinNote(GROWER, { tenant: "FIRST", area, at, text: "Moved" });
    expect(await pin(BENCH)).toEqual({ id: expect.any(String) });
    for (const area of [BESIDE, "House"]) await expect(pin(area)).rejects.toMatchObject(notFound);
    for (const change of [deleteNote, restoreNote])
      await expect(change(GROWER, { tenant: "FIRST", id: `note of ${BESIDE}` })).rejects.toMatchObject(
        notFound,
      );
    const favour = (path: string) => setFavourite(GROWER, { tenant: "FIRST", path, favourite: true });
    await expect(favour(BESIDE)).rejects.toMatchObject(notFound);
    expect(await json("/api/v1/areas/favourites")).toEqual({ items: [{ path: BENCH }] });
  });

  test("cannot submit or save queries, which cover the whole tenancy, and gets the reason", async () => {
    const refused = { code: "forbidden", message: expect.stringContaining("some of its control areas") };
    await expect(submitQuery(GROWER, { tenant: "FIRST", type: "indices" })).rejects.toMatchObject(refused);
    const saved = { tenant: "FIRST", name: "x", form: {} as never };
    await expect(saveQuery(GROWER, saved)).rejects.toMatchObject(refused);
    await expect(submitQuery(EVERYTHING, { tenant: "FIRST", type: "indices" })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("can have a notice rule for one area within the limits, or for all of them", async () => {
    const rule = {
      tenant: "FIRST",
      minRank: 0,
      types: [],
      push: true,
      email: false,
      quietFrom: null,
      quietTo: null,
      remindMinutes: null,
    };
    await expect(saveOwnRule(GROWER, { ...rule, areaPath: BESIDE })).rejects.toMatchObject({
      parameter: "areaPath",
    });
    await saveOwnRule(GROWER, { ...rule, areaPath: BENCH });
    await saveOwnRule(GROWER, { ...rule, areaPath: null });
  });
});

test("reports live events without the id of the change, and none of queries", async () => {
  const gone = new AbortController();
  const init = { headers: { cookie }, signal: gone.signal };
  const response = await call(openEvents, "/api/v1/events", { token: null, init });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  const until = async (text: string) => {
    while (!heard.includes(text)) heard += (await reader?.read())?.value ?? "";
  };
  await until("reconnected");
  for (const [type, tenantId, id] of [
    ["alert", "FIRST", "hidden beside"],
    ["query", "FIRST", "hidden-query"],
    ["alert", "OTHER hidden", "x"],
    ["sync", "FIRST", "indices"],
  ] as const)
    await app.pool.query("SELECT pg_notify($1, $2)", [EVENT_CHANNEL, changePayload({ type, tenantId, id })]);
  await until('"type":"sync","tenantId":"FIRST","id":"some"');
  expect(heard).toContain('{"type":"alert","tenantId":"FIRST","id":"some"}');
  expect(heard).not.toContain("hidden");
  expect(heard).not.toContain("event: query");
  gone.abort();
});

test("shows the whole of one site, and nothing of another, to a person limited to that site", async () => {
  const whole = actorWith("grower", [{ tenantId: "FIRST", path: null }]);
  const { items } = await listAlertsPage(whole, {
    tenant: "FIRST",
    status: "all",
    order: "newest",
    limit: 50,
  });
  expect(items.map(({ alertId }) => alertId)).toContain("hidden without a place");
  await expect(submitQuery(whole, { tenant: "FIRST", type: "indices" })).rejects.toMatchObject({
    code: "conflict",
  });
  const elsewhere = { tenant: "OTHER hidden", type: "indices" } as const;
  await expect(submitQuery(whole, elsewhere)).rejects.toMatchObject({ parameter: "tenant" });
});

test("never limits admins, and returns 400 for unreadable limits", async () => {
  const route = (await readRoutes()).get("/api/v1/areas");
  const count = async (role: Role, areas: unknown) => {
    const one = await addPerson(app.pool, role);
    await app.pool.query("UPDATE users SET areas = $2 WHERE id = $1", [one.id, JSON.stringify(areas)]);
    const init = { headers: { cookie: one.cookie } };
    const response = route && (await call(route, "/api/v1/areas?tenant=FIRST", { token: null, init }));
    return response?.status === 200 ? (await response.json()).items.length : response?.status;
  };
  expect(await count("admin", LIMITS)).toBe(7);
  expect(await count("grower", LIMITS)).toBe(3);
  for (const broken of [[], "House", [{ path: OPEN }], {}]) expect(await count("grower", broken)).toBe(400);
});
