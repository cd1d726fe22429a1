/** Plans notices: pure rules over alerts, the rules of people, and earlier notices. */

import { type Alert, type AttentionFacts, judgeStanding } from "@/lib/alerting/alerts/contract";
import { type AreaLimits, isOpen } from "@/lib/base/core/area-limits";
import { groupBy } from "@/lib/base/core/group-by";
import { isWithin } from "@/lib/base/core/paths";
import { addDays, HOUR_MS, instantOf, MINUTE_MS, siteDay } from "@/lib/base/core/time";
import { CHANNELS, type Channel, type MessageReason, type NoticeKind, type Rule } from "./contract";

/** A rule with its person and the time zone of its site. */
export type PersonalRule = Omit<Rule, "tenant" | "tenancyName" | "provisioned"> & {
  userId: number;
  tenancyId: number;
  timeZone: string;
  /** The areas of the tenancy that the person may see. */
  within: AreaLimits;
  createdAt: Date;
};

/** The unique key of a notice. */
type NoticeKey = {
  userId: number;
  tenancyId: number;
  alertId: string;
  kind: NoticeKind;
  rank: number;
  channel: Channel;
};

export type PlannedNotice = NoticeKey & {
  /** Held until quiet hours end. */
  quiet: boolean;
  /** Older than `MAX_NEWS_AGE_MS`: sent in one message with others. */
  late: boolean;
};

/** A notice that is stored: sent, or about to be. */
export type PriorNotice = NoticeKey & { sentAt: Date | null };

/** A notice that is held until quiet hours end. */
export type HeldNotice = PriorNotice & { id: string };

/** One message to one person. */
export type Message = { channel: Channel; why: MessageReason; noticeIds: string[] };

/** Older events are no news; milliseconds. */
export const MAX_NEWS_AGE_MS = HOUR_MS;

/** More at once become one message. */
export const MAX_SINGLE_MESSAGES = 5;

const keyOf = (one: Omit<NoticeKey, "kind" | "rank">) =>
  `${one.userId}:${one.channel}:${one.tenancyId}:${one.alertId}`;

/**
 * Plans notices of new alerts and of higher severities, one for each person, rank and channel.
 * @param prior notices of these alerts
 * @param arrived ids of alerts that changed just now: they get a notice even if the event is old, marked as late
 */
export function planNews(
  alerts: readonly Subject[],
  rules: readonly PersonalRule[],
  prior: readonly PriorNotice[],
  { now, arrived }: { now: Date; arrived: ReadonlySet<string> },
): PlannedNotice[] {
  const highest = new Map<string, number>();
  for (const one of prior) highest.set(keyOf(one), Math.max(one.rank, highest.get(keyOf(one)) ?? -1));
  return alerts
    .filter((alert) => !isSettled(alert, now))
    .flatMap((alert) =>
      findRecipients(alert, rules).flatMap(({ userId, channel, matching }) => {
        const news = newsFor(alert, highest.get(keyOf({ ...alert, userId, channel })));
        if (!news) return [];
        const late = now.getTime() - news.at.getTime() > MAX_NEWS_AGE_MS;
        const sinceRule = matching.some(({ createdAt }) => createdAt <= news.at);
        if (!arrived.has(alert.alertId) && (late || !sinceRule)) return [];
        const { tenancyId, alertId, rank } = alert;
        return [
          { userId, tenancyId, alertId, kind: news.kind, rank, channel, quiet: isQuiet(matching, now), late },
        ];
      }),
    );
}

/** Finds what is new of an alert since a notice at `priorRank`; null for nothing. */
function newsFor(
  { rank, severitySince, beganAt, lastEventAt }: Subject,
  priorRank: number | undefined,
): { kind: "raised" | "rose"; at: Date } | null {
  if (priorRank !== undefined && priorRank >= rank) return null;
  const rose = priorRank !== undefined || (severitySince !== null && severitySince > beganAt);
  return rose ? { kind: "rose", at: severitySince ?? lastEventAt } : { kind: "raised", at: beganAt };
}

/** Finds each person and channel that an alert reaches, with the rules that match it. */
function findRecipients(alert: Subject, rules: readonly PersonalRule[]) {
  const matching = rules.filter((rule) => rule.tenancyId === alert.tenancyId && matches(rule, alert));
  return [...groupBy(matching, ({ userId }) => userId)].flatMap(([userId, own]) =>
    CHANNELS.map((channel) => ({ userId, channel, matching: own.filter((rule) => rule[channel]) })).filter(
      (one) => one.matching.length > 0,
    ),
  );
}

/** Returns true if every rule has quiet hours now; one rule without is enough to send. */
const isQuiet = (rules: readonly PersonalRule[], now: Date) =>
  rules.every((rule) => quietUntil(rule, now, rule.timeZone) !== null);

/**
 * Plans the reminders that are due: for alerts not acknowledged since a notice at their present rank, for the time that
 * a rule of the person sets.
 * @param prior notices that were sent and have no reminder yet
 */
