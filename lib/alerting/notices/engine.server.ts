import "server-only";
import { isOpen } from "@/lib/base/core/area-limits";
import { groupBy } from "@/lib/base/core/group-by";
import { DAY_MS, MINUTE_MS } from "@/lib/base/core/time";
import { env } from "@/lib/base/env/env.server";
import { canMail, type Sent, sendMail } from "@/lib/base/mail/mail.server";
import type { JobPayloads } from "@/lib/base/queue/contract";
import { enqueue } from "@/lib/base/queue/service.server";
import { log } from "@/lib/base/request/log.server";
import { sentWords } from "@/lib/base/words/messages.server";
import type { Words } from "@/lib/base/words/words";
import { sendPush } from "./channels.server";
import { MAX_FAILURES, MAX_REMINDER_MINUTES } from "./contract";
import {
  alertKey,
  indexAlerts,
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
  recordSending,
  releaseHeld,
  type StoredDevice,
  saveNotices,
} from "./store.server";
import { composeAlertText, composeMail, composeSummaryText, type Item, type NoticeText } from "./words";

/** Retries for alerts without a known place: half a minute in all (docs/spec/http-contract.md "Read API"). */
const PLACE_RETRY_DELAYS_MS = [4_000, 10_000, 16_000];

/** The longest reminder, and a day in which a late one is still sent. */
const MAX_REMINDER_AGE_MS = MAX_REMINDER_MINUTES * MINUTE_MS + DAY_MS;

/**
 * Plans notices and queues their messages. With alerts: those that changed just now. Without: the check of each minute
 * for missed changes, due reminders, and the end of quiet hours.
 */
export async function planNotices(payload: JobPayloads["look-for-notices"], now = new Date()): Promise<void> {
  const rules = await listPersonalRules(canMail());
  if (!payload.alerts) await planPeriodically(rules, now);
  else if (rules.length > 0) await planForAlerts(payload.alerts, payload.round ?? 0, rules, now);
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
    await planNewNotices(tenancyId, alerts, own, { now, arrived: new Set(alertIds) });
    const waiting = alerts.filter(({ status, paths }) => status === "open" && paths.length === 0);
    if (waiting.length > 0 && own.some(({ areaPath, within }) => areaPath !== null || within !== null))
      unplaced.push({ tenancyId, alertIds: waiting.map(({ alertId }) => alertId) });
  }
  const inMs = PLACE_RETRY_DELAYS_MS[round];
  if (unplaced.length > 0 && inMs !== undefined)
    await enqueueAt("look-for-notices", { alerts: unplaced, round: round + 1 }, now, inMs);
}

/** Queues a job for `inMs` milliseconds after `now`. */
const enqueueAt = <Name extends "look-for-notices" | "send-notice">(
  name: Name,
  payload: JobPayloads[Name],
  now: Date,
  inMs: number,
) => enqueue(name, payload, { runAt: new Date(now.getTime() + inMs) });

async function planNewNotices(
  tenancyId: number,
  alerts: Subject[],
  rules: PersonalRule[],
  options: { now: Date; arrived: ReadonlySet<string> },
): Promise<void> {
  const alertIds = alerts.map(({ alertId }) => alertId);
  await saveNotices(planNews(alerts, rules, await listPriorNotices(tenancyId, alertIds), options));
}

async function planPeriodically(rules: PersonalRule[], now: Date): Promise<void> {
  const recent = await findRecent([...new Set(rules.map(({ tenancyId }) => tenancyId))], now);
  for (const [tenancyId, alerts] of groupBy(recent, (alert) => alert.tenancyId))
    await planNewNotices(tenancyId, alerts, rules, { now, arrived: new Set() });
  await planDueReminders(rules, now);
  const held = await listHeld();
  if (held.length === 0) return;
  const { ready, dropped } = judgeHeld(held, await findNoticeSubjects(held), rules, now);
  await dropNotices(dropped);
  await releaseHeld(toSummaries(ready));
}

async function planDueReminders(rules: PersonalRule[], now: Date): Promise<void> {
  const waits = rules.flatMap(({ remindMinutes }) => remindMinutes ?? []);
  if (waits.length === 0) return;
  const before = new Date(now.getTime() - Math.min(...waits) * MINUTE_MS);
  const prior = await listUnreminded(before, new Date(now.getTime() - MAX_REMINDER_AGE_MS));
  await saveNotices(planReminders(prior, await findNoticeSubjects(prior), rules, now));
}

type AlertRef = { tenancyId: number; alertId: string };

/** Finds the alerts of notices. */
async function findNoticeSubjects(notices: readonly AlertRef[]): Promise<Subject[]> {
  const refs = groupByTenancy(notices);
  const found = await Promise.all(refs.map(({ tenancyId, alertIds }) => findSubjects(tenancyId, alertIds)));
  return found.flat();
}

const groupByTenancy = (alerts: readonly AlertRef[]): AlertRefs =>
  [...groupBy(alerts, ({ tenancyId }) => tenancyId)].map(([tenancyId, group]) => ({
    tenancyId,
    alertIds: [...new Set(group.map(({ alertId }) => alertId))],
  }));

/** Waits after each failed attempt; after the last one the failure is final, and the page shows it. */
const RETRY_DELAYS_MS = [15_000, 60_000, 300_000, 1_200_000];

type Payload = JobPayloads["send-notice"];

type Outcome = {
  sent: boolean;
  error: string | null;
  /** Recipients of a retry: the mail address, or these devices. Null if a retry cannot succeed. */
  retry: Pick<Payload, "deviceIds"> | null;
};

