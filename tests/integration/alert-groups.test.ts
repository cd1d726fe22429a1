// Alerts grouped by problem, and those of a person's own areas: docs/spec/http-contract.md "Alerts".

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { GET as listRoute } from "@/app/api/v1/alerts/route";
import { GET as tabsRoute } from "@/app/api/v1/alerts/tabs/route";
import type { AlertGroup, ListedAlert, listAlerts } from "@/lib/alerting/alerts/contract";
import { problemKey } from "@/lib/alerting/alerts/groups";
import { isOpen } from "@/lib/base/core/area-limits";
import { groupBy } from "@/lib/base/core/group-by";
import { commonPath } from "@/lib/base/core/paths";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import { addAlertFarm, type GivenAlert, minute } from "../support/alert-farm";
import { openTestApp, type TestApp } from "../support/app";
import { addPerson, type Person } from "../support/people";

let app: TestApp;
let grower: Person;

beforeAll(async () => {
  app = await openTestApp();
  grower = await addPerson(app.pool, "grower");
});
afterAll(() => app.close());

/** A tenancy of its own with these alerts. */
const farmWith = (alerts: readonly GivenAlert[]) => addAlertFarm(app, alerts);

type Query = Record<string, string>;
type Answer = z.output<NonNullable<typeof listAlerts.answer>>;

async function get(
  route: typeof listRoute,
  query: Query | [string, string][],
  person = grower,
): Promise<{ status: number; answer: Answer }> {
  const request = new Request(`http://farm.test/api/v1/alerts?${new URLSearchParams(query)}`, {
    headers: { cookie: person.cookie },
  });
  const response = await route(request, { params: Promise.resolve({}) });
  return { status: response.status, answer: await response.json() };
}

async function groupsOf(tenant: string, query: Query = {}, person = grower) {
  const { answer } = await get(listRoute, { tenant, group: "problem", status: "open", ...query }, person);
  return answer.items.map((item) => ({ head: item.alertId, ...(item.group as AlertGroup) }));
}

const bench = (n: number) => `Farm#House#Bench ${n}`;

