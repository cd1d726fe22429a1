import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { requestFactsSchema } from "@/lib/alerting/webhooks/contract";
import { carriedTenantId } from "@/lib/alerting/webhooks/service.server";
import { DAY_MS } from "@/lib/base/core/time";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import type { MissedRequest } from "./arrival";
import type { Delivery } from "./contract";
import {
  type Counts,
  type DeliveryLine,
  LIST_OUTCOMES,
  type ListFilter,
  type Narrowing,
  PERIODS,
  type RateBar,
  type Rates,
  type ReplayFilter,
  type Signer,
} from "./list";

/** A delivery with its tenancy's number instead of the tenant id. */
export type StoredDelivery = Omit<Delivery, "tenantId"> & { tenancyId: number | null };

/** The tenancy number of rejected requests. */
const NO_TENANCY = 0;

const columns = {
  id: true,
  tenancyId: true,
  receivedAt: true,
  outcome: true,
  notificationId: true,
  alertId: true,
  requestId: true,
  bytes: true,
  reason: true,
  answered: true,
  settledAt: true,
  settledBy: true,
  setAsideAt: true,
  setAsideBy: true,
  setAsideReason: true,
  test: true,
} as const;

/**
 * Lists the deliveries of a tenancy and all rejected requests, newest first.
 * @param options.before only deliveries older than this id
 */
export async function listStored(options: {
  tenancyId: number | null;
  outcome: Delivery["outcome"] | undefined;
  before: bigint | null;
  limit: number;
}): Promise<StoredDelivery[]> {
  const { tenancyId, outcome, before, limit } = options;
  const rows = await getPrisma().delivery.findMany({
    where: {
      tenancyId: { in: tenancyId === null ? [NO_TENANCY] : [tenancyId, NO_TENANCY] },
      ...(outcome && { outcome }),
      ...(before !== null && { id: { lt: before } }),
    },
    select: columns,
    orderBy: { id: "desc" },
    take: limit,
  });
  return rows.map(toDelivery);
}

/**
 * Finds one delivery. Its `body` is sealed if it was rejected; `hash` is the SHA-256 of the bytes, hex, empty if they were
 * not read.
 */
export async function findStored(id: bigint) {
  const row = await getPrisma().delivery.findFirst({
    where: { id },
    select: { ...columns, body: true, bodyHash: true, refusedHash: true, answeredInMs: true, request: true },
  });
  if (!row) return null;
  const { body, bodyHash, refusedHash, answeredInMs, request, ...delivery } = row;
  const hash = Buffer.from(bodyHash ?? refusedHash ?? []).toString("hex");
  return { ...toDelivery(delivery), body, hash, answeredInMs, request: toFacts(request) };
}

const toFacts = (request: unknown) => requestFactsSchema.nullable().catch(null).parse(request);

function toDelivery({
  setAsideAt,
  setAsideBy,
  setAsideReason,
  ...row
}: Prisma.DeliveryGetPayload<{ select: typeof columns }>): StoredDelivery {
  const isSetAside = setAsideAt !== null && row.outcome === "quarantined";
  return {
    ...row,
    id: String(row.id),
    tenancyId: row.tenancyId === NO_TENANCY ? null : row.tenancyId,
    receivedAt: row.receivedAt.toISOString(),
    outcome: row.outcome as Delivery["outcome"],
    answered: row.answered as Delivery["answered"],
    settledAt: row.settledAt?.toISOString() ?? null,
    setAside: isSetAside
      ? { at: setAsideAt.toISOString(), by: setAsideBy ?? "", reason: setAsideReason ?? "" }
      : null,
  };
}

const ALL = Prisma.sql`true`;

/** Quarantined and set aside. */
const IS_ASIDE = Prisma.sql`(d.outcome = 'quarantined' and d.set_aside_at is not null)`;

function matchesFilter(filter: Narrowing): Prisma.Sql {
  return Prisma.sql`${isInPeriod(filter)} and ${isOfTenant(filter.tenant)} and ${containsText(filter.text)}`;
}

function isInPeriod({ period, from, to }: Narrowing): Prisma.Sql {
  if (from && to) return Prisma.sql`d.received_at >= ${new Date(from)} and d.received_at < ${new Date(to)}`;
  const hours = PERIODS[period];
  return hours === null ? ALL : Prisma.sql`d.received_at > now() - make_interval(hours => ${hours}::int)`;
}

/** Rejected requests match every tenancy: their sender may have meant any. */
function isOfTenant(tenant: string | undefined): Prisma.Sql {
  return tenant === undefined ? ALL : Prisma.sql`(t.tenant_id = ${tenant} or d.tenancy_id = ${NO_TENANCY})`;
}

function containsText(text: string | undefined): Prisma.Sql {
  if (text === undefined) return ALL;
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return Prisma.sql`concat_ws(' ', d.notification_id, d.alert_id, d.request_id, d.reason, d.request->>'userAgent',
    d.request->>'peer') ilike ${pattern}`;
}

