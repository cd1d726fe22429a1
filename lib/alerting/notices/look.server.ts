import "server-only";
import { groupBy } from "@/lib/base/core/group-by";
import { DAY_MS, MINUTE_MS } from "@/lib/base/core/time";
import type { JobPayloads } from "@/lib/base/queue/contract";
import { enqueue } from "@/lib/base/queue/service.server";
import {
  dropNotices,
  findRecent,
  findSubjects,
  listPersonalRules,
  listTold,
  listUnreminded,
  listWaiting,
  releaseWaiting,
  saveNotices,
} from "./engine-store.server";
import type { Subject } from "./match";
import { judgeWaiting, type PersonalRule, planNews, planReminders, toSummaries } from "./plan";

/** A place that comes later is waited for: half a minute in all (contract.md, "Alert": areas). */
const LOOK_AGAIN_MS = [4_000, 10_000, 16_000];
const LONGEST_REMINDER_MS = 8 * DAY_MS;

/**
 * Finds out who is to be told of what, and hands the messages to the queue. With alerts: those that were heard
 * of just now. Without: once a minute, what slipped through, what became due, what waited for quiet hours to end.
 */
export async function lookForNotices(
  payload: JobPayloads["look-for-notices"],
  now = new Date(),
): Promise<void> {
  const rules = await listPersonalRules();
  if (payload.alerts) {
    if (rules.length > 0) await lookAt(payload.alerts, payload.round ?? 0, rules, now);
    return;
  }
  await lookAround(rules, now);
}

type AlertRefs = NonNullable<JobPayloads["look-for-notices"]["alerts"]>;

async function lookAt(refs: AlertRefs, round: number, rules: PersonalRule[], now: Date): Promise<void> {
  const unplaced: AlertRefs = [];
  for (const { tenancyId, alertIds } of refs) {
    const own = rules.filter((rule) => rule.tenancyId === tenancyId);
    if (own.length === 0) continue;
    const alerts = await findSubjects(tenancyId, alertIds);
    await tell(tenancyId, alerts, own, { now, learned: new Set(alertIds) });
    const waiting = alerts.filter(({ status, paths }) => status === "open" && paths.length === 0);
    if (waiting.length > 0 && own.some(({ areaPath, within }) => areaPath !== null || within !== null))
      unplaced.push({ tenancyId, alertIds: waiting.map(({ alertId }) => alertId) });
  }
  const wait = LOOK_AGAIN_MS[round];
  if (unplaced.length > 0 && wait !== undefined)
    await enqueue(
      "look-for-notices",
      { alerts: unplaced, round: round + 1 },
      { runAt: new Date(now.getTime() + wait) },
    );
}

async function tell(
  tenancyId: number,
  alerts: Subject[],
  rules: PersonalRule[],
  options: { now: Date; learned: ReadonlySet<string> },
): Promise<void> {
  const told = await listTold(
    tenancyId,
    alerts.map(({ alertId }) => alertId),
  );
  await saveNotices(planNews(alerts, rules, told, options));
}

async function lookAround(rules: PersonalRule[], now: Date): Promise<void> {
  const recent = await findRecent([...new Set(rules.map(({ tenancyId }) => tenancyId))], now);
  for (const [tenancyId, alerts] of groupBy(recent, (alert) => alert.tenancyId))
    await tell(tenancyId, alerts, rules, { now, learned: new Set() });
  await remind(rules, now);
  await endQuietHours(rules, now);
}

async function remind(rules: PersonalRule[], now: Date): Promise<void> {
  const waits = rules.flatMap(({ remindMinutes }) => remindMinutes ?? []);
  if (waits.length === 0) return;
  const before = new Date(now.getTime() - Math.min(...waits) * MINUTE_MS);
  const told = await listUnreminded(before, new Date(now.getTime() - LONGEST_REMINDER_MS));
  await saveNotices(planReminders(told, await subjectsOf(told), rules, now));
}

async function endQuietHours(rules: PersonalRule[], now: Date): Promise<void> {
  const waiting = await listWaiting();
  if (waiting.length === 0) return;
  const { ready, dropped } = judgeWaiting(waiting, await subjectsOf(waiting), rules, now);
  await dropNotices(dropped);
  await releaseWaiting(toSummaries(ready));
}

/** The alerts of notices. */
export async function subjectsOf(
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
