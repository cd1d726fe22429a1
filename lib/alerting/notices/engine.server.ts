import "server-only";
import { isOpen } from "@/lib/base/core/area-limits";
import { groupBy } from "@/lib/base/core/group-by";
import { DAY_MS, MINUTE_MS } from "@/lib/base/core/time";
import { env } from "@/lib/base/env/env.server";
import type { JobPayloads } from "@/lib/base/queue/contract";
import { enqueue } from "@/lib/base/queue/service.server";
import { log } from "@/lib/base/request/log.server";
import { type Sent, sendMail, sendPush } from "./channels.server";
import { MAX_FAILURES } from "./contract";
import {
  isSettled,
  judgeHeld,
  type PersonalRule,
  planNews,
  planReminders,
  type Subject,
  toSummaries,
} from "./plan";
import {
  dropNotices,
  findOutgoing,
  findRecent,
  findSubjects,
  hasRules,
  listDevices,
  listHeld,
  listPersonalRules,
  listPriorNotices,
  listUnreminded,
  markFailed,
  markSent,
  type Outgoing,
  recordSending,
  releaseHeld,
  type StoredDevice,
  saveNotices,
} from "./store.server";
import {
  composeAlertText,
  composeMail,
  composeSummaryText,
  type Item,
  type NoticeText,
  type Site,
} from "./words";

/** A place that comes later is waited for: half a minute in all (docs/spec/http-contract.md "Alert"). */
const PLACE_RETRY_DELAYS_MS = [4_000, 10_000, 16_000];

const MAX_REMINDER_AGE_MS = 8 * DAY_MS;

/**
 * Finds out who is to be told of what, and hands the messages to the queue. With alerts: those that were heard
 * of just now. Without: once a minute, what slipped through, what became due, what waited for quiet hours to end.
 */
export async function planNotices(payload: JobPayloads["look-for-notices"], now = new Date()): Promise<void> {
  const rules = await listPersonalRules();
  if (payload.alerts) {
    if (rules.length > 0) await planForAlerts(payload.alerts, payload.round ?? 0, rules, now);
    return;
  }
  await planPeriodically(rules, now);
}

type AlertRefs = NonNullable<JobPayloads["look-for-notices"]["alerts"]>;

async function planForAlerts(
  refs: AlertRefs,
  round: number,
  rules: PersonalRule[],
  now: Date,
): Promise<void> {
  const unplaced: AlertRefs = [];
  for (const { tenancyId, alertIds } of refs) {
    const own = rules.filter((rule) => rule.tenancyId === tenancyId);
    if (own.length === 0) continue;
    const alerts = await findSubjects(tenancyId, alertIds);
    await planNewNotices(tenancyId, alerts, own, { now, learned: new Set(alertIds) });
    const waiting = alerts.filter(({ status, paths }) => status === "open" && paths.length === 0);
    if (waiting.length > 0 && own.some(({ areaPath, within }) => areaPath !== null || within !== null))
      unplaced.push({ tenancyId, alertIds: waiting.map(({ alertId }) => alertId) });
  }
  const wait = PLACE_RETRY_DELAYS_MS[round];
  if (unplaced.length > 0 && wait !== undefined)
    await enqueue(
      "look-for-notices",
      { alerts: unplaced, round: round + 1 },
      { runAt: new Date(now.getTime() + wait) },
    );
}

async function planNewNotices(
  tenancyId: number,
  alerts: Subject[],
  rules: PersonalRule[],
  options: { now: Date; learned: ReadonlySet<string> },
): Promise<void> {
  const told = await listPriorNotices(
    tenancyId,
    alerts.map(({ alertId }) => alertId),
  );
  await saveNotices(planNews(alerts, rules, told, options));
}

async function planPeriodically(rules: PersonalRule[], now: Date): Promise<void> {
  const recent = await findRecent([...new Set(rules.map(({ tenancyId }) => tenancyId))], now);
  for (const [tenancyId, alerts] of groupBy(recent, (alert) => alert.tenancyId))
    await planNewNotices(tenancyId, alerts, rules, { now, learned: new Set() });
  await planDueReminders(rules, now);
  await releaseHeldNotices(rules, now);
}

