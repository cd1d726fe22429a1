// The alerts of several tenancies in one list: docs/spec/http-contract.md "Alerts", `tenant=*`.

import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { GET as listRoute } from "@/app/api/v1/alerts/route";
import { GET as tabsRoute } from "@/app/api/v1/alerts/tabs/route";
import type { countTabs, ListedAlert, listAlerts } from "@/lib/alerting/alerts/contract";
import { deleteSiteGroup, readSiteGroups, saveSiteGroup } from "@/lib/farm/site-groups/service.server";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { addAlertFarm, type GivenAlert, minute } from "../support/alert-farm";
import { openTestApp, type TestApp } from "../support/app";
import { addPerson, type Person } from "../support/people";

let app: TestApp;
let grower: Person;

beforeAll(async () => {
  app = await openTestApp();
  grower = await addPerson(app.pool, "grower");
});
beforeEach(async () => {
  await app.pool.query("TRUNCATE tenancies, alerts, alert_places, alert_handlings, control_areas CASCADE");
});
afterAll(() => app.close());

type Query = Record<string, string>;
type Page = z.output<NonNullable<typeof listAlerts.answer>>;
type Tabs = z.output<NonNullable<typeof countTabs.answer>>;

async function get<A = Page>(
  query: Query,
  person: Person = grower,
  route: typeof listRoute = listRoute,
): Promise<{ status: number; answer: A }> {
  const request = new Request(`http://farm.test/api/v1/alerts?${new URLSearchParams(query)}`, {
    headers: { cookie: person.cookie },
  });
  const response = await route(request, { params: Promise.resolve({}) });
  return { status: response.status, answer: await response.json() };
}

const tabsOf = async (query: Query, person?: Person) => (await get<Tabs>(query, person, tabsRoute)).answer;

/** All pages of a list. */
async function pagesOf(query: Query, person?: Person): Promise<ListedAlert[]> {
  const found: ListedAlert[] = [];
  let cursor: string | null = null;
  do {
    const of: Query = { ...query, limit: "3", ...(cursor && { cursor }) };
    const { status, answer } = await get(of, person);
    expect(status).toBe(200);
    found.push(...answer.items);
    cursor = answer.nextCursor;
  } while (cursor);
  return found;
}

const farmWith = (alerts: readonly GivenAlert[]) => addAlertFarm(app, alerts);
const farmNamed = (id: string) => farmWith([{ id, paths: ["A"] }]);
const named = ({ tenantId, alertId }: ListedAlert) => `${tenantId} ${alertId}`;

const PATHS = ["A", "A#1", "A#2", "B"];
const anAlert = fc.record({
  job: fc.constantFrom("JOB 1", "JOB 2"),
  paths: fc.uniqueArray(fc.constantFrom(...PATHS), { maxLength: 2 }),
  rank: fc.integer({ min: 1, max: 3 }),
  began: fc.integer({ min: 0, max: 2 }),
  changed: fc.integer({ min: 3, max: 5 }),
  status: fc.constantFrom("open" as const, "open" as const, "closed" as const),
});

/** Three farms with alerts of the same ids and times, and people who see all, some or one of them. */
async function threeFarms(drawn: readonly Omit<GivenAlert, "id">[]) {
  const farms = [];
  for (let nth = 0; nth < 3; nth++) {
    const own = drawn.filter((_, place) => place % 3 === nth);
    farms.push(await farmWith(own.map((one, place) => ({ ...one, id: `alert ${place}` }))));
  }
  const tenants = farms.map(({ tenant }) => tenant);
  const [first = "", second = ""] = tenants;
  const limited = await addPerson(app.pool, "viewer", [
    { tenantId: first, path: "A#1" },
    { tenantId: second, path: null },
  ]);
  return { farms, tenants, readers: [[grower, tenants] as const, [limited, [first, second]] as const] };
}

