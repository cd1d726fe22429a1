// A person who is a grower at one site and a viewer at another: every change that growers may make, by action and by
// API, and how admins give such roles.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ENDPOINTS } from "@/app/api/v1/openapi.json/endpoints";
import * as alertActions from "@/lib/alerting/alerts/actions";
import { log } from "@/lib/base/request/log.server";
import * as jobActions from "@/lib/farm/jobs/actions";
import * as noteActions from "@/lib/farm/notes/actions";
import * as queryActions from "@/lib/history/queries/actions";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { listAudit } from "@/lib/identity/audit/service.server";
import { inviteUser } from "@/lib/identity/users/links.server";
import { createUser, editUser, listUsers, setUserAreas } from "@/lib/identity/users/service.server";
import { call, openTestApp, type TestApp } from "../support/app";
import { emptyAudit } from "../support/audit";
import { addAlert, addValues } from "../support/history";
import { addPerson, type Person } from "../support/people";
import { readRoutes } from "../support/routes";

const root = join(import.meta.dirname, "../..");
/** The cookie of the current request. */
const asked = vi.hoisted(() => ({ cookie: "" }));

vi.mock("next/headers", () => ({
  cookies: async () => ({
    get: (name: string) => {
      const value = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(asked.cookie)?.[1];
      return value === undefined ? undefined : { name, value };
    },
  }),
  headers: async () => new Headers(),
}));
// Outside of Next there is nothing to rethrow.
vi.mock("next/navigation", () => ({ unstable_rethrow: () => undefined }));

const OWN = "WESTLAND";
const OTHER = "ALMERIA";
const MIXED: AreaLimit[] = [
  { tenantId: OWN, path: null },
  { tenantId: OTHER, path: null, role: "viewer" },
];
const REFUSED = `You are a viewer at ${OTHER}. Ask an admin to make you a grower there.`;
const BENCH = "House#Bench";
const at = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 7_200_000);

let app: TestApp;
let ria: Person;

beforeAll(async () => {
  log.level = "silent";
  app = await openTestApp();
  for (const tenantId of [OWN, OTHER]) {
    const id = await app.addTenancy(tenantId);
    await addValues(app.pool, id, [{ area: BENCH, at, value: 80 }]);
    await addAlert(app.pool, id, { id: "ALERT", rank: 3, paths: [BENCH] });
    await app.pool.query(
      `INSERT INTO queries (id, tenancy_id, type, asked, filters, purpose, requested_by, status)
       VALUES ($2, $1, 'indices', '{}', '{}', 'person', 'Someone', 'submitted')`,
      [id, `query of ${tenantId}`],
    );
    await app.pool.query(
      "INSERT INTO saved_queries (id, tenancy_id, name, form, created_by) VALUES ($2, $1, 'Mine', '{}', 'Someone')",
      [id, `saved of ${tenantId}`],
    );
  }
  ria = await addPerson(app.pool, "grower", MIXED);
  for (const tenantId of [OWN, OTHER])
    await app.pool.query(
      `INSERT INTO area_notes (tenancy_id, area_id, id, at, text, author, author_id)
       SELECT c.tenancy_id, c.id, 'note', $2, 'Sprayed', 'A grower', $3 FROM control_areas c
       JOIN tenancies t ON t.id = c.tenancy_id WHERE t.tenant_id = $1 AND c.path = $4`,
      [tenantId, at, ria.id, BENCH],
    );
});

afterAll(() => app.close());

beforeEach(() => {
  asked.cookie = ria.cookie;
});

type Outcome = Promise<{ ok: boolean; error?: { message: string } }>;

const onAlert = (tenant: string) => ({ tenant, alertIds: ["ALERT"] });
type Act = { act: "acknowledge" | "release" | "undo" | "unsnooze" } | { act: "assign"; owner: string };
const handle = (act: Act, tenant: string): Outcome =>
  alertActions.handleAlerts({ ...act, sites: [onAlert(tenant)] });