describe("a group", () => {
  test("holds the alerts of one job at one place, and says what stands at its row", async () => {
    const { tenant } = await farmWith([
      { id: "old", paths: [bench(1)], rank: 1, began: 1, changed: 2 },
      { id: "worst", paths: [bench(1)], rank: 3, began: 5, changed: 6, type: "PRODUCTIVITY" },
      { id: "newest", paths: [bench(1)], rank: 2, began: 4, changed: 9 },
      { id: "taken", paths: [bench(1)], rank: 2, began: 3, by: "R. Bakker" },
      { id: "closed", paths: [bench(1)], rank: 3, status: "closed" },
      { id: "beside", paths: [bench(2)], rank: 2 },
      { id: "other job", paths: [bench(1)], rank: 1, job: "JOB 2" },
    ]);
    const [all] = await groupsOf(tenant, { order: "worst" });
    expect(all).toMatchObject({ alertIds: ["worst", "newest", "taken", "old"], alerts: 4 });
    expect(all?.attentionIds).toEqual(["worst", "newest", "old"]);
    const groups = await groupsOf(tenant, { desk: "attention", order: "worst" });
    expect(groups.map(({ head }) => head)).toEqual(["worst", "beside", "other job"]);
    expect(groups[0]).toEqual({
      head: "worst",
      jobId: "JOB",
      place: bench(1),
      areas: [bench(1)],
      alerts: 3,
      alertIds: ["worst", "newest", "old"],
      attentionIds: ["worst", "newest", "old"],
      bySeverity: { high: 1, medium: 1, low: 1, plain: 0 },
      plants: { high: 0, medium: 0, low: 0, plain: 0 },
      indices: ["HEALTH", "PRODUCTIVITY"],
      since: minute(1),
      lastEventAt: minute(9),
      open: 4,
      acknowledged: 1,
      acknowledgedBy: ["R. Bakker"],
      assigned: 0,
      assignedTo: [],
      snoozed: 0,
      snoozedUntil: null,
    });
  });

  test("says who has alerts that nobody acknowledged, and stands for one that nobody has", async () => {
    const { tenant } = await farmWith([
      { id: "joris", paths: [bench(1)], rank: 3, changed: 9, owner: "Joris" },
      { id: "nobody", paths: [bench(1)], rank: 3, changed: 2 },
      { id: "for sanne", paths: [bench(1)], rank: 2, by: "R. Bakker", owner: "Sanne" },
      { id: "own", paths: [bench(1)], rank: 2, by: "R. Bakker", owner: "R. Bakker" },
      { id: "away", paths: [bench(1)], rank: 1, snoozed: true },
    ]);
    const [group] = await groupsOf(tenant, { order: "worst" });
    expect(group).toMatchObject({
      head: "nobody",
      attentionIds: ["nobody", "joris"],
      open: 5,
      acknowledged: 2,
      acknowledgedBy: ["R. Bakker"],
      assigned: 2,
      assignedTo: ["Joris", "Sanne"],
      snoozed: 1,
    });
  });

  test("counts plant alerts apart from those with a severity", async () => {
    const { tenant } = await farmWith([
      { id: "critical", paths: [bench(1)], rank: 3, category: "PLANT_CRITICAL_ALERT" },
      { id: "high", paths: [bench(1)], rank: 3 },
      { id: "stress", paths: [bench(1)], rank: 2, category: "PLANT_STRESS_ALERT" },
    ]);
    expect(await groupsOf(tenant)).toMatchObject([
      {
        bySeverity: { high: 2, medium: 1, low: 0, plain: 0 },
        plants: { high: 1, medium: 1, low: 0, plain: 0 },
      },
    ]);
  });

  test("is at the nearest area that holds all of an alert's areas", async () => {
    const { tenant } = await farmWith([
      { id: "a", paths: [bench(1), bench(2)], rank: 3 },
      { id: "b", paths: [bench(1), bench(3)], rank: 2 },
      { id: "c", paths: ["Farm#House"], rank: 1 },
      // "House!" sorts between "House" and "House#…".
      { id: "d", paths: ["Farm#House!", bench(1)], rank: 1 },
      { id: "nowhere", paths: [], rank: 1 },
      { id: "two farms", paths: ["Farm", "Other"], rank: 1 },
    ]);
    const groups = await groupsOf(tenant, { order: "worst" });
    expect(groups.map(({ place, alertIds }) => [place, alertIds.toSorted()])).toEqual([
      ["Farm#House", ["a", "b", "c"]],
      ["Farm", ["d"]],
      [null, ["nowhere", "two farms"]],
    ]);
  });

  test("names the areas of its alerts that the caller may see", async () => {
    const { tenant } = await farmWith([
      { id: "a", paths: [bench(2), bench(1)] },
      { id: "b", paths: [bench(1), bench(10)] },
      { id: "closed", paths: [bench(4), bench(5)], status: "closed" },
      { id: "nowhere", paths: [] },
      ...Array.from({ length: 101 }, (_, n) => ({ id: `many ${n}`, paths: [bench(7)], job: "JOB 2" })),
    ]);
    const areasOf = async (person?: Person) =>
      (await groupsOf(tenant, { order: "oldest" }, person)).map(({ jobId, place, areas }) => [
        jobId === "JOB" ? place : jobId,
        areas,
      ]);
    expect(await areasOf()).toEqual(
      expect.arrayContaining([
        ["Farm#House", [bench(1), bench(2), bench(10)]],
        [null, []],
        ["JOB 2", []],
      ]),
    );
    const limited = await addPerson(app.pool, "grower", [{ tenantId: tenant, path: bench(1) }]);
    expect(await areasOf(limited)).toEqual([[bench(1), [bench(1)]]]);
  });

  test("never spans tenancies", async () => {
    const here = await farmWith([{ id: "here", paths: [bench(1)] }]);
    const there = await farmWith([{ id: "there", paths: [bench(1)], by: "S. Okafor" }]);
    expect(await groupsOf(here.tenant)).toMatchObject([{ alertIds: ["here"], open: 1, acknowledged: 0 }]);
    expect(await groupsOf(there.tenant)).toMatchObject([{ alertIds: ["there"], open: 1, acknowledged: 1 }]);
  });

  test("contains nothing outside the areas of a person", async () => {
    const { tenant } = await farmWith([
      { id: "mine", paths: [bench(1), bench(2)], rank: 1 },
      { id: "hidden", paths: [bench(2)], rank: 3, by: "hidden person" },
      { id: "partly", paths: [bench(1)], rank: 2 },
    ]);
    const limits: AreaLimit[] = [{ tenantId: tenant, path: bench(1) }];
    const groups = await groupsOf(tenant, { order: "worst" }, await addPerson(app.pool, "grower", limits));
    expect(groups).toMatchObject([
      { head: "partly", place: bench(1), alerts: 2, open: 2, alertIds: ["partly", "mine"], acknowledged: 0 },
    ]);
    expect(JSON.stringify(groups)).not.toMatch(/hidden|Bench 2/);
  });

  test("contains only what fits the other filters", async () => {
    const { tenant } = await farmWith([
      { id: "health", paths: [bench(1)], rank: 1 },
      { id: "growth", paths: [bench(1)], rank: 3, type: "PRODUCTIVITY" },
      { id: "beside", paths: [bench(2)], rank: 3, by: "R. Bakker" },
    ]);
    const idsFor = async (query: Query) => (await groupsOf(tenant, query)).map(({ alertIds }) => alertIds);
    expect(await idsFor({ type: "HEALTH", area: bench(1) })).toEqual([["health"]]);
    expect(await idsFor({ severity: "HIGH", order: "worst", desk: "attention" })).toEqual([["growth"]]);
    expect(await idsFor({ text: "bench 2" })).toEqual([["beside"]]);
    expect(await idsFor({ owner: "R. Bakker" })).toEqual([["beside"]]);
    expect(await idsFor({ alertId: "growth" })).toEqual([["growth"]]);
  });

  test("names the evidence of the alert that it stands for", async () => {
    const { tenant } = await farmWith([{ id: "growth", paths: [bench(1)], type: "PRODUCTIVITY" }]);
    const { answer } = await get(listRoute, { tenant, group: "problem", evidence: "true" });
    expect(answer.items[0]?.evidence?.index).toBe("PRODUCTIVITY");
  });
});

