/** Who is to be told of what: pure rules over alerts, the rules of people, and what they were told already. */

import { type Category, judgeStanding } from "@/lib/alerting/alerts/contract";
import { type AreaLimits, isOpen } from "@/lib/base/core/area-limits";
import { groupBy } from "@/lib/base/core/group-by";
import { isWithin } from "@/lib/base/core/paths";
import type { Severity } from "@/lib/base/core/severity";
import { addDays, HOUR_MS, instantOf, MINUTE_MS, siteDay } from "@/lib/base/core/time";
import { CHANNELS, type Channel, type MessageReason, type NoticeKind, type Rule } from "./contract";

/** A rule with whose it is and the clock of its site. */
export type PersonalRule = Omit<Rule, "tenantId" | "tenancyName" | "provisioned"> & {
  userId: number;
  tenancyId: number;
  timeZone: string;
  /** What the person may see of the tenancy. */
  within: AreaLimits;
  createdAt: Date;
};

export type PlannedNotice = {
  userId: number;
  tenancyId: number;
  alertId: string;
  kind: NoticeKind;
  rank: number;
  channel: Channel;
  /** It waits for the end of quiet hours. */
  quiet: boolean;
  /** It happened so long ago that it is told together with others. */
  late: boolean;
};

/** What was told before. */
export type PriorNotice = {
  userId: number;
  tenancyId: number;
  alertId: string;
  kind: NoticeKind;
  rank: number;
  channel: Channel;
  sentAt: Date | null;
};

/** A notice that waits. */
export type HeldNotice = PriorNotice & { id: string };

export type Message = {
  userId: number;
  tenancyId: number;
  channel: Channel;
  why: MessageReason;
  noticeIds: string[];
};

/** What happened longer ago than this is no news; milliseconds. */
export const NEWS_MS = HOUR_MS;

/** More at once become one message. */
export const MAX_SINGLE_MESSAGES = 5;

const keyOf = (one: { userId: number; tenancyId: number; alertId: string; channel: Channel }) =>
  `${one.userId}:${one.channel}:${one.tenancyId}:${one.alertId}`;

/**
 * The notices that alerts ask for: what began and what rose, each once for a person, a rank and a channel.
 * @param learned the alerts that were heard of just now: told although they are older than an hour, but late
 */
export function planNews(
  alerts: readonly Subject[],
  rules: readonly PersonalRule[],
  told: readonly PriorNotice[],
  { now, learned }: { now: Date; learned: ReadonlySet<string> },
): PlannedNotice[] {
  const highest = new Map<string, number>();
  for (const one of told) highest.set(keyOf(one), Math.max(one.rank, highest.get(keyOf(one)) ?? -1));
  return alerts
    .filter((alert) => !isSettled(alert, now))
    .flatMap((alert) =>
      findRecipients(alert, rules).flatMap(({ userId, channel, wanting }) => {
        const before = highest.get(keyOf({ ...alert, userId, channel }));
        const news = newsFor(alert, before);
        if (!news) return [];
        const isNew = learned.has(alert.alertId);
        const late = now.getTime() - news.at.getTime() > NEWS_MS;
        const sinceRule = wanting.some(({ createdAt }) => createdAt <= news.at);
        if (!isNew && (late || !sinceRule)) return [];
        const { tenancyId, alertId, rank } = alert;
        const quiet = isQuiet(wanting, now);
        return [{ userId, tenancyId, alertId, kind: news.kind, rank, channel, quiet, late }];
      }),
    );
}

/** What is new of an alert to somebody who was told of it at a rank; null when nothing is. */
function newsFor(alert: Subject, toldRank: number | undefined): { kind: "raised" | "rose"; at: Date } | null {
  if (toldRank !== undefined && toldRank >= alert.rank) return null;
  const { severitySince, beganAt } = alert;
  const rose = toldRank !== undefined || (severitySince !== null && severitySince > beganAt);
  return rose ? { kind: "rose", at: severitySince ?? alert.lastEventAt } : { kind: "raised", at: beganAt };
}