/** Every action for growers, called at a site. */
const ACTS: Record<string, (tenant: string) => Outcome> = {
  handleAlerts: (tenant) => handle({ act: "acknowledge" }, tenant),
  addNotes: (tenant) => alertActions.addNotes({ sites: [onAlert(tenant)], text: "Looked" }),
  removeLastNote: (tenant) => alertActions.removeLastNote({ tenant, alertId: "ALERT" }),
  placeAlert: (tenant) => alertActions.placeAlert({ tenant, alertId: "ALERT", paths: [BENCH] }),
  confirmRecovered: (tenant) => alertActions.confirmRecovered({ tenant, alertId: "ALERT" }),
  denyRecovered: (tenant) => alertActions.denyRecovered({ tenant, alertId: "ALERT" }),
  withdrawRecoveryAnswer: (tenant) => alertActions.withdrawRecoveryAnswer({ tenant, alertId: "ALERT" }),
  pinNote: (tenant) => noteActions.pinNote({ tenant, area: BENCH, at: at.toISOString(), text: "Moved" }),
  deleteNote: (tenant) => noteActions.deleteNote({ tenant, id: "note" }),
  restoreNote: (tenant) => noteActions.restoreNote({ tenant, id: "note" }),
  nameJob: (tenant) => jobActions.nameJob({ tenant, jobId: "JOB", name: "Late" }),
  submitQuery: (tenant) => queryActions.submitQuery({ tenant, type: "indices" }),
  runAgain: (tenant) => queryActions.runAgain({ id: `query of ${tenant}` }),
  cancelQuery: (tenant) => queryActions.cancelQuery({ id: `query of ${tenant}` }),
  saveQuery: (tenant) => queryActions.saveQuery({ tenant, name: "New", form: FORM }),
  renameSaved: (tenant) => queryActions.renameSaved({ id: `saved of ${tenant}`, name: "Renamed" }),
  deleteSaved: (tenant) => queryActions.deleteSaved({ id: `saved of ${tenant}` }),
  restoreSaved: (tenant) => queryActions.restoreSaved({ id: `saved of ${tenant}` }),
};
const FORM = {
  ...{ type: "indices", last: "30d", from: null, to: null, areas: [], indices: [], devices: [] },
  ...{ light: "any", job: "", filled: false, include: null, exclude: null },
} as const satisfies Parameters<typeof queryActions.saveQuery>[0]["form"];
/** They need a recovery, or a connected service. */
const NOT_READY = ["confirmRecovered", "denyRecovered", "withdrawRecoveryAnswer", "submitQuery", "runAgain"];