export function planReminders(
  prior: readonly PriorNotice[],
  alerts: readonly Subject[],
  rules: readonly PersonalRule[],
  now: Date,
): PlannedNotice[] {
  const byAlert = indexAlerts(alerts);
  return prior.flatMap(({ sentAt, ...notice }) => {
    const alert = byAlert.get(alertKey(notice));
    if (!alert || sentAt === null || notice.rank !== alert.rank || isSettled(alert, now)) return [];
    const waitedMs = now.getTime() - sentAt.getTime();
    const due = rulesBehind(notice, alert, rules).filter(
      ({ remindMinutes }) => remindMinutes !== null && waitedMs >= remindMinutes * MINUTE_MS,
    );
    if (due.length === 0) return [];
    return [{ ...notice, kind: "reminder" as const, quiet: isQuiet(due, now), late: false }];
  });
}

/** Identifies an alert across tenancies. */
export const alertKey = (one: { tenancyId: number; alertId: string }) => `${one.tenancyId}:${one.alertId}`;

/** Indexes alerts by `alertKey`. */
export const indexAlerts = (alerts: readonly Subject[]) =>
  new Map(alerts.map((alert) => [alertKey(alert), alert]));

/** The rules of the notice's person that match the alert on its channel. */
const rulesBehind = (
  { userId, tenancyId, channel }: NoticeKey,
  alert: Subject,
  rules: readonly PersonalRule[],
) =>
  rules.filter(
    (rule) => rule.userId === userId && rule.tenancyId === tenancyId && rule[channel] && matches(rule, alert),
  );

/** Sorts held notices into those to send now and those to drop, with the reason; the others stay held. */
export function judgeHeld(
  held: readonly HeldNotice[],
  alerts: readonly Subject[],
  rules: readonly PersonalRule[],
  now: Date,
): { ready: HeldNotice[]; dropped: { id: string; reason: string }[] } {
  const byAlert = indexAlerts(alerts);
  const ready: HeldNotice[] = [];
  const dropped: { id: string; reason: string }[] = [];
  for (const one of held) {
    const verdict = judgeHeldNotice(one, byAlert.get(alertKey(one)), rules, now);
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
  const matching = rulesBehind(one, alert, rules);
  if (matching.length === 0) return "No rule wants it any more";
  return isQuiet(matching, now) ? "wait" : "ready";
}

/** Groups the notices to send at once into messages: late ones in one, many in one, few in one each. */
export function toMessages(notices: readonly (PlannedNotice & { id: string })[]): Message[] {
  const now = notices.filter(({ quiet }) => !quiet);
  const groups = groupBy(now, (one) => `${one.userId}:${one.tenancyId}:${one.channel}:${one.late}`);
  return [...groups.values()].flatMap((group) => {
    if (group[0]?.late) return toMessage(group, "missed");
    if (group.length > MAX_SINGLE_MESSAGES) return toMessage(group, "many");
    return group.flatMap((one) => toMessage([one], "alert"));
  });
}

/** Groups held notices into one message for each person, tenancy and channel. */
export function toSummaries(ready: readonly HeldNotice[]): Message[] {
  const groups = groupBy(ready, (one) => `${one.userId}:${one.tenancyId}:${one.channel}`);
  return [...groups.values()].flatMap((group) => toMessage(group, "quiet"));
}

/** One message of a group; none of an empty one. */
function toMessage(group: readonly { id: string; channel: Channel }[], why: MessageReason): Message[] {
  return group.slice(0, 1).map(({ channel }) => ({ channel, why, noticeIds: group.map(({ id }) => id) }));
}

/** An alert as notices see it. */
export type Subject = Pick<Alert, "alertId" | "type" | "category" | "severity" | "jobId"> &
  AttentionFacts & {
    tenancyId: number;
    beganAt: Date;
    severitySince: Date | null;
    lastEventAt: Date;
    /** The control areas that it is in, as far as known. */
    paths: string[];
  };

/**
 * Returns true if a rule covers an alert and its person may see it. An alert without a known place matches no rule with
 * an area, and no person limited to some areas.
 */
export function matches(
  rule: Pick<PersonalRule, "minRank" | "types" | "areaPath" | "within">,
  alert: Pick<Subject, "rank" | "type" | "category" | "paths">,
): boolean {
  if (alert.rank < rule.minRank) return false;
  const about: readonly (string | null)[] = [alert.type, alert.category];
  if (rule.types.length > 0 && !rule.types.some((type) => about.includes(type))) return false;
  const { areaPath, within } = rule;
  if (areaPath === null && within === null) return true;
  return alert.paths.some((path) => isOpen(within, path) && (areaPath === null || isWithin(path, areaPath)));
}

/** Returns true if the alert needs no attention, by the same rule as the list of alerts. */
export function isSettled(alert: Subject, now: Date): boolean {
  return !judgeStanding(alert, now).attention;
}

/**
 * Finds when the quiet hours around an instant end; null outside of them. They begin and end when the site's clock first
 * shows the time, so that an hour that occurs twice is quiet only once.
 * @param hours minutes after midnight, site time; null: no quiet hours
 */
export function quietUntil(
  { quietFrom, quietTo }: Pick<Rule, "quietFrom" | "quietTo">,
  at: Date,
  zone: string,
): Date | null {
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
