import { DAY_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";

/** The interval at which a wall sends reports. */
export const REPORT_EVERY_MS = 30_000;
/** Minimum time between two stored reports, slightly less than their interval. */
export const STORE_EVERY_MS = 28_000;
/** Extra time for a report to arrive and be stored before it counts as missed. */
const REPORT_SLACK_MS = 15_000;
const MAX_GAPS = 20;

/** A period without reports of a screen. `cause`: network if its page ran without contact, off if it did not run. */
export type Gap = {
  /** RFC 3339, UTC. */
  from: string;
  /** RFC 3339, UTC. */
  to: string;
  cause: "network" | "off";
};

export type ContactState = "never" | "live" | "late" | "dark";

/**
 * Judges by its last paint whether a screen works: live while at most one report is missed, late with up to three,
 * then dark.
 * @param lastPaintAt RFC 3339; null if it never painted
 */
export function judgeContact(lastPaintAt: string | null, now: Date): ContactState {
  if (lastPaintAt === null) return "never";
  const age = now.getTime() - Date.parse(lastPaintAt);
  if (age <= 2 * REPORT_EVERY_MS + REPORT_SLACK_MS) return "live";
  return age <= 4 * REPORT_EVERY_MS + REPORT_SLACK_MS ? "late" : "dark";
}

/**
 * Adds the gap that a report ends, if there was one; newest first, at most twenty. The screen's own figure decides
 * only on the cause; the server measures the length.
 * @param heardAt when the last report was stored
 * @param withoutContact seconds for which the page ran without an answer
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

/** Parses the stored gaps; an invalid value counts as no gaps. */
export function readGaps(stored: unknown): Gap[] {
  return Array.isArray(stored) && stored.every(isGap) ? stored : [];
}

function isGap(value: unknown): value is Gap {
  const { from, to, cause } = (value ?? {}) as Record<string, unknown>;
  return isInstant(from) && isInstant(to) && (cause === "network" || cause === "off");
}

const isInstant = (value: unknown) => typeof value === "string" && !Number.isNaN(Date.parse(value));

const lengthOf = ({ from, to }: Gap) => Date.parse(to) - Date.parse(from);

/** The gaps of the last seven days in words: `3 in 7 days, longest 1 h 5 min`; null if there are none. */
export function gapWords({ t, formatDuration }: Words, gaps: readonly Gap[], now: Date): string | null {
  const recent = gaps.filter(({ to }) => now.getTime() - Date.parse(to) <= 7 * DAY_MS);
  const count = recent.length;
  if (count === 0) return null;
  const longest = formatDuration(Math.max(...recent.map(lengthOf)));
  return count === MAX_GAPS
    ? t("admin.screens.manyGaps", { count, longest })
    : t("admin.screens.gaps", { count, longest });
}