test("a cursor of a list is not one of groups", async () => {
  const { tenant } = await farmWith([1, 2, 3].map((n) => ({ id: `a${n}`, paths: [bench(n)] })));
  const { answer } = await get(listRoute, { tenant, limit: "1" });
  const cursor = answer.nextCursor ?? "";
  expect((await get(listRoute, { tenant, limit: "1", cursor })).status).toBe(200);
  expect((await get(listRoute, { tenant, limit: "1", cursor, group: "problem" })).status).toBe(400);
});

const PATHS = ["A", "A!", "A#1", "A#1#x", "A#1#y", "A#10", "A#10#x", "A##", "B", "B#1", "é#1"];
const anAlert = fc.record({
  job: fc.constantFrom("JOB 1", "JOB 2"),
  paths: fc.uniqueArray(fc.constantFrom(...PATHS), { maxLength: 3 }),
  rank: fc.integer({ min: 0, max: 3 }),
  began: fc.integer({ min: 0, max: 4 }),
  changed: fc.integer({ min: 5, max: 9 }),
  status: fc.constantFrom("open" as const, "open" as const, "closed" as const),
});

test("pages and counts groups as the rule makes them, in every order", async () => {
  const property = fc.asyncProperty(fc.array(anAlert, { minLength: 1, maxLength: 25 }), async (drawn) => {
    const alerts = drawn.map((one, n) => ({ ...one, id: `alert ${n}` }));
    const { tenant } = await farmWith(alerts);
    const limits = ["A#1", "B"];
    const limited = await addPerson(
      app.pool,
      "viewer",
      limits.map((path) => ({ tenantId: tenant, path })),
    );
    for (const [person, visible] of [
      [grower, alerts],
      [limited, alerts.map((one) => ({ ...one, paths: one.paths.filter((path) => isOpen(limits, path)) }))],
    ] as const) {
      const seen = visible.filter(({ paths }) => person === grower || paths.length > 0);
      const expected = groupBy(seen, ({ job, paths }) =>
        problemKey({ jobId: job, place: commonPath(paths) }),
      );
      for (const order of ["worst", "newest", "oldest"]) {
        const found: ListedAlert[] = [];
        let cursor: string | null = null;
        do {
          const query: Query = { tenant, group: "problem", order, limit: "2", ...(cursor && { cursor }) };
          const { answer } = await get(listRoute, query, person);
          found.push(...answer.items);
          if (answer.items.length > 0) expect(answer.groups).toBe(expected.size);
          cursor = answer.nextCursor;
        } while (cursor);
        const groups = found.map(({ group }) => group as AlertGroup);
        expect(groups.map((group) => [problemKey(group), group.alertIds.toSorted()]).toSorted()).toEqual(
          [...expected].map(([key, of]) => [key, of.map(({ id }) => id).toSorted()]).toSorted(),
        );
        const keys = found.map(({ status, group }, place) => {
          const worst = seen.find(({ id }) => id === found[place]?.alertId)?.rank ?? 0;
          if (order === "oldest") return -Date.parse(group?.since ?? "");
          const at = Date.parse(group?.lastEventAt ?? "");
          return order === "newest" ? at : (status === "open" ? 8e15 : 0) + worst * 2e15 + at;
        });
        expect(keys).toEqual(keys.toSorted((one, other) => other - one));
      }
    }
  });
  await fc.assert(property, { numRuns: 12 });
});

