// Growth jobs: when they began, their names, and who may give one.

import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as readOne, PUT as rename } from "@/app/api/v1/jobs/[jobId]/route";
import { GET as listJobs } from "@/app/api/v1/jobs/route";
import { ALL_TENANCIES, alertsQuerySchema } from "@/lib/alerting/alerts/contract";
import { listAlertsPage } from "@/lib/alerting/alerts/service.server";
import { buildHandover } from "@/lib/alerting/handover/service.server";
import type { Role } from "@/lib/base/core/access";
import type { Job, JobDetail } from "@/lib/farm/jobs/contract";
import { jobsOf, readJobDetail, setJobName } from "@/lib/farm/jobs/service.server";
import type { Actor, AreaLimit } from "@/lib/identity/actor/contract";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { addAlert, addValues } from "../support/history";

let app: TestApp;
let id: number;
const tenant = "01J8Z0000000000000000TENAN";
const other = "01J8Z0000000000000000OTHER";
const YEAR = new Date().getUTCFullYear();

const person = (role: Role, areas: AreaLimit[] | null = null): Actor =>
  makeActor({ kind: "user", id: 7, name: "Ruth", role, tenancyId: null, areas });

const span = (job: string, area: string, from: string, to: string) =>
  [from, to].map((at) => ({ area, job, at, value: 80 }));

beforeAll(async () => {
  app = await openTestApp();
  id = await app.addTenancy(tenant);
  await addValues(app.pool, id, [
    ...span("OLD", "W#Glasshouse 1#Zone A", `${YEAR}-01-03T00:00:00Z`, `${YEAR}-03-01T00:00:00Z`),
    ...span("NOW", "W#Glasshouse 1#Zone A", `${YEAR}-03-02T23:30:00Z`, `${YEAR}-03-20T00:00:00Z`),
    ...span("NOW", "W#Glasshouse 1#Zone B", `${YEAR}-03-06T23:30:00Z`, `${YEAR}-03-20T00:00:00Z`),
    ...span("EDGE", "W#Glasshouse 2#Zone A", `${YEAR}-03-01T00:00:00Z`, `${YEAR}-03-20T00:00:00Z`),
    ...span("FETCHED", "W#Glasshouse 3#Zone A", `${YEAR}-03-10T00:00:00Z`, `${YEAR}-03-20T00:00:00Z`),
  ]);
  await app.pool.query(
    `INSERT INTO sync_windows (tenancy_id, type, from_at, to_at, fetched_at) VALUES ($1, 'indices', $2, $3, now())`,
    [id, `${YEAR}-03-05T00:00:00Z`, `${YEAR}-03-20T00:00:00Z`],
  );
  const elsewhere = await app.addTenancy(other);
  await addValues(
    app.pool,
    elsewhere,
    span("THEIRS", "X", `${YEAR}-03-02T00:00:00Z`, `${YEAR}-03-03T00:00:00Z`),
  );
});

afterAll(() => app.close());

async function jobs(area?: string): Promise<Map<string, Job>> {
  const query = area === undefined ? "" : `&area=${encodeURIComponent(area)}`;
  const response = await call(listJobs, `/api/v1/jobs?tenant=${tenant}${query}`);
  expect(response.status).toBe(200);
  const { items } = (await response.json()) as { items: Job[] };
  return new Map(items.map((job) => [job.jobId, job]));
}

