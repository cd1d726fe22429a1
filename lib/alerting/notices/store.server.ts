import "server-only";
import { Prisma, type PushSubscription } from "@/generated/prisma/client";
import type { Role } from "@/lib/base/core/access";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { JobPayloads } from "@/lib/base/queue/contract";
import { readLimits, tenancyLimits } from "@/lib/identity/actor/rules";
import { ALL_SITES, type DeviceInput, MAX_FAILURES, type Rule, type RuleInput } from "./contract";
import {
  type HeldNotice,
  MAX_NEWS_AGE_MS,
  type Message,
  type PersonalRule,
  type PlannedNotice,
  type PriorNotice,
  type Subject,
  toMessages,
} from "./plan";
import type { Item } from "./words";

/** The columns that tell what a person may see. */
type Limited = { role: Role; areas: unknown; tenantId: string };

const LIMITED = Prisma.sql`u.role, u.areas, t.tenant_id AS "tenantId"`;

/** The areas of a row's tenancy that its person may see. */
const toLimits = (row: Limited) => tenancyLimits(readLimits(row), row.tenantId);

/**
 * Lists the rules of all people who can sign in, with the time zone of their site and the areas that they may see. A rule
 * for all sites is repeated for each site that its person may see; a team rule for each of its areas and each person with
 * a role there who did not mute it, with the channels that reach them.
 * @param canMail a mail server is set
 */
export async function listPersonalRules(canMail: boolean): Promise<PersonalRule[]> {
  const rows = await getPrisma().$queryRaw<(Omit<PersonalRule, "within"> & Limited)[]>`
    WITH rules AS (
      SELECT r.id, r.user_id, r.tenancy_id, r.min_rank, r.types, r.area_path, r.push, r.email, r.quiet_from,
        r.quiet_to, r.remind_minutes, r.created_at
      FROM notice_rules r
      UNION ALL
      SELECT r.id, u.id, r.tenancy_id, r.min_rank, '{}', area.path,
        r.push AND u.id IN (SELECT user_id FROM push_subscriptions WHERE failures < ${MAX_FAILURES}),
        r.email AND ${canMail}, r.quiet_from, r.quiet_to, r.remind_minutes, r.created_at
      FROM team_rules r
      JOIN users u ON u.password_hash IS NOT NULL OR u.sso_subject IS NOT NULL
      CROSS JOIN unnest(CASE r.area_paths WHEN '{}' THEN ARRAY[NULL::text] ELSE r.area_paths END) AS area (path)
      WHERE r.binding OR NOT EXISTS (SELECT FROM team_rule_mutes m
        WHERE m.tenancy_id = r.tenancy_id AND m.rule_id = r.id AND m.user_id = u.id)
    )
    SELECT ${LIMITED}, r.id, r.user_id AS "userId", t.id AS "tenancyId", t.time_zone AS "timeZone",
      r.min_rank AS "minRank", r.types, r.area_path AS "areaPath", r.push, r.email,
      r.quiet_from AS "quietFrom", r.quiet_to AS "quietTo", r.remind_minutes AS "remindMinutes",
      r.created_at AS "createdAt"
    FROM rules r
    JOIN tenancies t ON (t.id = r.tenancy_id OR r.tenancy_id = ${ALL_SITES}) AND t.deleting_at IS NULL
    JOIN users u ON u.id = r.user_id AND u.disabled_at IS NULL
    WHERE r.push OR r.email
    ORDER BY r.id, t.id`;
  return rows
    .map(({ role, areas, tenantId, ...rule }) => ({ ...rule, within: toLimits({ role, areas, tenantId }) }))
    .filter(({ within }) => within?.length !== 0);
}

/** Returns true if anybody has a rule, or a team. */
export async function hasRules(): Promise<boolean> {
  const rows = await getPrisma().$queryRaw<{ any: boolean }[]>`
    SELECT EXISTS (SELECT FROM notice_rules) OR EXISTS (SELECT FROM team_rules) AS any`;
  return rows[0]?.any ?? false;
}

const COLUMNS = Prisma.sql`
  a.tenancy_id AS "tenancyId", a.alert_id AS "alertId", a.type, a.category, a.severity, a.rank, a.status,
  a.job_id AS "jobId", coalesce(a.raised_at, a.first_event_at) AS "beganAt", a.severity_since AS "severitySince",
  a.last_event_at AS "lastEventAt", h.acknowledged_at AS "acknowledgedAt",
  h.acknowledged_rank AS "acknowledgedRank", h.snoozed_at AS "snoozedAt", h.snoozed_until AS "snoozedUntil",
  h.snoozed_rank AS "snoozedRank", h.recovery_confirmed_at AS "recoveryConfirmedAt",
  ARRAY(SELECT c.path FROM alert_places p
    JOIN control_areas c ON c.tenancy_id = p.tenancy_id AND c.id = p.area_id
    WHERE p.tenancy_id = a.tenancy_id AND p.alert_id = a.alert_id ORDER BY c.path) AS paths`;

