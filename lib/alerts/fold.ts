import {
  CATEGORIES,
  type Category,
  EVENTS,
  type NotificationFacts,
  SEVERITIES,
  type Severity,
  type Shape,
} from "./contract";

/** What a set of notifications of one alert comes to (contract.md, "Notifications"). */
export type FoldedAlert = {
  alertId: string;
  shape: Shape;
  type: NotificationFacts["type"];
  category: Category | null;
  /** The last known; null for a plant alert. */
  severity: Severity | null;
  /** The highest ever. */
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
  /** Something was not delivered, as far as the rest tells. */
  incomplete: boolean;
  /** How many different notifications it rests on. */
  notifications: number;
};

/**
 * Folds the notifications of one alert. The outcome depends on the set alone: neither the order of arrival
 * nor repetition changes it.
 * @param notifications one or more, all of one alert
 */
export function foldAlert(notifications: readonly NotificationFacts[]): FoldedAlert {
  const story = inOrder(notifications);
  const [first] = story;
  const last = story.at(-1);
  if (!first || !last) throw new RangeError("An alert has at least one notification");
  const severities = story.flatMap(({ severity }) => severity ?? []);
  const severity = severities.at(-1) ?? null;
  const category = lastOf(story, "category");
  return {
    alertId: first.alertId,
    shape: story.some(({ shape }) => shape === "alert") ? "alert" : "plant",
    type: lastOf(story, "type"),
    category,
    severity,
    peakSeverity: highest(severities),
    severitySince: severity === null ? null : sinceWhen(story, severity),
    rank: rankOf(severity, category),
    ...closing(story),
    raisedAt: raisedAt(story),
    firstEventAt: first.timestamp,
    lastEventAt: last.timestamp,
    jobId: last.jobId,
    locationId: lastOf(story, "locationId"),
    controlAreaId: lastOf(story, "controlAreaId"),
    incomplete: isIncomplete(story),
    notifications: story.length,
  };
}

/** 3 for HIGH and critical down to 0: for sorting and counting the two shapes together. */
export function rankOf(severity: Severity | null, category: Category | null): number {
  if (severity !== null) return SEVERITIES.indexOf(severity) + 1;
  return category === null ? 0 : CATEGORIES.length - 1 - CATEGORIES.indexOf(category);
}

type Story = readonly NotificationFacts[];

/** By time, then by event, then by severity, then by content, so that no two orders are possible. */
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

function raisedAt(story: Story): Date | null {
  const raised = story.find(({ event }) => event === "RAISED");
  return raised ? (raised.raisedAt ?? raised.timestamp) : null;
}

/** CLOSED is final: the first one closes the alert, whatever is dated after it. */
function closing(story: Story): Pick<FoldedAlert, "status" | "closedAt" | "closeReason"> {
  const closed = story.filter(({ event }) => event === "CLOSED");
  const [first] = closed;
  if (!first) return { status: "open", closedAt: null, closeReason: null };
  const closeReason = closed.find((one) => one.closeReason !== null)?.closeReason ?? null;
  return { status: "closed", closedAt: first.closedAt ?? first.timestamp, closeReason };
}

function sinceWhen(story: Story, severity: Severity): Date | null {
  const withSeverity = story.filter((one) => one.severity !== null);
  const before = withSeverity.findLastIndex((one) => one.severity !== severity);
  return withSeverity[before + 1]?.timestamp ?? null;
}

function isIncomplete(story: Story): boolean {
  if (!story.some(({ event }) => event === "RAISED")) return true;
  return hasBrokenStep(story) || hasUnreachedClose(story);
}

function hasBrokenStep(story: Story): boolean {
  let current: Severity | null = null;
  for (const one of story) {
    if (one.previousSeverity !== null && one.previousSeverity !== current) return true;
    current = one.severity ?? current;
  }
  return false;
}

function hasUnreachedClose(story: Story): boolean {
  const reached = new Set(story.filter(({ event }) => event !== "CLOSED").map(({ severity }) => severity));
  return story.some(
    ({ event, severity }) => event === "CLOSED" && severity !== null && !reached.has(severity),
  );
}
