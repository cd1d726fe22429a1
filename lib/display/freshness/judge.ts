import { HOUR_MS, MINUTE_MS } from "@/lib/base/core/time";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import type { Doubt, Freshness } from "./contract";

/**
 * The state of a source by a clock (docs/spec/product.md "Freshness and quiet"), so that a page can judge again each minute
 * without a read. Readings have whole hours, come `delayHours` late and are fetched every `everyMinutes`.
 */
export type FreshnessState = "fresh" | "late" | "stale" | "blind" | "never";

export type ReadingsJudgement = {
  state: FreshnessState;
  /** The newest reading. */
  until: Date | null;
  /** The newest reading that the service should have by now. */
  expected: Date;
  nextTryAt: Date | null;
};

export type NotificationsJudgement = {
  state: FreshnessState;
  lastAt: Date | null;
  answeredAt: Date | null;
  /** Start of a full disk, on which notifications may be lost; null while there is room. */
  diskFullSince: Date | null;
  /** Signed deliveries of the last 24 h in quarantine. */
  quarantined: number;
};

export type AreaState = "high" | "medium" | "low" | "plain" | "healthy" | "no-data" | "unknown";

/** Our own address is checked this often; after three missed checks it is stale. */
const ANSWER_EVERY = 5 * MINUTE_MS;

/**
 * Compares the newest reading with what could be here. An interval is missed when the fetch after a reading came due is
 * past too: a reading of 13:00 with one hour of delay and hourly fetches is fresh until 16:00.
 */
export function judgeReadings(facts: Freshness["readings"], now: Date): ReadingsJudgement {
  const delay = facts.delayHours * HOUR_MS;
  const until = facts.until === null ? null : new Date(facts.until);
  const expected = new Date(wholeHour(now.getTime() - delay));
  const nextTryAt = facts.nextTryAt === null ? null : new Date(facts.nextTryAt);
  const missed = (intervals: number) =>
    until !== null && until.getTime() < wholeHour(now.getTime() - delay - intervals * intervalOf(facts));
  const state = until === null ? "never" : missed(3) ? "stale" : missed(1) ? "late" : "fresh";
  return { state, until, expected, nextTryAt };
}

const wholeHour = (time: number) => Math.floor(time / HOUR_MS) * HOUR_MS;

const intervalOf = (facts: Freshness["readings"]) => facts.everyMinutes * MINUTE_MS;

/**
 * Judges notifications by the last answer of our own address and by room on the disk, because their silence proves
 * nothing. `never`: without a secret none can be accepted.
 */
export function judgeNotifications(facts: Freshness["notifications"], now: Date): NotificationsJudgement {
  const lastAt = facts.lastAt === null ? null : new Date(facts.lastAt);
  const answeredAt = facts.endpointAnsweredAt === null ? null : new Date(facts.endpointAnsweredAt);
  const silence = answeredAt === null ? Number.POSITIVE_INFINITY : now.getTime() - answeredAt.getTime();
  const answering = silence > 3 * ANSWER_EVERY ? "stale" : silence > 2 * ANSWER_EVERY ? "late" : "fresh";
  const diskFullSince = facts.diskFullSince ? new Date(facts.diskFullSince) : null;
  const state = !facts.connected ? "never" : diskFullSince ? "stale" : answering;
  return { state, lastAt, answeredAt, diskFullSince, quarantined: facts.quarantined24h };
}

/**
 * The state of an area (docs/spec/product.md "Areas"). An open alert always shows, also when readings stop. Without one,
 * healthy needs readings of the tenancy and of the area that are at most three intervals old, and notifications that could
 * come in.
 * @param sources the tenancy's judged sources; `blind` while the page has lost the server
 */
export function judgeArea(
  area: {
    severities: { high: number; medium: number; low: number; plain: number };
    lastReadingAt: string | null;
  },
  sources: { notifications: { state: FreshnessState }; readings: { state: FreshnessState } },
  facts: Freshness["readings"],
  now: Date,
): AreaState {
  const worst = (["high", "medium", "low", "plain"] as const).find((name) => area.severities[name] > 0);
  if (worst) return worst;
  if (sources.readings.state === "blind" || sources.readings.state === "stale") return "unknown";
  if (area.lastReadingAt === null) return "no-data";
  const own = judgeReadings({ ...facts, until: area.lastReadingAt }, now).state;
  if (own === "stale") return "no-data";
  return isHeard(sources.notifications.state) ? "healthy" : "unknown";
}

/** Returns true if an alert could have come in lately. */
function isHeard(state: FreshnessState): boolean {
  return state === "fresh" || state === "late";
}

/** Why an area without an open alert is unknown: a clause. */
export function unknownWords(sources: {
  notifications: { state: FreshnessState; diskFullSince: Date | null };
  readings: { state: FreshnessState };
}): PlainKey {
  const { notifications, readings } = sources;
  if (readings.state === "blind" || notifications.state === "blind") return "freshness.unknown.blind";
  if (readings.state === "stale") return "freshness.unknown.readingsStopped";
  if (notifications.state === "never") return "freshness.unknown.notConnected";
  return notifications.diskFullSince ? "freshness.unknown.diskFull" : "freshness.unknown.silent";
}

/** The age of the readings in sentences, in site time. */
export function readingsWords(words: Words, judged: ReadingsJudgement, zone: string, now: Date): string {
  const { t, siteTime, formatAge, formatUntil } = words;
  const { until, expected, nextTryAt } = judged;
  if (until === null) return t("freshness.report.noReadings");
  const time = siteTime(until, zone, now);
  if (judged.state === "late")
    return t("freshness.report.late", { time, expected: siteTime(expected, zone, now) });
  if (judged.state !== "stale") return t("freshness.report.readings", { time, age: formatAge(until, now) });
  const stopped = t("freshness.report.stopped", { time });
  const next =
    nextTryAt === null
      ? t("freshness.report.noNextTry")
      : t("freshness.report.nextTry", { when: formatUntil(nextTryAt, now) });
  return `${stopped} ${next}`;
}