describe("a list of all tenancies", () => {
  test("has the alerts of each in its own order, page by page, and of no other", async () => {
    const property = fc.asyncProperty(fc.array(anAlert, { minLength: 9, maxLength: 40 }), async (drawn) => {
      const { tenants, readers } = await threeFarms(drawn);
      for (const [person, seen] of readers)
        for (const order of ["worst", "newest", "oldest"])
          for (const group of ["none", "problem"]) {
            const query = { order, group, status: group === "none" ? "all" : "open" };
            const all = (await pagesOf({ ...query, tenant: "*" }, person)).filter(({ tenantId }) =>
              // Farms of earlier runs are there, too.
              tenants.includes(tenantId),
            );
            expect(new Set(all.map(named)).size).toBe(all.length);
            const single = await Promise.all(seen.map((tenant) => pagesOf({ ...query, tenant }, person)));
            expect(all.length).toBe(single.flat().length);
            for (const [nth, tenant] of seen.entries()) {
              const own = all.filter(({ tenantId }) => tenantId === tenant);
              expect(own.map(({ site: _, ...alert }) => alert)).toEqual(single[nth]);
              expect(own.every(({ site }) => site?.name === tenant)).toBe(true);
            }
            expect(all.map(weight(order))).toEqual(all.map(weight(order)).toSorted((a, b) => b - a));
          }
      await app.pool.query("TRUNCATE tenancies, alerts, alert_places, control_areas CASCADE");
    });
    await fc.assert(property, { numRuns: 2 });
  });

  test("counts each tab as the sum of the tenancies", async () => {
    const { tenants, readers } = await threeFarms(
      Array.from({ length: 24 }, (_, n) => ({
        paths: [PATHS[n % 4] ?? "A"],
        rank: 1 + (n % 3),
        status: n % 5 === 0 ? ("closed" as const) : ("open" as const),
        ...(n % 4 === 1 && { by: "R. Bakker" }),
      })),
    );
    for (const [person, seen] of readers)
      for (const filter of [{}, { severity: "HIGH" }, { text: "a#1" }, { placed: "true" }] as Query[]) {
        const single = await Promise.all(seen.map((tenant) => tabsOf({ ...filter, tenant }, person)));
        const sum = (tab: "attention" | "acknowledged" | "snoozed" | "closed") =>
          single.reduce((total, one) => total + one[tab], 0);
        expect(await tabsOf({ ...filter, tenant: "*" }, person)).toEqual({
          attention: sum("attention"),
          acknowledged: sum("acknowledged"),
          snoozed: 0,
          closed: sum("closed"),
        });
      }
    expect(tenants).toHaveLength(3);
  });

  test("takes an area of one of them, and no cursor of a list of one", async () => {
    const { tenant } = await farmWith([
      { id: "here", paths: ["A"] },
      { id: "there", paths: ["B"] },
    ]);
    await farmWith([{ id: "other", paths: ["C"] }]);
    const idsIn = async (area: string) =>
      (await pagesOf({ tenant: "*", area })).map(({ alertId }) => alertId);
    expect(await idsIn("A")).toEqual(["here"]);
    expect(await idsIn("C")).toEqual(["other"]);
    expect((await get({ tenant: "*", area: "D" })).status).toBe(404);
    const one = await get({ tenant, limit: "1" });
    const all = await get({ tenant: "*", limit: "1" });
    expect((await get({ tenant: "*", limit: "1", cursor: one.answer.nextCursor ?? "" })).status).toBe(400);
    expect((await get({ tenant, limit: "1", cursor: all.answer.nextCursor ?? "" })).status).toBe(400);
  });

  test("is narrowed to the person's own areas in each of them", async () => {
    const one = await farmWith([
      { id: "mine", paths: ["A#1"] },
      { id: "not mine", paths: ["B"], rank: 3 },
    ]);
    const two = await farmWith([
      { id: "also mine", paths: ["B"] },
      { id: "beside", paths: ["A"] },
    ]);
    await farmWith([{ id: "elsewhere", paths: ["A"] }]);
    for (const [{ id }, path] of [
      [one, "A"],
      [two, "B"],
    ] as const)
      await app.pool.query("INSERT INTO area_favourites (tenancy_id, user_id, path) VALUES ($1, $2, $3)", [
        id,
        grower.id,
        path,
      ]);
    const query = { tenant: "*", mine: "true" };
    expect((await pagesOf(query)).map(({ alertId }) => alertId).toSorted()).toEqual(["also mine", "mine"]);
    expect(await tabsOf(query)).toEqual({
      ...{ attention: 2, acknowledged: 0, snoozed: 0, closed: 0 },
      elsewhere: { high: 1, medium: 0, low: 2, plain: 0 },
      elsewherePlants: { high: 0, medium: 0, low: 0, plain: 0 },
    });
  });

  test("is narrowed to a group of the person's own sites", async () => {
    const [one, two, three] = [await farmNamed("one"), await farmNamed("two"), await farmNamed("three")];
    const ria = await addPerson(app.pool, "grower");
    const actorOf = (areas: AreaLimit[] | null) =>
      makeActor({ kind: "user", id: ria.id, name: "Ria", role: "grower", tenancyId: null, areas });
    const actor = actorOf(null);
    const group = (from: string | null, name: string, ...farms: { tenant: string }[]) =>
      saveSiteGroup(actor, { from, name, tenantIds: farms.map(({ tenant }) => tenant) });
    const groups = async () => (await readSiteGroups(actor)).items.map((own) => [own.name, own.tenantIds]);
    await group(null, "North", one, two);
    await group(null, "South", three);
    expect(await groups()).toEqual([
      ["North", [one.tenant, two.tenant]],
      ["South", [three.tenant]],
    ]);
    const north = { tenant: "*", siteGroup: "North" };
    const idsIn = async (query: Query, person: Person) =>
      (await pagesOf(query, person)).map(({ alertId }) => alertId).toSorted();
    expect(await idsIn(north, ria)).toEqual(["one", "two"]);
    expect(await tabsOf(north, ria)).toMatchObject({ attention: 2 });
    expect(await idsIn({ tenant: three.tenant, siteGroup: "North" }, ria)).toEqual([]);
    // Another person has none of this name.
    expect(await idsIn(north, grower)).toEqual([]);

    // A site is in one group at most; a group without a site is gone.
    await group("North", "East", two, three);
    expect(await groups()).toEqual([["East", [two.tenant, three.tenant]]]);
    await deleteSiteGroup(actor, { name: "East" });
    expect(await groups()).toEqual([]);
    await expect(group(null, "West", { tenant: "nowhere" })).rejects.toMatchObject({ code: "bad-request" });
    await expect(
      saveSiteGroup(SYSTEM, { from: null, name: "West", tenantIds: [one.tenant] }),
    ).rejects.toThrow("for people");

    // What a person may not see any more is in no group.
    await group(null, "North", one, two);
    const limited = actorOf([{ tenantId: two.tenant, path: null }]);
    expect((await readSiteGroups(limited)).items).toEqual([{ name: "North", tenantIds: [two.tenant] }]);
    await app.pool.query("DELETE FROM users WHERE id = $1", [ria.id]);
    expect((await app.pool.query("SELECT FROM site_groups")).rowCount).toBe(0);
  });

  test("keeps the episodes of tenancies with the same ids apart", async () => {
    const replaced = { id: "old", paths: ["A"], began: 0, changed: 2, status: "closed" as const };
    const later = { id: "new", paths: ["A"], began: 2 };
    const one = await farmWith([replaced, later]);
    await farmWith([later]);
    await app.pool.query("UPDATE alerts SET close_reason = 'REPLACED' WHERE status = 'closed'");
    const open = await pagesOf({ tenant: "*", status: "open" });
    expect(open.map(({ tenantId, continues }) => [tenantId === one.tenant, continues])).toEqual(
      expect.arrayContaining([
        [true, { alertId: "old", since: minute(0) }],
        [false, null],
      ]),
    );
  });

  test("is empty where nobody has a tenancy", async () => {
    const { answer } = await get({ tenant: "*" });
    expect(answer).toEqual({ items: [], nextCursor: null });
    expect((await get({ tenant: "*", group: "problem" })).answer).toMatchObject({ items: [], groups: 0 });
    expect(await tabsOf({ tenant: "*" })).toMatchObject({ attention: 0, closed: 0 });
  });
});

/** What a list in an order is sorted by, falling. */
const weight =
  (order: string) =>
  ({ status, severity, group, ...alert }: ListedAlert): number => {
    if (order === "oldest") return -Date.parse(group?.since ?? alert.raisedAt ?? alert.firstEventAt);
    const at = Date.parse(group?.lastEventAt ?? alert.lastEventAt);
    const rank = ["LOW", "MEDIUM", "HIGH"].indexOf(severity ?? "");
    return order === "newest" ? at : (status === "open" ? 8e15 : 0) + rank * 2e15 + at;
  };