/**
 * Sends one message to every device of a person, or by mail. Failures that may pass are retried with growing waits.
 * Alerts that were closed or acknowledged meanwhile are left out.
 */
export async function sendNotice(payload: Payload, now = new Date()): Promise<void> {
  const { noticeIds, why, attempt, deviceIds } = payload;
  const ready = await findReady(noticeIds, deviceIds !== undefined, now);
  const [first] = ready;
  if (!first) return;
  const words = sentWords();
  const text =
    why === "alert" ? composeAlertText(words, first, now) : composeSummaryText(words, why, ready, first);
  const { sent, error, retry } =
    first.channel === "email"
      ? await sendByMail(words, first.email, text, ready)
      : await sendToDevices(first.userId, text, deviceIds);
  const ids = ready.map(({ id }) => id);
  if (sent) await markSent(ids, error);
  else await markFailed(ids, attempt, error ?? "");
  const inMs = RETRY_DELAYS_MS[attempt - 1];
  if (retry && inMs !== undefined)
    await enqueueAt("send-notice", { noticeIds: ids, why, attempt: attempt + 1, ...retry }, now, inMs);
}

/** Finds the notices that may be sent, with their alerts; ends the others. */
async function findReady(noticeIds: string[], isRetry: boolean, now: Date) {
  const all = await findOutgoing(noticeIds);
  const due = isRetry ? all : all.filter(({ sentAt }) => sentAt === null);
  const alerts = indexAlerts(await findNoticeSubjects(due));
  const judged = due.map((notice) => ({
    ...notice,
    alert: limitToVisible(notice.within, alerts.get(alertKey(notice))),
  }));
  const isReady = (one: (typeof judged)[number]): one is typeof one & Item =>
    one.alert !== undefined && !one.userDisabled && !isSettled(one.alert, now);
  const reason = "Closed or taken in hand before it was sent, or not theirs to see any more";
  await dropNotices(judged.filter((one) => !isReady(one)).map(({ id }) => ({ id, reason })));
  return judged.filter(isReady);
}

/** The alert with the places that the person may see; undefined if they may see none of them. */
function limitToVisible(within: PersonalRule["within"], alert: Subject | undefined): Subject | undefined {
  if (within === null || !alert) return alert;
  const paths = alert.paths.filter((path) => isOpen(within, path));
  return paths.length === 0 ? undefined : { ...alert, paths };
}

async function sendByMail(
  words: Words,
  to: string,
  text: NoticeText,
  items: readonly Item[],
): Promise<Outcome> {
  const result = await sendMail(to, text.title, composeMail(words, text, items, env().LEAFWATCH_URL));
  if (result.outcome === "sent") return { sent: true, error: null, retry: null };
  return { sent: false, error: result.error, retry: result.again ? {} : null };
}

/** Sends to each device of a person, or to some of them. */
async function sendToDevices(userId: number, text: NoticeText, only?: number[]): Promise<Outcome> {
  const devices = (await listDevices(userId)).filter(
    ({ id, failures }) => failures < MAX_FAILURES && (only === undefined || only.includes(id)),
  );
  if (devices.length === 0) return { sent: false, error: "No device takes notices", retry: null };
  const results = await Promise.all(
    devices.map(async (device) => ({ id: device.id, sent: await sendToDevice(device, text) })),
  );
  const errors = results.flatMap(({ sent }) => (sent.outcome === "sent" ? [] : [sent.error]));
  const deviceIds = results.flatMap(({ id, sent }) => (sent.outcome === "failed" && sent.again ? [id] : []));
  return {
    sent: errors.length < results.length,
    error: errors.length === 0 ? null : errors.join("; "),
    retry: deviceIds.length > 0 ? { deviceIds } : null,
  };
}

/** Sends to one device and records the outcome. */
export async function sendToDevice(device: StoredDevice, text: NoticeText): Promise<Sent> {
  const sent = await sendPush(device, text);
  await recordSending(device.id, sent.outcome);
  return sent;
}

/** Delay until most places are inferred. */
const DELAY_MS = 500;

const RULES_FRESH_MS = 5_000;

const MAX_ALERTS_PER_JOB = 1_000;

/** The check of each minute finds the alerts beyond. */
const MAX_PENDING = 50_000;

let pending = new Map<string, AlertRef>();

/** Queues a check soon whether alerts need notices. Only adds to a map, so that the intake does not wait; never throws. */
export function scheduleNotices(touched: readonly AlertRef[]): void {
  if (touched.length === 0 || pending.size >= MAX_PENDING) return;
  if (pending.size === 0) setTimeout(() => void enqueuePending(), DELAY_MS).unref();
  for (const alert of touched) pending.set(alertKey(alert), alert);
}

async function enqueuePending(): Promise<void> {
  const alerts = [...pending.values()];
  pending = new Map();
  try {
    if (!(await anyRules())) return;
    for (let start = 0; start < alerts.length; start += MAX_ALERTS_PER_JOB)
      await enqueue("look-for-notices", {
        alerts: groupByTenancy(alerts.slice(start, start + MAX_ALERTS_PER_JOB)),
      });
  } catch (error) {
    log.warn({ err: error }, "Notices could not be queued; the check of each minute finds them");
  }
}

let known: { at: number; any: boolean } | undefined;

/** Without any rule, as in many installations, nothing is queued. */
async function anyRules(): Promise<boolean> {
  if (known && performance.now() - known.at < RULES_FRESH_MS) return known.any;
  const any = await hasRules();
  known = { at: performance.now(), any };
  return any;
}