const HANDLED = Prisma.sql`
  LEFT JOIN alert_handlings h ON h.tenancy_id = a.tenancy_id AND h.alert_id = a.alert_id`;

/** Finds alerts by their ids, open or closed. */
export function findSubjects(tenancyId: number, alertIds: readonly string[]): Promise<Subject[]> {
  return getPrisma().$queryRaw`
    SELECT ${COLUMNS} FROM alerts a ${HANDLED}
    WHERE a.tenancy_id = ${tenancyId} AND a.alert_id = ANY(${[...alertIds]}::text[])`;
}

/** Finds open alerts of some tenancies with an event in the last hour. */
export function findRecent(tenancyIds: readonly number[], now: Date): Promise<Subject[]> {
  const since = new Date(now.getTime() - MAX_NEWS_AGE_MS).toISOString();
  return getPrisma().$queryRaw`
    SELECT ${COLUMNS} FROM alerts a ${HANDLED}
    WHERE a.tenancy_id = ANY(${[...tenancyIds]}::int[]) AND a.status = 'open'
      AND a.last_event_at >= ${since}::timestamptz`;
}

const NOTICE = Prisma.sql`
  n.id::text AS id, n.user_id AS "userId", n.tenancy_id AS "tenancyId", n.alert_id AS "alertId", n.kind, n.rank,
  n.channel, n.sent_at AS "sentAt"`;

/** Lists the notices of alerts, sent or about to be. */
export function listPriorNotices(tenancyId: number, alertIds: readonly string[]): Promise<PriorNotice[]> {
  return getPrisma().$queryRaw`
    SELECT ${NOTICE} FROM notices n
    WHERE n.tenancy_id = ${tenancyId} AND n.alert_id = ANY(${[...alertIds]}::text[])`;
}

/** Lists notices without a reminder, sent in a period, whose alert is open at the same rank. */
export function listUnreminded(sentBefore: Date, sentAfter: Date): Promise<PriorNotice[]> {
  return getPrisma().$queryRaw`
    SELECT ${NOTICE} FROM notices n
    JOIN alerts a ON a.tenancy_id = n.tenancy_id AND a.alert_id = n.alert_id
      AND a.status = 'open' AND a.rank = n.rank
    WHERE n.kind <> 'reminder' AND n.sent_at <= ${sentBefore.toISOString()}::timestamptz
      AND n.sent_at >= ${sentAfter.toISOString()}::timestamptz
      AND NOT EXISTS (SELECT FROM notices r WHERE r.user_id = n.user_id AND r.tenancy_id = n.tenancy_id
        AND r.alert_id = n.alert_id AND r.kind = 'reminder' AND r.rank = n.rank AND r.channel = n.channel)`;
}

/** Lists the notices that are held until quiet hours end. */
export function listHeld(): Promise<HeldNotice[]> {
  return getPrisma().$queryRaw`
    SELECT ${NOTICE} FROM notices n WHERE n.sent_at IS NULL AND n.tries = 0 AND n.error IS NULL ORDER BY n.id`;
}

/**
 * Inserts notices and queues those that are not held, in one transaction: every stored notice is sent, and one that
 * another process inserted is not sent twice.
 */
export async function saveNotices(planned: readonly PlannedNotice[]): Promise<void> {
  if (planned.length === 0) return;
  await transaction(async (tx) => {
    const rows = await tx.$queryRaw<{ id: string; n: number }[]>`
      WITH wanted AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(planned.map((one, n) => ({ ...one, n })))}::jsonb)
          AS w("userId" int, "tenancyId" int, "alertId" text, kind text, rank smallint, channel text, quiet boolean, n int)
      ), added AS (
        INSERT INTO notices (user_id, tenancy_id, alert_id, kind, rank, channel, tries)
        SELECT "userId", "tenancyId", "alertId", kind, rank, channel, CASE WHEN quiet THEN 0 ELSE 1 END
        FROM wanted ORDER BY "tenancyId", "alertId", "userId", kind, rank, channel
        ON CONFLICT DO NOTHING
        RETURNING id, user_id, tenancy_id, alert_id, kind, rank, channel
      )
      SELECT a.id::text AS id, w.n FROM added a JOIN wanted w
        ON w."userId" = a.user_id AND w."tenancyId" = a.tenancy_id AND w."alertId" = a.alert_id
        AND w.kind = a.kind AND w.rank = a.rank AND w.channel = a.channel
      ORDER BY w.n`;
    const added = rows.flatMap(({ id, n }) => (planned[n] ? [{ ...planned[n], id }] : []));
    await addJobs(tx, toMessages(added));
  });
}