/** Each person and channel that an alert reaches, with the rules that want it. */
function findRecipients(alert: Subject, rules: readonly PersonalRule[]) {
  const wanting = rules.filter((rule) => rule.tenancyId === alert.tenancyId && matches(rule, alert));
  return [...groupBy(wanting, ({ userId }) => userId)].flatMap(([userId, own]) =>
    CHANNELS.map((channel) => ({ userId, channel, wanting: own.filter((rule) => rule[channel]) })).filter(
      (one) => one.wanting.length > 0,
    ),
  );
}

/** One rule that is not quiet is enough to be told. */
const isQuiet = (rules: readonly PersonalRule[], now: Date) =>
  rules.every((rule) => quietUntil(rule, now, rule.timeZone) !== null);

/**
 * The reminders that are due: an alert that somebody was told of at its present rank, and that nobody took in
 * hand for as long as a rule of theirs says.
 * @param told notices that were sent and that no reminder followed
 */
export function planReminders(
  told: readonly PriorNotice[],
  alerts: readonly Subject[],
  rules: readonly PersonalRule[],
  now: Date,
): PlannedNotice[] {
  const byAlert = new Map(alerts.map((alert) => [`${alert.tenancyId}:${alert.alertId}`, alert]));
  return told.flatMap((one) => {
    const alert = byAlert.get(`${one.tenancyId}:${one.alertId}`);
    if (!alert || one.sentAt === null || one.rank !== alert.rank || isSettled(alert, now)) return [];
    const waited = now.getTime() - one.sentAt.getTime();
    const due = rules.filter(
      (rule) =>
        rule.userId === one.userId &&
        rule.tenancyId === one.tenancyId &&
        rule[one.channel] &&
        rule.remindMinutes !== null &&
        waited >= rule.remindMinutes * MINUTE_MS &&
        matches(rule, alert),
    );
    if (due.length === 0) return [];
    const { userId, tenancyId, alertId, rank, channel } = one;
    return [
      {
        userId,
        tenancyId,
        alertId,
        kind: "reminder" as const,
        rank,
        channel,
        quiet: isQuiet(due, now),
        late: false,
      },
    ];
  });
}

/** What becomes of notices that wait for the end of quiet hours: sent now, dropped with a reason, or left. */
export function judgeHeld(
  waiting: readonly HeldNotice[],
  alerts: readonly Subject[],
  rules: readonly PersonalRule[],
  now: Date,
): { ready: HeldNotice[]; dropped: { id: string; reason: string }[] } {
  const byAlert = new Map(alerts.map((alert) => [`${alert.tenancyId}:${alert.alertId}`, alert]));
  const ready: HeldNotice[] = [];
  const dropped: { id: string; reason: string }[] = [];
  for (const one of waiting) {
    const verdict = judgeHeldNotice(one, byAlert.get(`${one.tenancyId}:${one.alertId}`), rules, now);
    if (verdict === "ready") ready.push(one);
    else if (verdict !== "wait") dropped.push({ id: one.id, reason: verdict });
  }
  return { ready, dropped };
}

function judgeHeldNotice(
  one: HeldNotice,
  alert: Subject | undefined,
  rules: readonly PersonalRule[],
  now: Date,
): string {
  if (!alert || alert.status === "closed") return "Closed before the quiet hours ended";
  if (isSettled(alert, now)) return "Taken in hand before the quiet hours ended";
  if (alert.rank > one.rank) return "It rose, which was told by itself";
  const wanting = rules.filter(
    (rule) =>
      rule.userId === one.userId &&
      rule.tenancyId === one.tenancyId &&
      rule[one.channel] &&
      matches(rule, alert),
  );
  if (wanting.length === 0) return "No rule wants it any more";
  return isQuiet(wanting, now) ? "wait" : "ready";
}