/** Counts deliveries by outcome. */
export async function countOutcomes(filter: Narrowing): Promise<Counts> {
  const rows = await getPrisma().$queryRaw<{ outcome: keyof Counts; n: number }[]>`
    select case when d.test then 'test' when ${IS_ASIDE} then 'set-aside' else d.outcome end as outcome, count(*)::int as n
    from deliveries d left join tenancies t on t.id = d.tenancy_id
    where ${matchesFilter(filter)}
    group by 1`;
  const none = Object.fromEntries(LIST_OUTCOMES.map((outcome) => [outcome, 0])) as Counts;
  return { ...none, ...Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n])) };
}

/**
 * Counts deliveries in each of the last hours or days up to the present one, without our own tests.
 * @param options.zone IANA name, for the days
 */
export async function countRates({
  tenant,
  each,
  bars,
  zone,
}: {
  tenant: string | undefined;
  each: Rates["each"];
  bars: number;
  zone: string;
}): Promise<RateBar[]> {
  const rows = await getPrisma().$queryRaw<(Omit<RateBar, "at"> & { at: Date })[]>`
    with bars as (
      select b as at, (b at time zone ${zone} + ('1 ' || ${each})::interval) at time zone ${zone} as until
      from (select (date_trunc(${each}, now() at time zone ${zone}) - nth * ('1 ' || ${each})::interval)
        at time zone ${zone} as b from generate_series(0, ${bars - 1}::int) as nth) as begins
    )
    select b.at, count(*) filter (where d.outcome = 'accepted')::int as accepted,
      count(*) filter (where d.outcome = 'duplicate')::int as duplicate,
      count(*) filter (where d.outcome = 'quarantined')::int as quarantined,
      count(*) filter (where d.outcome = 'spooled')::int as spooled,
      count(*) filter (where d.outcome = 'rejected')::int as rejected
    from bars b
    left join (select d.received_at, d.outcome from deliveries d left join tenancies t on t.id = d.tenancy_id
      where not d.test and d.received_at >= (select min(at) from bars) and ${isOfTenant(tenant)}) d
      on d.received_at >= b.at and d.received_at < b.until
    group by b.at
    order by b.at`;
  return rows.map(({ at, ...counts }) => ({ ...counts, at: at.toISOString() }));
}

function isOutcome(outcome: ListFilter["outcome"]): Prisma.Sql {
  if (outcome === undefined) return ALL;
  if (outcome === "test") return Prisma.sql`d.test`;
  if (outcome === "set-aside") return Prisma.sql`not d.test and ${IS_ASIDE}`;
  return Prisma.sql`not d.test and d.outcome = ${outcome} and not ${IS_ASIDE}`;
}

/** Lists deliveries, newest first, with the facts of their notifications. */
export async function listLines(filter: ListFilter, take: number): Promise<DeliveryLine[]> {
  const before = filter.before ? Prisma.sql`d.id < ${BigInt(filter.before)}` : ALL;
  const rows = await getPrisma().$queryRaw<(Omit<DeliveryLine, "receivedAt"> & { receivedAt: Date })[]>`
    select d.id::text, d.received_at as "receivedAt", d.outcome, t.name as "tenancyName", d.reason, d.bytes,
      d.notification_id as "notificationId", d.alert_id as "alertId",
      n.event, n.severity, n.category, n.close_reason as "closeReason",
      d.answered_in_ms as "answeredInMs", d.test,
      case when ${IS_ASIDE} then d.set_aside_reason end as "setAsideReason"
    from deliveries d
    left join tenancies t on t.id = d.tenancy_id
    left join notifications n on n.tenancy_id = d.tenancy_id
      and n.notification_key = coalesce(d.notification_id, 'body:' || encode(d.body_hash, 'hex'))
    where ${matchesFilter(filter)} and ${isOutcome(filter.outcome)} and ${before}
    order by d.id desc
    limit ${take}`;
  return rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() }));
}

/** Lists ids of deliveries that can be replayed, in the order of arrival. */
export async function listReplayable(
  filter: ReplayFilter,
  { after, take }: { after: string; take: number },
): Promise<string[]> {
  const rows = await getPrisma().$queryRaw<{ id: string }[]>`
    select d.id::text
    from deliveries d left join tenancies t on t.id = d.tenancy_id
    where ${matchesFilter(filter)} and ${isOutcome(filter.outcome)} and d.id > ${BigInt(after)}
    order by d.id
    limit ${take}`;
  return rows.map(({ id }) => id);
}

/**
 * Sets quarantined deliveries aside: those named, or all in the list. Those already set aside stay unchanged.
 * @returns their number and common instant; null if there were none
 */