async function put(jobId: string, body: object, token: string = TOKENS.grower) {
  const init = { method: "PUT", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await call(rename, `/api/v1/jobs/${jobId}`, { token, init, params: { jobId } });
  return { status: response.status, answer: (await response.json()) as JobDetail };
}

test("a start is unknown at the edge of its own areas' history, unless the day before was fetched", async () => {
  const all = await jobs();
  const starts = ["OLD", "NOW", "EDGE", "FETCHED"].map((jobId) => all.get(jobId)?.begunBefore);
  // One area was fetched further back: that tells nothing about the start in another.
  expect(starts).toEqual([true, false, true, false]);
});

test("an area's list counts from the first day of the whole job", async () => {
  const here = (await jobs("W#Glasshouse 1#Zone B")).get("NOW");
  expect(here).toMatchObject({
    firstAt: `${YEAR}-03-02T23:30:00.000Z`,
    dayOfCrop: 17,
    areas: ["W#Glasshouse 1#Zone B"],
    name: "Glasshouse 1, 2 zones, from 3 Mar",
  });
});

test("a job has those before and after it in its areas", async () => {
  const now = await readJobDetail(person("viewer"), "NOW", tenant);
  expect([now.predecessors, now.successors].map((list) => list.map(({ jobId }) => jobId))).toEqual([
    ["OLD"],
    [],
  ]);
  const old = await readJobDetail(person("viewer"), "OLD", tenant);
  expect([old.predecessors, old.successors].map((list) => list.map(({ name }) => name))).toEqual([
    [],
    ["Glasshouse 1, 2 zones, from 3 Mar"],
  ]);
});

describe("names", () => {
  test("a grower gives one, everybody reads it, and it can be taken back; both are in the audit", async () => {
    const named = await put("NOW", { tenant, name: "  Tomatoes ‘Sweetie’ " });
    expect([named.status, named.answer.name, named.answer.givenName]).toEqual([
      200,
      "Tomatoes ‘Sweetie’",
      "Tomatoes ‘Sweetie’",
    ]);
    expect((await jobs()).get("NOW")?.name).toBe("Tomatoes ‘Sweetie’");
    await put("NOW", { tenant, name: "Tomatoes ‘Sweetie’" });
    const back = await put("NOW", { tenant, name: null });
    expect([back.answer.name, back.answer.givenName]).toEqual(["Glasshouse 1, 2 zones, from 3 Mar", null]);
    const { rows } = await app.pool.query(
      "SELECT actor, target, detail FROM audit_entries WHERE action = 'job.named' AND target = 'NOW' ORDER BY id",
    );
    expect(rows).toEqual([
      { actor: "grower", target: "NOW", detail: { tenantId: tenant, name: "Tomatoes ‘Sweetie’" } },
      { actor: "grower", target: "NOW", detail: { tenantId: tenant, before: "Tomatoes ‘Sweetie’" } },
    ]);
  });

  test("are the same in lists of alerts and in the handover, and of what the reader may see", async () => {
    await addAlert(app.pool, id, { id: "OF NOW", rank: 3, paths: ["W#Glasshouse 1#Zone A"] });
    await addAlert(app.pool, id, { id: "OF NOTHING", rank: 1, paths: [] });
    await app.pool.query("UPDATE alerts SET job_id = 'NOW' WHERE tenancy_id = $1 AND alert_id = 'OF NOW'", [
      id,
    ]);
    const input = alertsQuerySchema.parse({ tenant, jobNames: "true", order: "worst" });
    const namesFor = async (actor: Actor) =>
      (await listAlertsPage(actor, input)).items.map(({ jobName }) => jobName);
    const known = (await jobs()).get("NOW")?.name;
    expect(known).toMatch(/^Glasshouse 1, 2 zones, from/);
    expect(await namesFor(person("viewer"))).toEqual([known, null]);
    const inZone = person("viewer", [{ tenantId: tenant, path: "W#Glasshouse 1#Zone A" }]);
    const own = (await readJobDetail(inZone, "NOW", tenant)).name;
    expect(await namesFor(inZone)).toEqual([own]);
    const { open } = await buildHandover(person("viewer"), { tenant });
    expect(open.map(({ jobName }) => jobName)).toEqual([known, null]);
    await setJobName(person("grower"), { tenant, jobId: "NOW", name: "Early tomatoes" });
    expect(await namesFor(person("viewer"))).toEqual(["Early tomatoes", null]);
    await setJobName(person("grower"), { tenant, jobId: "NOW", name: null });
    expect(
      (await listAlertsPage(person("viewer"), { ...input, jobNames: undefined })).items[0],
    ).not.toHaveProperty("jobName");
  });

  test("of several tenancies are read in one statement, each with the limits in its own", async () => {
    const elsewhere = Number(
      (await app.pool.query("SELECT id FROM tenancies WHERE tenant_id = $1", [other])).rows[0].id,
    );
    await addAlert(app.pool, elsewhere, { id: "OF THEIRS", rank: 2, paths: ["X"] });
    await app.pool.query("UPDATE alerts SET job_id = 'THEIRS' WHERE alert_id = 'OF THEIRS'");
    const input = alertsQuerySchema.parse({ tenant: ALL_TENANCIES, jobNames: "true", order: "worst" });
    const limited = person("viewer", [
      { tenantId: tenant, path: "W#Glasshouse 1#Zone A" },
      { tenantId: other, path: null },
    ]);
    const own = (await readJobDetail(limited, "NOW", tenant)).name;
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const { items } = await listAlertsPage(limited, input);
    const texts = sent.mock.calls.map(([text]) =>
      typeof text === "string" ? text : (text as { text: string }).text,
    );
    sent.mockRestore();
    expect(items.map(({ alertId, jobName }) => [alertId, jobName])).toEqual([
      ["OF NOW", own],
      ["OF THEIRS", "X, from 2 Mar or before"],
    ]);
    expect(texts.filter((text) => text.includes("job_names"))).toHaveLength(1);
  });

  test("an empty or long name is rejected by its member, a viewer forbidden, a job of another tenancy unknown", async () => {
    for (const name of [" ", "x".repeat(81)]) {
      expect(await put("NOW", { tenant, name })).toMatchObject({
        status: 400,
        answer: { parameter: "name" },
      });
    }
    expect((await put("NOW", { tenant, name: "Mine" }, TOKENS.viewer)).status).toBe(403);
    expect((await put("THEIRS", { tenant, name: "Mine" })).status).toBe(404);
    expect((await put("NOW", { tenant: other, name: "Mine" })).status).toBe(404);
    expect((await put("NONE", { tenant, name: "Mine" })).status).toBe(404);
    const missing = await call(readOne, `/api/v1/jobs/NONE?tenant=${tenant}`, { params: { jobId: "NONE" } });
    expect(missing.status).toBe(404);
  });

  test("without a tenancy the job finds its own", async () => {
    const found = await call(readOne, "/api/v1/jobs/THEIRS", { params: { jobId: "THEIRS" } });
    expect(await found.json()).toMatchObject({ jobId: "THEIRS", name: "X, from 2 Mar or before" });
  });

  test("somebody limited to areas sees and names only what grows in theirs", async () => {
    const limits = [{ tenantId: tenant, path: "W#Glasshouse 1#Zone B" }];
    const [viewer, grower] = [person("viewer", limits), person("grower", limits)];
    const { items } = await jobsOf(viewer, { tenant });
    expect(items.map(({ jobId, name, firstAt }) => [jobId, name, firstAt])).toEqual([
      ["NOW", "Glasshouse 1 › Zone B, from 7 Mar", `${YEAR}-03-06T23:30:00.000Z`],
    ]);
    expect(await readJobDetail(viewer, "NOW", tenant)).toMatchObject({ predecessors: [], successors: [] });
    await expect(readJobDetail(viewer, "OLD", tenant)).rejects.toMatchObject({ code: "not-found" });
    await expect(setJobName(grower, { tenant, jobId: "OLD", name: "Mine" })).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await setJobName(grower, { tenant, jobId: "NOW", name: "Mine" })).toMatchObject({ name: "Mine" });
    await setJobName(grower, { tenant, jobId: "NOW", name: null });
  });
});