describe("a grower at one site who is a viewer at another", () => {
  test("has every action for growers tried below", async () => {
    const files = await readdir(join(root, "lib"), { recursive: true });
    const sources = await Promise.all(
      files
        .filter((file) => file.endsWith("actions.ts"))
        .map((file) => readFile(join(root, "lib", file), "utf8")),
    );
    const declared = sources.flatMap((source) =>
      [...source.matchAll(/export const (\w+) = action\(\s*\{ access: "grower"/g)].map(([, name]) => name),
    );
    expect(declared.toSorted()).toEqual(Object.keys(ACTS).toSorted());
  });

  test.each(Object.entries(ACTS))("%s is refused at the other site alone", async (name, act) => {
    expect(await act(OTHER)).toEqual({ ok: false, error: { message: REFUSED } });
    const own = await act(OWN);
    if (NOT_READY.includes(name)) expect(own.error?.message).not.toMatch(/viewer|role/);
    else expect(own).toMatchObject({ ok: true });
  });

  test("changed nothing at the other site", async () => {
    const { rows } = await app.pool.query<{ changes: number }>(
      `SELECT (SELECT count(*) FROM alert_handlings h WHERE h.tenancy_id = t.id) +
              (SELECT count(*) FROM alert_notes n WHERE n.tenancy_id = t.id) +
              (SELECT count(*) FROM queries q WHERE q.tenancy_id = t.id AND q.cancel_asked) AS changes
       FROM tenancies t WHERE t.tenant_id = $1`,
      [OTHER],
    );
    expect(Number(rows[0]?.changes)).toBe(0);
  });

  test("acts on alerts of both sites at once where they may, and takes that back", async () => {
    const sites = [OWN, OTHER].map(onAlert);
    const handledAt = async () =>
      (
        await app.pool.query<{ tenant: string }>(
          `SELECT t.tenant_id AS tenant FROM alert_handlings h JOIN tenancies t ON t.id = h.tenancy_id
           WHERE h.acknowledged_at IS NOT NULL`,
        )
      ).rows.map(({ tenant }) => tenant);
    const both = (own: string[]) => ({
      ok: true,
      value: {
        sites: [
          { tenant: OWN, alertIds: own, refused: null },
          { tenant: OTHER, alertIds: [], refused: REFUSED },
        ],
      },
    });
    await alertActions.handleAlerts({ act: "release", sites });
    expect(await alertActions.handleAlerts({ act: "acknowledge", note: "Seen", sites })).toEqual(
      both(["ALERT"]),
    );
    expect(await handledAt()).toEqual([OWN]);
    expect(await alertActions.handleAlerts({ act: "undo", sites })).toEqual(both(["ALERT"]));
    expect(await handledAt()).toEqual([]);
    for (const wrong of [
      { act: "acknowledge", sites: [] },
      { act: "snooze", sites },
      { act: "close", sites },
    ])
      expect(await alertActions.handleAlerts(wrong as never)).toMatchObject({ ok: false });
  });

  test("writes one note at both sites or at none, so that a second try writes none twice", async () => {
    const noted = async () =>
      (await app.pool.query("SELECT 1 FROM alert_notes WHERE text = 'Both'")).rowCount;
    const note = () => alertActions.addNotes({ sites: [OWN, OTHER].map(onAlert), text: "Both" });
    expect(await note()).toEqual({ ok: false, error: { message: REFUSED } });
    expect(await noted()).toBe(0);
    const everywhere = await addPerson(app.pool, "grower");
    asked.cookie = everywhere.cookie;
    expect(await note()).toMatchObject({ ok: true });
    expect(await noted()).toBe(2);
    await app.pool.query("DELETE FROM alert_notes WHERE text = 'Both'");
    await app.pool.query("DELETE FROM users WHERE id = $1", [everywhere.id]);
  });

  test("has every change of the API for growers tried here", () => {
    const changes = ENDPOINTS.filter(({ access, method }) => access === "grower" && method !== "GET");
    expect(changes.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "PUT /api/v1/jobs/{jobId}",
      "POST /api/v1/queries",
    ]);
  });

  test("names a growth job at the own site alone", async () => {
    const { PUT } = await import("@/app/api/v1/jobs/[jobId]/route");
    const name = (tenant: string) => {
      const init = {
        method: "PUT",
        body: JSON.stringify({ name: "Early" }),
        headers: { cookie: ria.cookie },
      };
      return call(PUT, `/api/v1/jobs/JOB?tenant=${tenant}`, { token: null, init, params: { jobId: "JOB" } });
    };
    const refused = await name(OTHER);
    expect([refused.status, await refused.json()]).toMatchObject([403, { detail: REFUSED }]);
    expect((await name(OWN)).status).toBe(200);
  });

  const ask = async (path: string, { cookie }: Person, init: RequestInit = {}) => {
    const route = (await readRoutes()).get(path.split("?")[0] ?? "");
    if (!route) throw new Error(`Nothing answers at ${path}`);
    return call(route, path, { token: null, init: { ...init, headers: { cookie } } });
  };

  test("gets 403 with what to do from the API, by the tenant of the body", async () => {
    const { POST } = await import("@/app/api/v1/queries/route");
    const submit = async (tenant: string) => {
      const body = JSON.stringify({ tenant, type: "indices" });
      const init = { method: "POST", body, headers: { cookie: ria.cookie } };
      return call(POST, "/api/v1/queries", { token: null, init });
    };
    const refused = await submit(OTHER);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("content-type")).toBe("application/problem+json");
    expect(await refused.json()).toMatchObject({ detail: REFUSED });
    // Not connected, which is asked after the role.
    expect((await submit(OWN)).status).toBe(409);
  });

  test("reads both sites, with the role in each", async () => {
    const { items } = await (await ask("/api/v1/tenancies", ria)).json();
    const roles = items.map(({ tenantId, role }: { tenantId: string; role: string }) => [tenantId, role]);
    expect(roles).toEqual([
      [OWN, "grower"],
      [OTHER, "viewer"],
    ]);
    for (const tenant of [OWN, OTHER])
      expect((await ask(`/api/v1/alerts?tenant=${tenant}`, ria)).status).toBe(200);
  });

  test("can be assigned alerts only where they are a grower", async () => {
    const ruth = await addPerson(app.pool, "grower");
    await app.pool.query("UPDATE users SET name = 'Ruth' WHERE id = $1", [ruth.id]);
    const namesAt = async (query: string) => {
      const { items } = await (await ask(`/api/v1/owners${query}`, ruth)).json();
      return items.map(({ name }: { name: string }) => name);
    };
    expect(await namesAt("")).toEqual(["A grower", "Ruth"]);
    expect(await namesAt(`?tenant=${OWN}`)).toEqual(["A grower", "Ruth"]);
    expect(await namesAt(`?tenant=${OTHER}`)).toEqual(["Ruth"]);
    expect((await ask(`/api/v1/owners?tenant=${OTHER}`, ria)).status).toBe(403);
    asked.cookie = ruth.cookie;
    expect(await handle({ act: "assign", owner: "A grower" }, OTHER)).toMatchObject({
      ok: false,
      error: { parameter: "owner" },
    });
  });
});

