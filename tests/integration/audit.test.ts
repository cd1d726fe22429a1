import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET as exportAuditLines } from "@/app/api/v1/audit.csv/route";
import { transaction } from "@/lib/base/db/transaction.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { listAudit, pruneAudit, recordAudit } from "@/lib/identity/audit/service.server";
import { listNamedAudit } from "@/lib/operations/audit/service.server";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { emptyAudit } from "../support/audit";
import { addAlert, addValues } from "../support/history";
import { addPerson, type Person } from "../support/people";

const RIA = { name: "R. Bakker", address: "192.0.2.7" };
const ADMIN = makeActor({ kind: "user", id: 1, role: "admin", tenancyId: null, ...RIA });
const DAY_MS = 86_400_000;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});

beforeEach(async () => {
  await emptyAudit(app.pool);
});

afterAll(() => app.close());

const note = (action: string, target: string, detail?: Record<string, string>) =>
  transaction((tx) => recordAudit(tx, RIA, { action, target, ...(detail && { detail }) }));

const readCsv = (path: string, token: string = TOKENS.admin) => call(exportAuditLines, path, { token });

test("entries name the client address, and are found by it and by the words on the page", async () => {
  await note("tenancy.webhook-secret-added", "Westland");
  await note("token.created", "reports");

  const { items } = await listAudit(ADMIN, { search: "192.0.2" });
  expect(items.map(({ actor, address }) => [actor, address])).toEqual([
    ["R. Bakker", "192.0.2.7"],
    ["R. Bakker", "192.0.2.7"],
  ]);
  expect((await listAudit(ADMIN, { search: "webhook secret" })).items).toHaveLength(1);
  expect((await listAudit(ADMIN, { search: "Token: created" })).items).toHaveLength(1);
});

test("entries name the account whatever its display name, and are found by it", async () => {
  const [colleague, impostor] = [await addPerson(app.pool, "grower"), await addPerson(app.pool, "grower")];
  await app.pool.query("UPDATE users SET email = 'jan' || id || '@farm.example' WHERE id = ANY($1)", [
    [colleague.id, impostor.id],
  ]);
  const emailOf = ({ id }: Person) => `jan${id}@farm.example`;
  const by = (who: { kind: Actor["kind"]; id: number }, target: string) =>
    transaction((tx) => recordAudit(tx, { ...who, name: "Jan" }, { action: "alert.placed", target }));
  await by({ kind: "user", id: colleague.id }, "A");
  await by({ kind: "user", id: impostor.id }, "B");
  await by({ kind: "token", id: colleague.id }, "C");

  expect((await listAudit(ADMIN, {})).items.map(({ actor, account }) => [actor, account])).toEqual([
    ["Jan", null],
    ["Jan", emailOf(impostor)],
    ["Jan", emailOf(colleague)],
  ]);
  const found = await listAudit(ADMIN, { search: emailOf(impostor).toUpperCase() });
  expect(found.items.map(({ target }) => target)).toEqual(["B"]);
  const [head, ...lines] = (await (await readCsv("/api/v1/audit.csv")).text()).trimEnd().split("\n");
  expect(head).toBe("at,who,from,action,what,of,detail,account");
  expect(lines.map((line) => line.split(",").at(-1))).toEqual(["", emailOf(impostor), emailOf(colleague)]);
});

test.each([
  ["changed", "UPDATE audit_entries SET actor = 'nobody'"],
  ["deleted", "DELETE FROM audit_entries"],
  ["truncated", "TRUNCATE audit_entries"],
])("no line is %s", async (_, sql) => {
  await note("token.created", "reports");

  await expect(app.pool.query(sql)).rejects.toThrow(/neither changed nor deleted/);
  expect((await listAudit(ADMIN, {})).items).toHaveLength(1);
});