async function planDueReminders(rules: PersonalRule[], now: Date): Promise<void> {
  const waits = rules.flatMap(({ remindMinutes }) => remindMinutes ?? []);
  if (waits.length === 0) return;
  const before = new Date(now.getTime() - Math.min(...waits) * MINUTE_MS);
  const told = await listUnreminded(before, new Date(now.getTime() - MAX_REMINDER_AGE_MS));
  await saveNotices(planReminders(told, await findNoticeSubjects(told), rules, now));
}

async function releaseHeldNotices(rules: PersonalRule[], now: Date): Promise<void> {
  const waiting = await listHeld();
  if (waiting.length === 0) return;
  const { ready, dropped } = judgeHeld(waiting, await findNoticeSubjects(waiting), rules, now);
  await dropNotices(dropped);
  await releaseHeld(toSummaries(ready));
}

/** The alerts of notices. */
export async function findNoticeSubjects(
  notices: readonly { tenancyId: number; alertId: string }[],
): Promise<Subject[]> {
  const groups = groupBy(notices, ({ tenancyId }) => tenancyId);
  const found = await Promise.all(
    [...groups].map(([tenancyId, group]) =>
      findSubjects(tenancyId, [...new Set(group.map(({ alertId }) => alertId))]),
    ),
  );
  return found.flat();
}

/** After each failed attempt; then it is given up, and the page says so. */
const RETRY_DELAYS_MS = [15_000, 60_000, 300_000, 1_200_000];

type Payload = JobPayloads["send-notice"];

type Ready = { item: Item; notice: Outgoing };

/**
 * Sends one message: to every device of the person, or by mail. What fails for a reason that may pass is tried
 * again with growing waits; an alert that was closed or taken in hand meanwhile is not told of any more.
 */
export async function sendNotice(payload: Payload, now = new Date()): Promise<void> {
  const { text, ready } = await compose(payload, now);
  const [first] = ready;
  if (!text || !first) return;
  const ids = ready.map(({ notice }) => notice.id);
  if (first.notice.channel === "email") return sendByMail(payload, first.notice, text, ready, now);
  const outcome = await sendToDevices(first.notice.userId, text, payload.deviceIds);
  if (outcome.sent) await markSent(ids, outcome.error);
  else await markFailed(ids, payload.attempt, outcome.error ?? "");
  await scheduleRetry(payload, ids, outcome.failedIds, now);
}

async function compose(payload: Payload, now: Date): Promise<{ text: NoticeText | null; ready: Ready[] }> {
  const all = await findOutgoing(payload.noticeIds);
  const due = payload.deviceIds ? all : all.filter(({ sentAt }) => sentAt === null);
  const alerts = new Map(
    (await findNoticeSubjects(due)).map((alert) => [`${alert.tenancyId}:${alert.alertId}`, alert]),
  );
  const ready: Ready[] = [];
  const dropped: string[] = [];
  for (const notice of due) {
    const alert = limitToVisible(notice, alerts.get(`${notice.tenancyId}:${notice.alertId}`));
    if (!alert || notice.userDisabled || isSettled(alert, now)) dropped.push(notice.id);
    else ready.push({ notice, item: { ...notice, alert } });
  }
  await dropNotices(
    dropped.map((id) => ({
      id,
      reason: "Closed or taken in hand before it was sent, or not theirs to see any more",
    })),
  );
  const [first] = ready;
  if (!first) return { text: null, ready };
  const items = ready.map(({ item }) => item);
  const site = siteOf(first.notice);
  const text =
    payload.why === "alert"
      ? composeAlertText(first.item, site, now)
      : composeSummaryText(payload.why, items, site);
  return { text, ready };
}

/** The alert with those of its places that the person may see; none where they may see none of them any more. */
function limitToVisible({ within }: Outgoing, alert: Subject | undefined): Subject | undefined {
  if (within === null || !alert) return alert;
  const paths = alert.paths.filter((path) => isOpen(within, path));
  return paths.length === 0 ? undefined : { ...alert, paths };
}

const siteOf = ({ siteName, tenantId, timeZone, alone }: Outgoing): Site => ({
  name: siteName,
  tenantId,
  timeZone,
  alone,
});