describe("roles by site", () => {
  const EMAIL = "ria@example.com";
  const found = async () => {
    const user = (await listUsers(SYSTEM)).find(({ email }) => email === EMAIL);
    if (!user) throw new Error("No such user");
    return user;
  };
  const accessOf = async () => {
    const { role, areas } = await found();
    return { role, areas };
  };
  const at = (tenantId: string, role?: "viewer" | "grower", path: string | null = null) => ({
    ...{ tenantId, path },
    ...(role && { role }),
  });
  const set = async (...areas: AreaLimit[]) => setUserAreas(SYSTEM, { id: (await found()).id, areas });

  beforeEach(async () => {
    await app.pool.query("DELETE FROM users WHERE email = $1", [EMAIL]);
    await emptyAudit(app.pool);
    await createUser(SYSTEM, { email: EMAIL, name: "Ria", role: "viewer", password: "a long password" });
  });

  test("leave what was stored before them as it was: the one role counts at each site", async () => {
    for (const role of ["viewer", "grower"] as const) {
      const before = await addPerson(app.pool, role, [
        { tenantId: OWN, path: null },
        { tenantId: OTHER, path: "House" },
      ]);
      asked.cookie = before.cookie;
      for (const tenant of [OWN, OTHER]) {
        const { ok } = (await ACTS.addNotes?.(tenant)) ?? {};
        expect(ok, `${role} at ${tenant}`).toBe(role === "grower");
      }
    }
  });

  test("raise the account to the highest, and mark the sites where it is lower", async () => {
    await set(at(OWN, "grower"), at(OTHER));
    expect(await accessOf()).toEqual({ role: "grower", areas: [at(OWN), at(OTHER, "viewer")] });
    await set(at(OWN, "viewer"), at(OTHER, "viewer", "House"), at(OTHER, "viewer", "House#Bench"));
    expect(await accessOf()).toEqual({ role: "viewer", areas: [at(OWN), at(OTHER, undefined, "House")] });
    const { items } = await listAudit(SYSTEM, { search: "areas-set" });
    expect(items.map(({ detail }) => detail)).toEqual([
      { areas: `all of ${OWN}, House`, role: "grower → viewer" },
      { areas: `all of ${OWN}, all of ${OTHER} (as viewer)`, role: "viewer → grower" },
    ]);
  });

  test("give way to one role at every site only if an admin says which", async () => {
    const everything = async (role?: "viewer" | "grower") =>
      setUserAreas(SYSTEM, { id: (await found()).id, areas: null, ...(role && { role }) });
    await set(at(OWN, "grower"), at(OTHER, "viewer"));
    await expect(everything()).rejects.toMatchObject({
      parameter: "role",
      message: "Ria is a grower at some sites and a viewer at others. Choose their role at every site.",
    });
    expect(await accessOf()).toEqual({ role: "grower", areas: [at(OWN), at(OTHER, "viewer")] });
    await everything("viewer");
    expect(await accessOf()).toEqual({ role: "viewer", areas: null });
    const { items } = await listAudit(SYSTEM, { search: "areas-set" });
    expect(items[0]?.detail).toEqual({ areas: "everything", role: "grower → viewer" });
    await set(at(OWN, "grower"), at(OTHER, "viewer"));
    await everything("grower");
    expect(await accessOf()).toEqual({ role: "grower", areas: null });
    await everything();
    expect((await found()).role).toBe("grower");
  });

  test("cannot be said of an admin, who stays one", async () => {
    const { id } = await found();
    await editUser(SYSTEM, { id, name: "Ria", role: "admin" });
    await setUserAreas(SYSTEM, { id, areas: null, role: "viewer" });
    expect(await accessOf()).toEqual({ role: "admin", areas: null });
  });

  test("are refused where one site has two", async () => {
    await expect(set(at(OTHER, "grower", "House"), at(OTHER, "viewer", "Hall"))).rejects.toMatchObject({
      parameter: "areas",
      message: expect.stringContaining("two roles"),
    });
    expect(await accessOf()).toEqual({ role: "viewer", areas: null });
  });

  test("never exceed the account's role, also after it was lowered", async () => {
    await set(at(OWN, "grower"), at(OTHER, "viewer"));
    const { id } = await found();
    await editUser(SYSTEM, { id, name: "Ria", role: "viewer" });
    expect((await found()).role).toBe("viewer");
    await editUser(SYSTEM, { id, name: "Ria", role: "grower" });
    expect(await accessOf()).toEqual({ role: "grower", areas: [at(OWN), at(OTHER, "viewer")] });
    await editUser(SYSTEM, { id, name: "Ria", role: "admin" });
    expect(await accessOf()).toEqual({ role: "admin", areas: null });
  });

  test("come with an invitation", async () => {
    await app.pool.query("DELETE FROM users WHERE email = $1", [EMAIL]);
    const areas = [at(OWN, "grower"), at(OTHER, "viewer", "House")];
    await inviteUser(SYSTEM, { email: EMAIL, role: "viewer", areas });
    expect(await accessOf()).toEqual({ role: "grower", areas: [at(OWN), at(OTHER, "viewer", "House")] });
  });

  test("count from the next request of an open session on", async () => {
    const person = await addPerson(app.pool, "grower", [at(OWN), at(OTHER)]);
    asked.cookie = person.cookie;
    expect(await ACTS.addNotes?.(OTHER)).toMatchObject({ ok: true });
    await setUserAreas(SYSTEM, { id: person.id, areas: [at(OWN), at(OTHER, "viewer")] });
    expect(await ACTS.addNotes?.(OTHER)).toMatchObject({ ok: false, error: { message: REFUSED } });
    expect(await ACTS.addNotes?.(OWN)).toMatchObject({ ok: true });
    await setUserAreas(SYSTEM, { id: person.id, areas: [at(OWN), at(OTHER, "grower")] });
    expect(await ACTS.addNotes?.(OTHER)).toMatchObject({ ok: true });
  });
});