/** Queues notices that were held, without those that another process queued. */
export async function releaseHeld(messages: readonly Message[]): Promise<void> {
  for (const message of messages)
    await transaction(async (tx) => {
      const rows = await tx.$queryRaw<{ id: string }[]>`
        UPDATE notices SET tries = 1
        WHERE id = ANY(${message.noticeIds}::bigint[]) AND tries = 0 AND sent_at IS NULL RETURNING id::text`;
      if (rows.length > 0) await addJobs(tx, [{ ...message, noticeIds: rows.map(({ id }) => id) }]);
    });
}

async function addJobs(tx: Transaction, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const payloads = messages.map(({ noticeIds, why }): JobPayloads["send-notice"] => ({
    noticeIds,
    why,
    attempt: 1,
  }));
  await tx.$queryRaw`
    SELECT count(graphile_worker.add_job('send-notice', payload => p::json))::int
    FROM jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) AS p`;
}

/** Ends notices that are not sent any more, with the reason. */
export async function dropNotices(dropped: readonly { id: string; reason: string }[]): Promise<void> {
  for (const { id, reason } of dropped)
    await getPrisma().notice.updateMany({
      where: { id: BigInt(id), sentAt: null },
      data: { tries: { increment: 1 }, error: reason },
    });
}

type Outgoing = HeldNotice &
  Omit<Item, "alert"> &
  Pick<PersonalRule, "within"> & { email: string; userDisabled: boolean };

/** Finds notices with what their message needs, but none of a tenancy that is being deleted; `within` holds the areas that the person may see now. */
export async function findOutgoing(ids: readonly string[]): Promise<Outgoing[]> {
  const rows = await getPrisma().$queryRaw<(Omit<Outgoing, "within"> & Limited)[]>`
    SELECT ${NOTICE}, ${LIMITED}, u.email, u.disabled_at IS NOT NULL AS "userDisabled", t.name AS "siteName",
      t.slug, t.time_zone AS "timeZone", (SELECT count(*) = 1 FROM tenancies) AS "isOnlySite",
      (SELECT min(o.sent_at) FROM notices o WHERE o.user_id = n.user_id AND o.tenancy_id = n.tenancy_id
        AND o.alert_id = n.alert_id AND o.rank = n.rank AND o.channel = n.channel AND o.kind <> 'reminder') AS "firstSentAt"
    FROM notices n
    JOIN users u ON u.id = n.user_id
    JOIN tenancies t ON t.id = n.tenancy_id AND t.deleting_at IS NULL
    WHERE n.id = ANY(${[...ids]}::bigint[])
    ORDER BY n.id`;
  return rows.map(({ role, areas, ...notice }) => ({
    ...notice,
    within: toLimits({ role, areas, tenantId: notice.tenantId }),
  }));
}

/** Records that notices were sent, with the errors of devices that were not reached. */
export async function markSent(ids: readonly string[], error: string | null): Promise<void> {
  await getPrisma().$executeRaw`
    UPDATE notices SET sent_at = coalesce(sent_at, now()), error = ${error} WHERE id = ANY(${[...ids]}::bigint[])`;
}

/** Records that an attempt to send notices failed. */
export async function markFailed(ids: readonly string[], attempt: number, error: string): Promise<void> {
  await getPrisma().$executeRaw`
    UPDATE notices SET tries = ${attempt}::int, error = ${error}
    WHERE id = ANY(${[...ids]}::bigint[]) AND sent_at IS NULL`;
}

export type StoredDevice = PushSubscription;

/** Lists the devices of a person, oldest first. */
export function listDevices(userId: number): Promise<StoredDevice[]> {
  return getPrisma().pushSubscription.findMany({ where: { userId }, orderBy: { id: "asc" } });
}

/** Saves a device; one of another person becomes this person's. */
export async function saveDevice(
  tx: Transaction,
  owner: { userId: number; sessionId: string },
  input: DeviceInput,
): Promise<void> {
  const data = { ...input, ...owner };
  await tx.pushSubscription.upsert({
    where: { endpoint: input.endpoint },
    create: data,
    update: { ...data, failures: 0 },
  });
}

