import { SEVERITIES, type Severity } from "@/lib/base/core/severity";
import { CATEGORIES, type Category, EVENTS, type NotificationFacts, type Shape } from "./contract";

/** The state that the notifications of one alert fold to (docs/spec/http-contract.md "What an alert is"). */
export type FoldedAlert = {
  alertId: string;
  shape: Shape;
  type: NotificationFacts["type"];
  category: Category | null;
  /** The latest; null for a plant alert. */
  severity: Severity | null;
  /** The highest so far. */
  peakSeverity: Severity | null;
  /** When the present severity began. */
  severitySince: Date | null;
  rank: number;
  status: "open" | "closed";
  /** Null without a RAISED. */
  raisedAt: Date | null;
  firstEventAt: Date;
  lastEventAt: Date;
  closedAt: Date | null;
  closeReason: NotificationFacts["closeReason"];
  jobId: string;
  locationId: string | null;
  controlAreaId: string | null;
  /** The notifications show that one of them is missing. */
  incomplete: boolean;
  /** The number of distinct notifications. */
  notifications: number;
  carry: FoldCarry;
};

/** Further facts that folding new notifications into a state needs. The times are timestamps of notifications. */
export type FoldCarry = {
  /** Time of the first RAISED. */
  raisedEventAt: Date | null;
  /** Time of the first CLOSED. */
  closedEventAt: Date | null;
  /** Time of the first CLOSED with a reason. */
  reasonEventAt: Date | null;
  /** Time of the first notification whose previousSeverity differs from the severity before it. */
  brokenEventAt: Date | null;
  /** The severities of all events but CLOSED. */
  reached: Severity[];
  /** The severities of CLOSED. */
  closedWith: Severity[];
};

/** The new notifications to fold into a state, with the stored ones that they affect. */
export type Later = {
  /** The new ones, in any order. */
  added: readonly NotificationFacts[];
  /** Those already in the state, from the earliest timestamp of `added` on, inclusive. */
  stored: readonly NotificationFacts[];
  /** The last severity in the state before that timestamp. */
  severityBefore: Severity | null;
};

/**
 * Folds the notifications of one alert. The result depends on their set alone, not on order of arrival or repetition.
 * @param notifications one or more, all of one alert
 * @throws RangeError without a notification
 */
export function foldAlert(notifications: readonly NotificationFacts[]): FoldedAlert {
  return foldOn(null, { added: notifications, stored: [], severityBefore: null });
}

/**
 * Folds new notifications into a state, with the same result as `foldAlert` over all of them. Those before the earliest
 * new timestamp need not be read again, because no new one lies between them.
 * @param state null for an unknown alert
 * @throws RangeError without a state and a notification
 */
export function foldOn(state: FoldedAlert | null, { added, stored, severityBefore }: Later): FoldedAlert {
  const story = inOrder([...stored, ...added]);
  const [first] = story;
  const last = story.at(-1);
  if (!first || !last) {
    if (state) return state;
    throw new RangeError("An alert has at least one notification");
  }
  const severities = story.flatMap(({ severity }) => severity ?? []);
  const severity = severities.at(-1) ?? state?.severity ?? null;
  const category = lastOf(story, "category") ?? state?.category ?? null;
  const before = state && factsBefore(state, first.timestamp);
  const raised = before?.raised ?? raisedIn(story);
  const closed = before?.closed ?? closedIn(story);
  const reason = before?.reason ?? reasonIn(story);
  const carry = {
    raisedEventAt: raised.eventAt,
    closedEventAt: closed.eventAt,
    reasonEventAt: reason.eventAt,
    brokenEventAt: before?.brokenEventAt ?? brokenIn(story, severityBefore),
    reached: collectSeverities(story, state?.carry.reached, ({ event }) => event !== "CLOSED"),
    closedWith: collectSeverities(story, state?.carry.closedWith, ({ event }) => event === "CLOSED"),
  };
  return {
    alertId: first.alertId,
    shape: state?.shape === "alert" || story.some(({ shape }) => shape === "alert") ? "alert" : "plant",
    type: lastOf(story, "type") ?? state?.type ?? null,
    category,
    severity,
    peakSeverity: highest([...severities, ...(state?.peakSeverity ? [state.peakSeverity] : [])]),
    severitySince: severityStart(story, state, severityBefore),
    rank: rankOf(severity, category),
    status: closed.eventAt === null ? "open" : "closed",
    closedAt: closed.at,
    closeReason: reason.closeReason,
    raisedAt: raised.at,
    firstEventAt: state && state.firstEventAt < first.timestamp ? state.firstEventAt : first.timestamp,
    lastEventAt: last.timestamp,
    jobId: last.jobId,
    locationId: lastOf(story, "locationId") ?? state?.locationId ?? null,
    controlAreaId: lastOf(story, "controlAreaId") ?? state?.controlAreaId ?? null,
    incomplete: isIncomplete(carry),
    notifications: (state ? state.notifications - inOrder(stored).length : 0) + story.length,
    carry,
  };
}