async function sendByMail(
  payload: Payload,
  to: Outgoing,
  text: NoticeText,
  ready: Ready[],
  now: Date,
): Promise<void> {
  const ids = ready.map(({ notice }) => notice.id);
  const lines = composeMail(
    text,
    ready.map(({ item }) => item),
    env().LEAFWATCH_URL,
  );
  const sent = await sendMail(to.email, text.title, lines);
  if (sent.outcome === "sent") return markSent(ids, null);
  await markFailed(ids, payload.attempt, sent.error);
  if (sent.again) await scheduleRetry(payload, ids, undefined, now);
}

type DevicesOutcome = { sent: boolean; error: string | null; failedIds: number[] };

/** Sends to each device of a person, or to some of them. */
async function sendToDevices(userId: number, text: NoticeText, only?: number[]): Promise<DevicesOutcome> {
  const devices = (await listDevices(userId)).filter(
    ({ id, failures }) => failures < MAX_FAILURES && (only === undefined || only.includes(id)),
  );
  if (devices.length === 0) return { sent: false, error: "No device takes notices", failedIds: [] };
  const results = await Promise.all(
    devices.map(async (device) => ({ id: device.id, sent: await sendToDevice(device, text) })),
  );
  const errors = results.flatMap(({ sent }) => (sent.outcome === "sent" ? [] : [sent.error]));
  return {
    sent: errors.length < results.length,
    error: errors.length === 0 ? null : errors.join("; "),
    failedIds: results.flatMap(({ id, sent }) => (sent.outcome === "failed" && sent.again ? [id] : [])),
  };
}

/** Sends to one device and notes what came of it. */
export async function sendToDevice(device: StoredDevice, text: NoticeText): Promise<Sent> {
  const sent = await sendPush(device, text);
  await recordSending(device.id, sent.outcome);
  return sent;
}

/** The next attempt, at the devices that failed; a mail has none. */
async function scheduleRetry(
  payload: Payload,
  noticeIds: string[],
  deviceIds: number[] | undefined,
  now: Date,
) {
  const wait = RETRY_DELAYS_MS[payload.attempt - 1];
  if (wait === undefined || deviceIds?.length === 0) return;
  const { why, attempt } = payload;
  await enqueue(
    "send-notice",
    { noticeIds, why, attempt: attempt + 1, ...(deviceIds ? { deviceIds } : {}) },
    { runAt: new Date(now.getTime() + wait) },
  );
}

type AlertRef = { tenancyId: number; alertId: string };

/** Places are inferred by then, where they can be at once. */
const DELAY_MS = 500;

const RULES_FRESH_MS = 5_000;

const MAX_ALERTS_PER_JOB = 1_000;

/** What is not looked at by name is found by the look of each minute. */
const MAX_PENDING = 50_000;

let waiting = new Map<string, AlertRef>();

/**
 * Has somebody look soon whether people are to be told of alerts. Returns at once, costs the intake nothing
 * but a line in memory, and never throws.
 */
export function scheduleNotices(touched: readonly AlertRef[]): void {
  if (touched.length === 0 || waiting.size >= MAX_PENDING) return;
  if (waiting.size === 0) setTimeout(() => void enqueuePending(), DELAY_MS).unref();
  for (const alert of touched) waiting.set(`${alert.tenancyId}:${alert.alertId}`, alert);
}

async function enqueuePending(): Promise<void> {
  const alerts = [...waiting.values()];
  waiting = new Map();
  try {
    if (!(await anyRules())) return;
    for (let start = 0; start < alerts.length; start += MAX_ALERTS_PER_JOB) {
      const groups = groupBy(alerts.slice(start, start + MAX_ALERTS_PER_JOB), ({ tenancyId }) => tenancyId);
      const refs = [...groups].map(([tenancyId, group]) => ({
        tenancyId,
        alertIds: group.map(({ alertId }) => alertId),
      }));
      await enqueue("look-for-notices", { alerts: refs });
    }
  } catch (error) {
    log.warn({ err: error }, "Notices could not be asked for; the look of each minute finds them");
  }
}

let known: { at: number; any: boolean } | undefined;

/** Without any rule, which is so in many places, nothing is queued. */
async function anyRules(): Promise<boolean> {
  if (known && performance.now() - known.at < RULES_FRESH_MS) return known.any;
  const any = await hasRules();
  known = { at: performance.now(), any };
  return any;
}