/** Records the session that the browser of a person's device is signed in with. */
export async function moveDevice(
  tx: Transaction,
  id: number,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<void> {
  await tx.pushSubscription.updateMany({ where: { id, userId }, data: { sessionId } });
}

export function countDevices(tx: Transaction, userId: number): Promise<number> {
  return tx.pushSubscription.count({ where: { userId } });
}

/** Deletes a device of a person. @returns its words; null if they have none with this id */
export async function deleteDevice(tx: Transaction, userId: number, id: number): Promise<string | null> {
  const found = await tx.pushSubscription.findFirst({ where: { id, userId }, select: { device: true } });
  if (found) await tx.pushSubscription.delete({ where: { id } });
  return found?.device ?? null;
}

/** Lists the rules of a person in all tenancies. */
export function listRules(userId: number): Promise<Rule[]> {
  return getPrisma().$queryRaw`
    SELECT r.id, t.tenant_id AS tenant, t.name AS "tenancyName", r.min_rank AS "minRank", r.types,
      r.area_path AS "areaPath", r.push, r.email, r.quiet_from AS "quietFrom", r.quiet_to AS "quietTo",
      r.remind_minutes AS "remindMinutes", r.provisioned
    FROM notice_rules r LEFT JOIN tenancies t ON t.id = r.tenancy_id
    WHERE r.user_id = ${userId} AND (t.id IS NOT NULL OR r.tenancy_id = ${ALL_SITES}) ORDER BY r.tenancy_id, r.id`;
}

/** Tells whether the provisioning file sets a rule of the person; null if they have none with this id. */
export async function isProvisioned(tx: Transaction, userId: number, id: number): Promise<boolean | null> {
  const found = await tx.noticeRule.findFirst({ where: { id, userId }, select: { provisioned: true } });
  return found?.provisioned ?? null;
}

/** Inserts a rule, or updates the person's own; false if they have none with this id. */
export async function saveRule(
  tx: Transaction,
  owner: { userId: number; tenancyId: number },
  { id, tenant: _, ...rule }: RuleInput,
): Promise<boolean> {
  if (id === undefined) {
    await tx.noticeRule.create({ data: { ...rule, ...owner } });
    return true;
  }
  const { count } = await tx.noticeRule.updateMany({ where: { id, ...owner }, data: rule });
  if (count > 0) return true;
  // The tenancy is part of the key, so a rule that moves to another one is a new row.
  const moved = await tx.noticeRule.deleteMany({ where: { id, userId: owner.userId } });
  if (moved.count > 0) await tx.noticeRule.create({ data: { id, ...rule, ...owner } });
  return moved.count > 0;
}

/** Counts the rules of a person without those of the provisioning file. */
export function countRules(tx: Transaction, userId: number): Promise<number> {
  return tx.noticeRule.count({ where: { userId, provisioned: false } });
}

export async function deleteRule(tx: Transaction, userId: number, id: number): Promise<void> {
  await tx.noticeRule.deleteMany({ where: { id, userId } });
}

/** Finds the mail address of a person. */
export async function findAddress(userId: number): Promise<string> {
  const user = await getPrisma().user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return user.email;
}

/** Records the outcome of a message to a device; one that is gone is deleted. */
export async function recordSending(id: number, outcome: "sent" | "failed" | "gone"): Promise<void> {
  const { pushSubscription } = getPrisma();
  if (outcome === "gone") await pushSubscription.deleteMany({ where: { id } });
  else if (outcome === "sent")
    await pushSubscription.updateMany({ where: { id }, data: { lastSentAt: new Date(), failures: 0 } });
  else await pushSubscription.updateMany({ where: { id }, data: { failures: { increment: 1 } } });
}

const PUSH_KEYS = "push-keys";

/** Finds the key pair of this installation, its private key sealed; null before the first use. */
export async function findPushKeys(): Promise<{ publicKey: string; sealed: string } | null> {
  const found = await getPrisma().setting.findUnique({ where: { key: PUSH_KEYS } });
  return found ? (found.value as { publicKey: string; sealed: string }) : null;
}

/** Saves a key pair unless there is one: two processes that start at once use the same. */
export async function addPushKeys(value: { publicKey: string; sealed: string }): Promise<void> {
  await getPrisma().setting.createMany({ data: [{ key: PUSH_KEYS, value }], skipDuplicates: true });
}
