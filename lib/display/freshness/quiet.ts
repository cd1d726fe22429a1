import type { FreshnessState } from "./judge";

/**
 * Whether a list without an open alert may be believed. Silence proves nothing by itself: it is quiet only while
 * notifications could come in all day and readings reach to now. Pure.
 */
export type Quiet = {
  /** quiet: believed; doubtful: true as far as we know; unknown: alerts may be open that we cannot hear of. */
  state: "quiet" | "doubtful" | "unknown";
  /** Why not, the gravest first, each a clause: "our address does not answer". */
  doubts: string[];
};

export type QuietSources = {
  /** `lastAt`: when a notification was last received; null before the first. `quarantined`: of the last 24 h. */
  notifications: {
    state: FreshnessState;
    lastAt: Date | null;
    diskFullSince: Date | null;
    quarantined: number;
  };
  readings: { state: FreshnessState };
  /** The times of the last day in which no notification could be received. */
  outages: readonly { endedAt: string | null }[];
};

/** @param sources null while nothing has been read of them */
export function judgeQuiet(sources: QuietSources | null): Quiet {
  if (!sources) return { state: "unknown", doubts: ["neither source has proved yet that it is alive"] };
  const grave = graveDoubts(sources);
  const doubts = [...grave, ...lesserDoubts(sources)];
  return { state: grave.length > 0 ? "unknown" : doubts.length > 0 ? "doubtful" : "quiet", doubts };
}

/** With one of these an alert could be open without our knowing. */
function graveDoubts({ notifications, readings, outages }: QuietSources): string[] {
  const doubts: string[] = [];
  if (notifications.state === "blind" || readings.state === "blind")
    doubts.push("this page cannot see Leafwatch");
  if (notifications.diskFullSince) doubts.push("the disk is full, so alerts may be lost");
  else if (notifications.state === "stale")
    doubts.push("our address does not answer, so no alert may come in");
  if (notifications.state === "never") doubts.push("no webhook secret is entered, so no alert can come in");
  if (outages.some(({ endedAt }) => endedAt === null)) doubts.push("notifications cannot be stored");
  return doubts;
}

function lesserDoubts({ notifications, readings, outages }: QuietSources): string[] {
  const doubts: string[] = [];
  if (notifications.lastAt === null && notifications.state !== "never")
    doubts.push("no notification has been received yet");
  if (notifications.quarantined > 0) doubts.push("a notification of the last 24 h stands in quarantine");
  if (outages.some(({ endedAt }) => endedAt !== null)) doubts.push("alerts of the last 24 h may be missing");
  if (readings.state === "stale") doubts.push("readings have stopped");
  if (readings.state === "never") doubts.push("no reading has come yet");
  return doubts;
}

const TITLES: Record<Quiet["state"], string> = {
  quiet: "No alert is open",
  doubtful: "No alert is open as far as we know",
  unknown: "Cannot know whether an alert is open",
};

/** The heading of an empty list of open alerts. */
export function quietTitle({ state }: Quiet): string {
  return TITLES[state];
}

/** The heading with the gravest doubt, in one sentence. */
export function quietSentence(quiet: Quiet): string {
  const [first] = quiet.doubts;
  return first === undefined ? `${quietTitle(quiet)}.` : `${quietTitle(quiet)}: ${first}.`;
}