/** 3 (HIGH, critical) to 0: sorts and counts both shapes together (docs/spec/product.md "Severity and counts"). */
export function rankOf(severity: Severity | null, category: Category | null): number {
  if (severity !== null) return SEVERITIES.indexOf(severity) + 1;
  return category === null ? 0 : CATEGORIES.length - 1 - CATEGORIES.indexOf(category);
}

type Story = readonly NotificationFacts[];

/** Sorts by time, event, severity and content, so that the order is total. Drops repetitions. */
function inOrder(notifications: Story): NotificationFacts[] {
  const byContent = new Map(notifications.map((one) => [contentOf(one), one]));
  return [...byContent]
    .sort(([contentA, a], [contentB, b]) => compare(a, b) || (contentA < contentB ? -1 : 1))
    .map(([, one]) => one);
}

function compare(a: NotificationFacts, b: NotificationFacts): number {
  return (
    a.timestamp.getTime() - b.timestamp.getTime() ||
    EVENTS.indexOf(a.event) - EVENTS.indexOf(b.event) ||
    heightOf(a.severity) - heightOf(b.severity)
  );
}

function contentOf(one: NotificationFacts): string {
  return JSON.stringify([
    one.event,
    one.timestamp,
    one.shape,
    one.severity,
    one.previousSeverity,
    one.type,
    one.category,
    one.closeReason,
    one.jobId,
    one.locationId,
    one.controlAreaId,
    one.raisedAt,
    one.closedAt,
  ]);
}

const heightOf = (severity: Severity | null) => (severity === null ? -1 : SEVERITIES.indexOf(severity));

function highest(severities: readonly Severity[]): Severity | null {
  return severities.reduce<Severity | null>(
    (best, one) => (heightOf(one) > heightOf(best) ? one : best),
    null,
  );
}

function lastOf<K extends keyof NotificationFacts>(story: Story, member: K): NotificationFacts[K] | null {
  return story.findLast((one) => one[member] !== null)?.[member] ?? null;
}

type Raised = { eventAt: Date | null; at: Date | null };
type Closed = Raised;
type Reason = { eventAt: Date | null; closeReason: NotificationFacts["closeReason"] };

/** The facts that a state has from before an instant; undefined for those it does not have. */
function factsBefore(state: FoldedAlert, instant: Date) {
  const { raisedEventAt, closedEventAt, reasonEventAt, brokenEventAt } = state.carry;
  const isBefore = (at: Date | null) => at !== null && at < instant;
  return {
    raised: isBefore(raisedEventAt) ? { eventAt: raisedEventAt, at: state.raisedAt } : undefined,
    closed: isBefore(closedEventAt) ? { eventAt: closedEventAt, at: state.closedAt } : undefined,
    reason: isBefore(reasonEventAt) ? { eventAt: reasonEventAt, closeReason: state.closeReason } : undefined,
    brokenEventAt: isBefore(brokenEventAt) ? brokenEventAt : undefined,
  };
}

function raisedIn(story: Story): Raised {
  const raised = story.find(({ event }) => event === "RAISED");
  return { eventAt: raised?.timestamp ?? null, at: raised?.raisedAt ?? raised?.timestamp ?? null };
}

/** CLOSED is final: the first one closes the alert, even if other notifications have later timestamps. */
function closedIn(story: Story): Closed {
  const closed = story.find(({ event }) => event === "CLOSED");
  return { eventAt: closed?.timestamp ?? null, at: closed?.closedAt ?? closed?.timestamp ?? null };
}

function reasonIn(story: Story): Reason {
  const closed = story.find(({ event, closeReason }) => event === "CLOSED" && closeReason !== null);
  return { eventAt: closed?.timestamp ?? null, closeReason: closed?.closeReason ?? null };
}

function severityStart(
  story: Story,
  state: FoldedAlert | null,
  severityBefore: Severity | null,
): Date | null {
  const withSeverity = story.filter((one) => one.severity !== null);
  const last = withSeverity.at(-1)?.severity;
  if (last === undefined) return state?.severitySince ?? null;
  const before = withSeverity.findLastIndex((one) => one.severity !== last);
  // All continue the severity before them, so its start in the state still counts.
  if (state && before < 0 && severityBefore === last) return state.severitySince;
  return withSeverity[before + 1]?.timestamp ?? null;
}

function brokenIn(story: Story, severityBefore: Severity | null): Date | null {
  let current = severityBefore;
  for (const one of story) {
    if (one.previousSeverity !== null && one.previousSeverity !== current) return one.timestamp;
    current = one.severity ?? current;
  }
  return null;
}

function collectSeverities(
  story: Story,
  known: readonly Severity[] | undefined,
  fits: (one: NotificationFacts) => boolean,
): Severity[] {
  const found = new Set(story.filter(fits).map(({ severity }) => severity));
  return SEVERITIES.filter((severity) => found.has(severity) || known?.includes(severity));
}

/** Returns true without a RAISED, for a step that contradicts the severity before it, or a CLOSED at a severity never reached. */
function isIncomplete({ raisedEventAt, brokenEventAt, reached, closedWith }: FoldCarry): boolean {
  return (
    raisedEventAt === null ||
    brokenEventAt !== null ||
    closedWith.some((severity) => !reached.includes(severity))
  );
}