/** What is sent at once, as messages: late ones together, many together, few each by itself. */
export function toMessages(notices: readonly (PlannedNotice & { id: string })[]): Message[] {
  const now = notices.filter(({ quiet }) => !quiet);
  const groups = groupBy(now, (one) => `${one.userId}:${one.tenancyId}:${one.channel}:${one.late}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    if (first.late) return [toMessage(group, "missed")];
    if (group.length > MAX_SINGLE_MESSAGES) return [toMessage(group, "many")];
    return group.map((one) => toMessage([one], "alert"));
  });
}

/** What waited, as one message for each person, tenancy and channel. */
export function toSummaries(ready: readonly HeldNotice[]): Message[] {
  const groups = groupBy(ready, (one) => `${one.userId}:${one.tenancyId}:${one.channel}`);
  return [...groups.values()].map((group) => toMessage(group, "quiet"));
}

function toMessage(
  group: readonly { id: string; userId: number; tenancyId: number; channel: Channel }[],
  why: MessageReason,
): Message {
  const [first] = group;
  if (!first) throw new RangeError("A message tells of at least one alert");
  const { userId, tenancyId, channel } = first;
  return { userId, tenancyId, channel, why, noticeIds: group.map(({ id }) => id) };
}

/** An alert as notices see it. */
export type Subject = {
  tenancyId: number;
  alertId: string;
  type: string | null;
  category: Category | null;
  severity: Severity | null;
  /** 3 HIGH or critical to 0. */
  rank: number;
  status: "open" | "closed";
  jobId: string;
  beganAt: Date;
  severitySince: Date | null;
  lastEventAt: Date;
  acknowledgedAt: Date | null;
  acknowledgedRank: number | null;
  snoozedAt: Date | null;
  snoozedUntil: Date | null;
  snoozedRank: number | null;
  recoveryConfirmedAt: Date | null;
  /** The control areas that it is in, as far as known. */
  paths: string[];
};

/** What a rule asks for, and what its person may see. */
type Filter = Pick<Rule, "minRank" | "types" | "areaPath"> & { within: AreaLimits };

/**
 * Whether a rule wants to hear of an alert, and its person may; one whose place is not known fits no rule with an
 * area, and nobody who is limited to some.
 */
export function matches(rule: Filter, alert: Pick<Subject, "rank" | "type" | "category" | "paths">): boolean {
  if (alert.rank < rule.minRank) return false;
  const about: readonly (string | null)[] = [alert.type, alert.category];
  if (rule.types.length > 0 && !rule.types.some((type) => about.includes(type))) return false;
  const { areaPath, within } = rule;
  if (areaPath === null && within === null) return true;
  return alert.paths.some((path) => isOpen(within, path) && (areaPath === null || isWithin(path, areaPath)));
}

/** Whether nobody needs a notice of the alert, by the same rule as the inbox. */
export function isSettled(alert: Subject, now: Date): boolean {
  return !judgeStanding(alert, now).attention;
}

/** Minutes after midnight on the site's clock; null: none. */
export type QuietHours = { quietFrom: number | null; quietTo: number | null };

/**
 * When the quiet hours end that an instant lies in; null when it lies in none. They begin and end when the
 * site's clock first shows the time, so that an hour that is shown twice is quiet only once.
 */
export function quietUntil({ quietFrom, quietTo }: QuietHours, at: Date, zone: string): Date | null {
  if (quietFrom === null || quietTo === null) return null;
  const today = siteDay(at, zone);
  const overMidnight = quietTo <= quietFrom;
  for (const day of [addDays(today, -1), today]) {
    const from = siteInstant(day, quietFrom, zone);
    const to = siteInstant(overMidnight ? addDays(day, 1) : day, quietTo, zone);
    if (from <= at && at < to) return to;
  }
  return null;
}

function siteInstant(day: string, minutes: number, zone: string): Date {
  return instantOf(day, zone, Math.floor(minutes / 60), minutes % 60);
}