test("deletes expired entries, audits that, and rejects any other deletion", async () => {
  await app.pool.query(
    "INSERT INTO audit_entries (at, actor, action, target) VALUES (now() - interval '400 days', 'x', 'set-up', 'y')",
  );
  await note("token.created", "reports");

  expect(await pruneAudit(RIA, new Date(Date.now() - 365 * DAY_MS))).toBe(1);
  expect((await listAudit(ADMIN, {})).items.map(({ action, detail }) => [action, detail?.lines])).toEqual([
    ["audit.pruned", "1"],
    ["token.created", undefined],
  ]);
  await expect(app.pool.query("DELETE FROM audit_entries")).rejects.toThrow(/neither changed nor deleted/);
});

test("exports all entries that match the filter, with formulas escaped", async () => {
  await app.pool.query(
    "INSERT INTO audit_entries (actor, action, target) SELECT 'A', 'token.revoked', n::text FROM generate_series(1, 1500) n",
  );
  await note("screen.created", '=HYPERLINK("http://evil.example")', { place: "Hall 1" });

  const all = await readCsv("/api/v1/audit.csv");
  const lines = (await all.text()).trimEnd().split("\n");
  expect(all.headers.get("content-disposition")).toContain("audit.csv");
  expect(lines).toHaveLength(1 + 1501);
  expect(lines[1]).toMatch(
    /,R\. Bakker,192\.0\.2\.7,screen\.created,Screen: created,"'=HYPERLINK\(""http:\/\/evil\.example""\)",Place: Hall 1,$/,
  );
  const some = await (await readCsv("/api/v1/audit.csv?q=screen")).text();
  expect(some.trimEnd().split("\n")).toHaveLength(2);
  expect((await readCsv("/api/v1/audit.csv", TOKENS.grower)).status).toBe(403);
  expect((await readCsv("/api/v1/audit.csv?page=2")).status).toBe(400);
});

test("ids of alerts, jobs and tenancies have names that the reader may see, in as few statements for many lines", async () => {
  const tenants = ["WEST", "EAST"];
  for (const tenantId of tenants) {
    const id = await app.addTenancy(tenantId);
    await addValues(app.pool, id, [
      { area: `${tenantId}#Bench 1`, job: "J", at: "2025-11-01T00:00:00Z", value: 80 },
    ]);
    for (const alertId of ["A", "B"])
      await addAlert(app.pool, id, { id: alertId, rank: 3, paths: [`${tenantId}#Bench 1`] });
  }
  const statements = async (actor: Actor) => {
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const { items } = await listNamedAudit(actor, {});
    const count = sent.mock.calls.length;
    sent.mockRestore();
    return { items, count };
  };
  await note("alert.acknowledged", "A", { tenantId: "WEST" });
  await note("job.named", "J", { tenantId: "EAST" });
  const few = await statements(ADMIN);
  await note("tenancy.added", "West", { tenantId: "WEST" });
  for (const tenantId of tenants) {
    await note("alert.acknowledged", "B", { tenantId });
    await note("job.named", "J", { tenantId });
  }
  await note("alert.acknowledged", "GONE", { tenantId: "WEST" });

  const many = await statements(ADMIN);
  expect(many.count).toBe(few.count);
  expect(
    many.items.map(({ target, tenancy, alert, jobName }) => [
      ...[target, tenancy?.name ?? null, alert?.areas.map(({ path }) => path) ?? null, jobName],
    ]),
  ).toEqual([
    ["GONE", "WEST", null, null],
    ["J", "EAST", null, expect.stringContaining("Bench 1, from")],
    ["B", "EAST", ["EAST#Bench 1"], null],
    ["J", "WEST", null, expect.stringContaining("Bench 1, from")],
    ["B", "WEST", ["WEST#Bench 1"], null],
    ["West", null, null, null],
    ["J", "EAST", null, expect.stringContaining("Bench 1, from")],
    ["A", "WEST", ["WEST#Bench 1"], null],
  ]);
  const own = { kind: "user", id: 1, role: "admin", tenancyId: null, ...RIA } as const;
  const inEast = makeActor({ ...own, areas: [{ tenantId: "EAST", path: null }] });
  const seen = (await listNamedAudit(inEast, {})).items;
  expect(new Set(seen.filter(({ alert }) => alert).map(({ tenancy }) => tenancy?.name))).toEqual(
    new Set(["EAST"]),
  );
});
