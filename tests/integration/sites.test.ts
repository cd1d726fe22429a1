// All sites in one answer: docs/spec/http-contract.md "Read API".

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as countsRoute } from "@/app/api/v1/alerts/counts/route";
import { GET as sitesRoute } from "@/app/api/v1/sites/route";
import { acknowledge } from "@/lib/alerting/alerts/handling.server";
import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import {
  addTenancy,
  addToken,
  alertOf,
  call,
  plantAlertOf,
  send,
  type TestTenancy,
  useTestDatabase,
} from "../support/notifications";
import { addPerson } from "../support/people";

let leave: () => Promise<void>;
let viewer: string;

beforeAll(async () => {
  leave = await useTestDatabase();
  viewer = await addToken("viewer");
});
beforeEach(async () => {
  await getPool().query(`truncate tenancies, settings, webhook_secrets, deliveries, notifications, alerts, alert_handlings, alert_places,
      control_areas, jobs, job_areas restart identity cascade`);
  // Our own address answers, so that a quiet site is believed.
  await getPool().query(
    "insert into settings (key, value, updated_at) values ('endpoint-answered', jsonb_build_object('at', now()), now())",
  );
});
afterAll(() => leave());

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

async function sites(token = viewer) {
  const { status, answer } = await call(sitesRoute, token);
  expect(status).toBe(200);
  return answer.items;
}

const raise = async (farm: TestTenancy, members: Record<string, unknown> = {}) => {
  const alert = alertOf(farm, { timestamp: ago(HOUR_MS), ...members });
  expect((await send(farm, alert)).answer.status).toBe("accepted");
  return alert;
};

/** A site that has received a notification, with no alert open. */
async function quietFarm(): Promise<TestTenancy> {
  const farm = await addTenancy();
  const { alertId } = await raise(farm, { timestamp: ago(3 * DAY_MS) });
  await send(
    farm,
    alertOf(farm, { alertId, event: "CLOSED", closeReason: "EXPIRED", timestamp: ago(2 * DAY_MS) }),
  );
  const area = await getPrisma().controlArea.create({
    data: { tenancyId: farm.id, path: "Farm", name: "Farm", depth: 0 },
  });
  const job = await getPrisma().job.create({ data: { tenancyId: farm.id, jobId: "JOB" } });
  const times = { firstAt: ago(DAY_MS), lastAt: ago(HOUR_MS) };
  await getPrisma().jobArea.create({
    data: { tenancyId: farm.id, areaId: area.id, jobId: job.id, ...times },
  });
  return farm;
}

async function place(farm: TestTenancy, alertId: string, path: string): Promise<void> {
  const { id } = await getPrisma().controlArea.upsert({
    where: { tenancyId_path: { tenancyId: farm.id, path } },
    update: {},
    create: { tenancyId: farm.id, path, name: path, depth: 0 },
  });
  await getPrisma().alertPlace.create({
    // An inferred place would go as soon as the alert is placed: its job has no readings.
    data: { tenancyId: farm.id, alertId, areaId: id, certainty: "corrected" },
  });
}

describe("all sites", () => {
  it("stand worst first with their state", async () => {
    const quiet = await quietFarm();
    const handled = await addTenancy();
    const { alertId } = await raise(handled, { alertSeverity: "HIGH" });
    await acknowledge(SYSTEM, { tenant: handled.tenantId, alertIds: [alertId] });
    const deaf = await addTenancy();
    await getPrisma().webhookSecret.deleteMany({ where: { tenancyId: deaf.id } });
    const low = await addTenancy();
    await raise(low);
    const high = await addTenancy();
    await raise(high, { alertSeverity: "HIGH" });
    expect(
      (await sites()).map(({ tenantId, state }: { tenantId: string; state: string }) => [tenantId, state]),
    ).toEqual([
      [high.tenantId, "attention"],
      [low.tenantId, "attention"],
      [deaf.tenantId, "unknown"],
      [handled.tenantId, "handled"],
      [quiet.tenantId, "quiet"],
    ]);
  });

  it("count as Now counts, with what is new and since when nobody acknowledged", async () => {
    const farm = await addTenancy();
    const oldest = await raise(farm, { alertSeverity: "MEDIUM", timestamp: ago(3 * DAY_MS) });
    const high = await raise(farm, { alertSeverity: "HIGH" });
    await raise(farm);
    await send(farm, plantAlertOf(farm, { timestamp: ago(HOUR_MS), createdAt: ago(HOUR_MS) }));
    await acknowledge(SYSTEM, { tenant: farm.tenantId, alertIds: [high.alertId] });
    const [site] = await sites();
    expect(site).toMatchObject({
      tenantId: farm.tenantId,
      slug: farm.slug,
      open: { HIGH: 1, MEDIUM: 2, LOW: 1, other: 0 },
      attention: 3,
      unacknowledged: 3,
      oldestUnacknowledgedAt: oldest.timestamp,
      new24h: 3,
      worst: { alertId: oldest.alertId, severity: "MEDIUM", since: oldest.timestamp, areas: [] },
      readingsUntil: null,
      sources: { notifications: "fresh", readings: "never" },
      state: "attention",
    });
    expect(Date.now() - Date.parse(site.notificationsAt)).toBeLessThan(60_000);
    const { answer: counts } = await call(countsRoute, viewer, { tenant: farm.tenantId });
    expect([counts.nobody, counts.oldestNobodyAt, counts.attention]).toEqual([
      site.unacknowledged,
      site.oldestUnacknowledgedAt,
      site.attention,
    ]);
  });

  it("show the open alerts of a week in steps of twelve hours", async () => {
    const farm = await quietFarm();
    await raise(farm, { timestamp: ago(DAY_MS + HOUR_MS) });
    await raise(farm);
    const [{ week }] = await sites();
    // Open from three to two days ago; since 25 hours; since one hour.
    expect(week).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 2]);
  });

  it("show limited people their areas alone, and no tenancy without any", async () => {
    const [seen, other] = [await addTenancy(), await addTenancy()];
    const mine = await raise(seen);
    await place(seen, mine.alertId, "Farm#A");
    await place(seen, mine.alertId, "Farm#B");
    const theirs = await raise(seen, { alertSeverity: "HIGH" });
    await place(seen, theirs.alertId, "Farm#B");
    await raise(seen, { alertSeverity: "HIGH" });
    await raise(other, { alertSeverity: "HIGH" });
    const { cookie } = await addPerson(getPool(), "viewer", [{ tenantId: seen.tenantId, path: "Farm#A" }]);
    const response = await sitesRoute(new Request("http://farm.test/api", { headers: { cookie } }), {
      params: Promise.resolve({}),
    });
    const { items } = await response.json();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      tenantId: seen.tenantId,
      open: { HIGH: 0, MEDIUM: 0, LOW: 1, other: 0 },
      unacknowledged: 1,
      worst: { alertId: mine.alertId, areas: ["Farm#A"] },
    });
    expect(items[0].week.at(-1)).toBe(1);
  });

  it("are as many as there are, none without a tenancy", async () => {
    expect(await sites()).toEqual([]);
  });

  it("are for people and programs, and refuse unknown parameters", async () => {
    expect((await call(sitesRoute, "nobody")).status).toBe(401);
    expect((await call(sitesRoute, viewer, { tenant: "x" })).status).toBe(400);
  });
});