/** The last notification and the last answer of our address in sentences, in site time. */
export function notificationsWords(
  words: Words,
  judged: NotificationsJudgement,
  zone: string,
  now: Date,
): string {
  const { t, siteTimeWithAge } = words;
  if (judged.state === "never") return t("freshness.report.notConnected");
  const came =
    judged.lastAt === null
      ? t("freshness.report.noNotification")
      : t("freshness.report.lastNotification", { time: siteTimeWithAge(judged.lastAt, zone, now) });
  return `${came} ${answerWords(words, judged, zone, now)}`;
}

function answerWords(
  { t, siteTime }: Words,
  { state, answeredAt, diskFullSince }: NotificationsJudgement,
  zone: string,
  now: Date,
): string {
  if (diskFullSince) return t("freshness.report.diskFull", { time: siteTime(diskFullSince, zone, now) });
  if (answeredAt === null) return t("freshness.report.neverAnswered");
  const time = siteTime(answeredAt, zone, now);
  return state === "fresh"
    ? t("freshness.report.answered", { time })
    : t("freshness.report.lastAnswered", { time });
}

/** `No data for 6 h 42 min, last at 08:00.`, or that there are no readings yet: a sentence. */
export function noDataWords(
  { t, formatDuration, siteTime }: Words,
  lastReadingAt: string | null,
  zone: string,
  now: Date,
): string {
  if (lastReadingAt === null) return t("freshness.report.noReadings");
  const at = new Date(lastReadingAt);
  return t("freshness.report.noData", {
    length: formatDuration(now.getTime() - at.getTime()),
    time: siteTime(at, zone, now),
  });
}

/**
 * Tells if a list without open alerts may be believed (docs/spec/product.md "Quiet"): only while notifications could come in
 * all day and readings reach to now.
 */
export type Quiet = {
  /** quiet: believed; doubtful: true as far as we know; unknown: alerts may be open that could not come in. */
  state: "quiet" | "doubtful" | "unknown";
  /** Why not, the gravest first. */
  doubts: Doubt[];
};

/** Clauses that say why an empty list may not be believed. */
export const DOUBT_WORDS = {
  unread: "freshness.doubts.unread",
  blind: "freshness.doubts.blind",
  "disk-full": "freshness.doubts.diskFull",
  silent: "freshness.doubts.silent",
  "not-connected": "freshness.doubts.notConnected",
  "not-stored": "freshness.doubts.notStored",
  "nothing-received": "freshness.doubts.nothingReceived",
  quarantine: "freshness.doubts.quarantine",
  missing: "freshness.doubts.missing",
  "readings-stopped": "freshness.doubts.readingsStopped",
  "no-reading": "freshness.doubts.noReading",
} as const satisfies Record<Doubt, PlainKey>;

export type QuietSources = {
  /** `lastAt`: null before the first notification. `quarantined`: of the last 24 h. */
  notifications: {
    state: FreshnessState;
    lastAt: Date | null;
    diskFullSince: Date | null;
    quarantined: number;
  };
  readings: { state: FreshnessState };
  /** Of the last 24 hours. */
  outages: readonly { endedAt: string | null }[];
};

/** @param sources null until they are read */
export function judgeQuiet(sources: QuietSources | null): Quiet {
  if (!sources) return { state: "unknown", doubts: ["unread"] };
  const grave = graveDoubts(sources);
  const doubts = [...grave, ...lesserDoubts(sources)];
  return { state: grave.length > 0 ? "unknown" : doubts.length > 0 ? "doubtful" : "quiet", doubts };
}

/** Doubts with which an alert may be open that could not come in. */
function graveDoubts({ notifications, readings, outages }: QuietSources): Doubt[] {
  const doubts: Doubt[] = [];
  if (notifications.state === "blind" || readings.state === "blind") doubts.push("blind");
  if (notifications.diskFullSince) doubts.push("disk-full");
  else if (notifications.state === "stale") doubts.push("silent");
  if (notifications.state === "never") doubts.push("not-connected");
  if (outages.some(({ endedAt }) => endedAt === null)) doubts.push("not-stored");
  return doubts;
}

function lesserDoubts({ notifications, readings, outages }: QuietSources): Doubt[] {
  const doubts: Doubt[] = [];
  if (notifications.lastAt === null && notifications.state !== "never") doubts.push("nothing-received");
  if (notifications.quarantined > 0) doubts.push("quarantine");
  if (outages.some(({ endedAt }) => endedAt !== null)) doubts.push("missing");
  if (readings.state === "stale") doubts.push("readings-stopped");
  if (readings.state === "never") doubts.push("no-reading");
  return doubts;
}

/** The heading of an empty list of open alerts. */
export const QUIET_TITLES = {
  quiet: "freshness.quiet.quiet",
  doubtful: "freshness.quiet.doubtful",
  unknown: "freshness.quiet.unknown",
} as const satisfies Record<Quiet["state"], PlainKey>;

/** The heading with the gravest doubt, in one sentence. */
export function quietSentence({ t }: Words, { state, doubts: [first] }: Quiet): string {
  const title = t(QUIET_TITLES[state]);
  return first === undefined
    ? t("freshness.quiet.sentence", { title })
    : t("freshness.quiet.doubted", { title, doubt: t(DOUBT_WORDS[first]) });
}