describe("a person's own areas", () => {
  async function markedFarm() {
    const farm = await farmWith([
      { id: "mine", paths: [`${bench(1)}#Tier 1`], rank: 1 },
      { id: "elsewhere", paths: [bench(10)], rank: 3 },
      { id: "elsewhere too", paths: [bench(2)], rank: 2 },
      { id: "nowhere", paths: [], rank: 3 },
      { id: "handled", paths: [bench(2)], rank: 3, by: "R. Bakker" },
    ]);
    const person = await addPerson(app.pool, "viewer");
    await app.pool.query("INSERT INTO area_favourites (tenancy_id, user_id, path) VALUES ($1, $2, $3)", [
      farm.id,
      person.id,
      bench(1),
    ]);
    return { ...farm, person };
  }

  test("narrow the list, its groups and its counts, and count what needs attention elsewhere", async () => {
    const { tenant, person } = await markedFarm();
    const list = await get(listRoute, { tenant, mine: "true" }, person);
    expect(list.answer.items.map(({ alertId }) => alertId)).toEqual(["mine"]);
    expect(await groupsOf(tenant, { mine: "true" }, person)).toMatchObject([{ alertIds: ["mine"] }]);
    const tabs = await get(tabsRoute, { tenant, mine: "true" }, person);
    expect(tabs.answer).toEqual({
      attention: 1,
      acknowledged: 0,
      snoozed: 0,
      closed: 0,
      elsewhere: { high: 2, medium: 1, low: 0, plain: 0 },
      elsewherePlants: { high: 0, medium: 0, low: 0, plain: 0 },
    });
    await app.pool.query(
      "UPDATE alerts SET type = NULL, severity = NULL, category = 'PLANT_STRESS_ALERT' WHERE alert_id = 'elsewhere'",
    );
    const withPlant = await get(tabsRoute, { tenant, mine: "true" }, person);
    expect(withPlant.answer).toMatchObject({ elsewherePlants: { high: 1, medium: 0 } });
  });

  test("are those of the person who asks, and nothing for one without any", async () => {
    const { tenant } = await markedFarm();
    const { answer } = await get(listRoute, { tenant, mine: "true" });
    expect(answer.items).toEqual([]);
    const tabs = await get(tabsRoute, { tenant, mine: "true" });
    expect(tabs.answer).toMatchObject({ attention: 0, elsewhere: { high: 2, medium: 1, low: 1, plain: 0 } });
  });
});
