import { DAY_MS, formatDuration } from "@/lib/base/core/time";

/** A screen reports so often; the wall's own rule. */
export const REPORT_EVERY_MS = 30_000;
/** What comes sooner after the last stored report is not stored: a little less than a report's interval. */
export const STORE_EVERY_MS = 28_000;
/** A report is missed when none came for this long: it takes its time to come and to be stored. */
const REPORT_SLACK_MS = 15_000;
const MAX_GAPS = 20;

/** A time in which the server heard nothing of a screen. `cause`: its page ran without contact, or ran not at all. */
export type Gap = {
  /** RFC 3339, UTC. */
  from: string;
  /** RFC 3339, UTC. */
  to: string;
  cause: "network" | "off";
};

export type ContactState = "never" | "live" | "late" | "dark";

/**
 * Whether a screen still paints, by the grammar of freshness: live while one report may be missed, late up to
 * three, then dark.
 * @param lastPaintAt RFC 3339, null when it never painted
 */
export function judgeContact(lastPaintAt: string | null, now: Date): ContactState {
  if (lastPaintAt === null) return "never";
  const age = now.getTime() - Date.parse(lastPaintAt);
  if (age <= 2 * REPORT_EVERY_MS + REPORT_SLACK_MS) return "live";
  return age <= 4 * REPORT_EVERY_MS + REPORT_SLACK_MS ? "late" : "dark";
}

/**
 * The gaps with the one that a report ends, newest first, the last twenty. What the screen says of itself decides
 * on the cause alone: how long it was is the server's own measure.
 * @param heardAt when the last report was stored
 * @param withoutContact seconds for which the page ran and got no answer
 */
export function withGap(
  gaps: readonly Gap[],
  heardAt: Date | null,
  withoutContact: number,
  now: Date,
): readonly Gap[] {
  const silence = heardAt === null ? 0 : now.getTime() - heardAt.getTime();
  if (heardAt === null || silence <= 2 * REPORT_EVERY_MS + REPORT_SLACK_MS) return gaps;
  const cause = withoutContact * 2_000 >= silence ? "network" : "off";
  return [{ from: heardAt.toISOString(), to: now.toISOString(), cause } as const, ...gaps].slice(0, MAX_GAPS);
}

/** The gaps as the database has them; what cannot be read is none. */
export function readGaps(stored: unknown): Gap[] {
  return Array.isArray(stored) && stored.every(isGap) ? stored : [];
}

function isGap(value: unknown): value is Gap {
  const { from, to, cause } = (value ?? {}) as Record<string, unknown>;
  return isInstant(from) && isInstant(to) && (cause === "network" || cause === "off");
}

const isInstant = (value: unknown) => typeof value === "string" && !Number.isNaN(Date.parse(value));

const lengthOf = ({ from, to }: Gap) => Date.parse(to) - Date.parse(from);

/** The gaps of the last seven days in words: `3 in 7 days, longest 1 h 5 min`; null without one. */
export function gapWords(gaps: readonly Gap[], now: Date): string | null {
  const recent = gaps.filter(({ to }) => now.getTime() - Date.parse(to) <= 7 * DAY_MS);
  if (recent.length === 0) return null;
  const longest = formatDuration(Math.max(...recent.map(lengthOf)));
  const count = recent.length === MAX_GAPS ? `${MAX_GAPS} or more` : recent.length;
  return recent.length === 1 ? `1 in 7 days, ${longest}` : `${count} in 7 days, longest ${longest}`;
}