export async function markSetAside(
  tx: Transaction,
  which: { ids: readonly string[] } | { filter: Narrowing },
  { by, reason }: { by: string; reason: string },
): Promise<{ count: number; at: Date } | null> {
  const chosen =
    "ids" in which ? Prisma.sql`d.id = any(${which.ids}::text[]::bigint[])` : matchesFilter(which.filter);
  const [written] = await tx.$queryRaw<{ count: number; at: Date | null }[]>`
    with aside as (
      update deliveries u set set_aside_at = now(), set_aside_by = ${by}, set_aside_reason = ${reason}
      from deliveries d left join tenancies t on t.id = d.tenancy_id
      where u.tenancy_id = d.tenancy_id and u.id = d.id and d.outcome = 'quarantined' and not d.test
        and d.set_aside_at is null and ${chosen}
      returning u.set_aside_at)
    select count(*)::int as count, max(set_aside_at) as at from aside`;
  return written?.at ? { count: written.count, at: written.at } : null;
}

/** Returns deliveries that were set aside at an instant, or a single one, to quarantine. @returns their number */
export async function clearSetAside(tx: Transaction, of: { at: Date } | { id: string }): Promise<number> {
  const chosen = "at" in of ? Prisma.sql`set_aside_at = ${of.at}` : Prisma.sql`id = ${BigInt(of.id)}`;
  return tx.$executeRaw`
    update deliveries set set_aside_at = null, set_aside_by = null, set_aside_reason = null
    where outcome = 'quarantined' and set_aside_at is not null and ${chosen}`;
}

/** Finds the secret that signed a delivery; null if none fits. */
export async function findSigner(id: bigint): Promise<Signer> {
  const [row] = await getPrisma().$queryRaw<
    { name: string; nth: number; secrets: number; retired: boolean }[]
  >`
    select t.name, s.retired_at is not null as retired,
      (select count(*)::int from webhook_secrets o
        where o.tenancy_id = s.tenancy_id and o.retired_at is null and o.id <= s.id) as nth,
      (select count(*)::int from webhook_secrets o
        where o.tenancy_id = s.tenancy_id and o.retired_at is null) as secrets
    from deliveries d
    join webhook_secrets s on s.id = d.secret_id
    join tenancies t on t.id = s.tenancy_id
    where d.id = ${id}`;
  return row ? { tenancyName: row.name, secret: row.nth, secrets: row.secrets, retired: row.retired } : null;
}

const MAX_EXAMINED = 20;

/** Finds when the first notification of a tenancy arrived; null before. */
export async function firstNotificationAt(tenancyId: number): Promise<Date | null> {
  const found = await getPrisma().notification.findFirst({
    where: { tenancyId },
    orderBy: { receivedAt: "asc" },
    select: { receivedAt: true },
  });
  return found?.receivedAt ?? null;
}

/**
 * Lists the quarantined deliveries of a tenancy and the rejected requests of the last day, newest first, from its creation
 * on: earlier requests cannot have been meant for it.
 */
export async function listMissed(
  { id: tenancyId, tenantId }: Pick<TenancyRef, "id" | "tenantId">,
  take: number,
): Promise<MissedRequest[]> {
  const { createdAt } = await getPrisma().tenancy.findUniqueOrThrow({
    where: { id: tenancyId },
    select: { createdAt: true },
  });
  const rows = await getPrisma().delivery.findMany({
    where: {
      receivedAt: { gt: new Date(Math.max(Date.now() - DAY_MS, createdAt.getTime())) },
      OR: [{ tenancyId, outcome: "quarantined" }, { outcome: "rejected" }],
    },
    orderBy: { id: "desc" },
    take,
    select: { id: true, receivedAt: true, outcome: true, reason: true, request: true, body: true },
  });
  return rows.map(({ id, receivedAt, outcome, reason, request, body }) => ({
    ...{ id: String(id), at: receivedAt.toISOString(), reason },
    outcome: outcome === "quarantined" ? "quarantined" : "rejected",
    signatureIn: toFacts(request)?.signatureIn ?? null,
    otherTenantId: outcome === "quarantined" && body ? carriedIdOtherThan(tenantId, body) : null,
  }));
}

/** Finds another tenant id in the newest notifications that a tenancy's secret signed and that were quarantined. */
export async function findCarriedId({
  id: tenancyId,
  tenantId,
}: Pick<TenancyRef, "id" | "tenantId">): Promise<string | null> {
  const rows = await getPrisma().delivery.findMany({
    where: { tenancyId, outcome: "quarantined" },
    orderBy: { id: "desc" },
    take: MAX_EXAMINED,
    select: { body: true },
  });
  for (const { body } of rows) {
    const carried = body && carriedIdOtherThan(tenantId, body);
    if (carried) return carried;
  }
  return null;
}

/** The tenant id that a notification carries, if it is not this one. */
function carriedIdOtherThan(tenantId: string, body: Uint8Array): string | null {
  const carried = carriedTenantId(body);
  return carried === tenantId ? null : carried;
}
