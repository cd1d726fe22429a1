import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { getPrisma } from "@/lib/db/prisma.server";
import { type Counts, type LogFilter, type LogLine, PERIODS, type ReplayFilter, type Signer } from "./log";

function conditionOf(filter: Pick<LogFilter, "tenant" | "period">): Prisma.Sql {
  const hours = PERIODS[filter.period];
  const since =
    hours === null
      ? Prisma.sql`true`
      : Prisma.sql`d.received_at > now() - make_interval(hours => ${hours}::int)`;
  const of =
    filter.tenant === undefined
      ? Prisma.sql`true`
      : Prisma.sql`(t.tenant_id = ${filter.tenant} or d.tenancy_id is null)`;
  return Prisma.sql`${since} and ${of}`;
}

/** How many deliveries had which outcome. */
export async function countOutcomes(filter: Pick<LogFilter, "tenant" | "period">): Promise<Counts> {
  const rows = await getPrisma().$queryRaw<{ outcome: keyof Counts; n: number }[]>`
    select d.outcome, count(*)::int as n
    from deliveries d left join tenancies t on t.id = d.tenancy_id
    where ${conditionOf(filter)}
    group by d.outcome`;
  const none: Counts = { accepted: 0, duplicate: 0, quarantined: 0, spooled: 0, rejected: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n])) };
}

type Row = Omit<LogLine, "id" | "receivedAt"> & { id: bigint; received_at: Date };

/** Deliveries, newest first, each with what was understood of it. */
export async function listLogLines(filter: LogFilter, take: number): Promise<LogLine[]> {
  const outcome = filter.outcome ? Prisma.sql`d.outcome = ${filter.outcome}` : Prisma.sql`true`;
  const before = filter.before ? Prisma.sql`d.id < ${BigInt(filter.before)}` : Prisma.sql`true`;
  const rows = await getPrisma().$queryRaw<Row[]>`
    select d.id, d.received_at, d.outcome, t.name as "tenancyName", d.reason, d.bytes,
      d.notification_id as "notificationId", d.alert_id as "alertId",
      n.event, n.severity, n.category, n.close_reason as "closeReason"
    from deliveries d
    left join tenancies t on t.id = d.tenancy_id
    left join notifications n on n.tenancy_id = d.tenancy_id 
      and n.notification_key = coalesce(d.notification_id, 'body:' || encode(d.body_hash, 'hex'))
    where ${conditionOf(filter)} and ${outcome} and ${before}
    order by d.id desc
    limit ${take}`;
  return rows.map(({ id, received_at, ...row }) => ({
    ...row,
    id: String(id),
    receivedAt: received_at.toISOString(),
  }));
}

/** Ids of deliveries that can be taken in once more, in the order in which they came. */
export async function listReplayable(
  filter: ReplayFilter,
  { after, take }: { after: string; take: number },
): Promise<string[]> {
  const rows = await getPrisma().$queryRaw<{ id: string }[]>`
    select d.id::text
    from deliveries d left join tenancies t on t.id = d.tenancy_id
    where ${conditionOf(filter)} and d.outcome = ${filter.outcome} and d.id > ${BigInt(after)}
    order by d.id
    limit ${take}`;
  return rows.map(({ id }) => id);
}

/** Which secret of which tenancy signed a delivery; null for one that no secret fitted. */
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
