import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as COUNTS } from "@/app/api/v1/handover/counts/route";
import { GET } from "@/app/api/v1/handover/route";
import type { Handover } from "@/lib/alerting/handover/contract";
import { lookAtNow } from "@/lib/alerting/handover/service.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { authenticate } from "@/lib/identity/auth/guard.server";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { addAlert, addAreas } from "../support/history";
import { signedIn } from "../support/people";

let app: TestApp;
let tenancyId: number;

beforeAll(async () => {
  app = await openTestApp();
  tenancyId = await app.addTenancy("AMS");
  await addAreas(app.pool, tenancyId, ["W#Zone A#Bench 1", "W#Zone A#Bench 2"]);
  await addAlert(app.pool, tenancyId, { id: "LOW", rank: 1, paths: ["W#Zone A#Bench 1"] });
  await addAlert(app.pool, tenancyId, { id: "HIGH", rank: 3, paths: ["W#Zone A#Bench 2"] });
  await addAlert(app.pool, tenancyId, { id: "OVER", rank: 2, paths: [], status: "closed" });
  await addAlert(app.pool, tenancyId, { id: "LONG OVER", rank: 2, paths: [], status: "closed" });
  await app.pool.query(
    `UPDATE alerts SET first_event_at = now() - interval '3 days', last_event_at = now() - interval '3 days',
       closed_at = CASE alert_id WHEN 'OVER' THEN now() - interval '1 hour' WHEN 'LONG OVER' THEN now() - interval '2 days' END
     WHERE alert_id <> 'HIGH'`,
  );
  await app.pool.query(
    `INSERT INTO alert_notes (tenancy_id, alert_id, author, text, created_at) VALUES
     ($1, 'LOW', 'R. Bakker', 'An old note', now() - interval '2 days'),
     ($1, 'OVER', 'R. Bakker', 'Of before', now() - interval '2 days'),
     ($1, 'OVER', 'R. Bakker', 'Opened the valve', now() - interval '2 hours')`,
    [tenancyId],
  );
  await app.pool.query(
    `INSERT INTO alert_actions (tenancy_id, alert_id, actor, action, detail, at) VALUES
     ($1, 'HIGH', 'M. de Vries', 'acknowledged', NULL, now() - interval '30 minutes'),
     ($1, 'OVER', 'M. de Vries', 'acknowledged', NULL, now() - interval '90 minutes'),
     ($1, 'OVER', 'M. de Vries', 'acknowledgement-undone', NULL, now() - interval '89 minutes'),
     ($1, 'LOW', 'M. de Vries', 'snoozed', '{"until": null}', now() - interval '50 hours')`,
    [tenancyId],
  );
  await app.pool.query(
    "INSERT INTO alert_handlings (tenancy_id, alert_id, owner) VALUES ($1, 'HIGH', 'K. Jansen')",
    [tenancyId],
  );
  await app.pool.query(
    `INSERT INTO outages (started_at, ended_at, cause) VALUES
     (now() - interval '3 hours', now() - interval '2 hours', 'stopped'),
     (now() - interval '3 days', now() - interval '2 days', 'stopped')`,
  );
});

afterAll(() => app.close());

async function read(hours: number): Promise<Handover> {
  const from = new Date(Date.now() - hours * 3_600_000).toISOString();
  const response = await call(GET, `/api/v1/handover?from=${from}`);
  expect(response.status).toBe(200);
  return response.json();
}

test("returns all open alerts, worst first, and those closed since its start, with owner, notes and events", async () => {
  const { open, closed, outages, counts } = await read(8);
  expect(open.map(({ alertId }) => alertId)).toEqual(["HIGH", "LOW"]);
  expect(open[0]).toMatchObject({
    owner: "K. Jansen",
    happened: [{ what: "acknowledged", by: "M. de Vries" }],
  });
  expect(open[1]).toMatchObject({ owner: null, notes: [{ text: "An old note" }], happened: [] });
  expect(closed.map(({ alertId }) => alertId)).toEqual(["OVER"]);
  expect(closed[0]?.notes.map(({ text }) => text)).toEqual(["Opened the valve"]);
  expect(outages).toHaveLength(1);
  // An acknowledgement that was undone is not counted.
  expect(counts).toEqual({ opened: 1, rose: 0, taken: 1, noted: 1, snoozed: 0, closed: 1, open: 2 });
});

test("returns more for a longer period", async () => {
  const { closed, counts, outages, open } = await read(24 * 5);
  expect(closed).toHaveLength(2);
  expect(outages).toHaveLength(2);
  expect(open[1]?.happened.map(({ what }) => what)).toEqual(["snoozed", "noted"]);
  expect(counts).toMatchObject({ opened: 4, snoozed: 1, noted: 2, closed: 2 });
});

test("starts at the shift by default, returns 403 to a screen and 400 for a future time", async () => {
  const response = await call(GET, "/api/v1/handover");
  expect(response.status).toBe(200);
  const { from, to } = (await response.json()) as Handover;
  const hours = (Date.parse(to) - Date.parse(from)) / 3_600_000;
  expect(hours).toBeGreaterThanOrEqual(2);
  expect(hours).toBeLessThanOrEqual(14);
  expect((await call(GET, "/api/v1/handover", { token: TOKENS.screen })).status).toBe(403);
  const future = await call(GET, "/api/v1/handover?from=2999-01-01T00:00:00Z");
  expect([future.status, await future.json()]).toMatchObject([400, { parameter: "from" }]);
});

test("counts what happened since a time, and returns 400 for a future one", async () => {
  const from = new Date(Date.now() - 8 * 3_600_000).toISOString();
  const response = await call(COUNTS, `/api/v1/handover/counts?from=${from}`);
  expect(await response.json()).toMatchObject({ from, counts: { opened: 1, taken: 1, closed: 1, open: 2 } });
  const later = new Date(Date.now() + 3_600_000).toISOString();
  expect((await call(COUNTS, `/api/v1/handover/counts?from=${later}`)).status).toBe(400);
});

test("counts what is new to a person from the end of the last visit, else from the shift", async () => {
  const { id } = await getPrisma().user.create({
    data: { email: "now@example.com", name: "Noor", role: "viewer", passwordHash: "none" },
  });
  const cookie = await signedIn(app.pool, id);
  const actor = await authenticate(new Request("https://leafwatch.example", { headers: { cookie } }));
  const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 20, hour, minute));
  expect(await lookAtNow(actor, {}, at(9))).toEqual({ from: at(5).toISOString(), since: "shift" });
  expect(await lookAtNow(actor, {}, at(9, 20))).toMatchObject({ since: "shift" });
  expect(await lookAtNow(actor, {}, at(12))).toEqual({ from: at(9, 20).toISOString(), since: "look" });
  expect(await lookAtNow(actor, {}, at(12, 30))).toEqual({ from: at(9, 20).toISOString(), since: "look" });
  expect(await lookAtNow(SYSTEM, {}, at(13))).toMatchObject({ since: "shift" });
});
