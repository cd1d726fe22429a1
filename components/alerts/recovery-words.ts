import { formatDuration } from "@/lib/base/core/time";

const HOUR = 3_600_000;

/**
 * "Probably recovered: in its band for 6 h". Readings stand at the beginning of their hour. Health is measured at
 * night only, so that its hours by the clock would say too much.
 */
export function recoveryWords(recovery: { since: string; until: string }, index: string): string {
  const length = Date.parse(recovery.until) - Date.parse(recovery.since) + HOUR;
  const measured = index === "HEALTH" && length > 16 * HOUR ? ", nights only" : "";
  // A number keeps its unit where a narrow line breaks.
  const lasted = formatDuration(Math.floor(length / HOUR) * HOUR).replaceAll(" ", "\u00a0");
  return `Probably recovered: in its band for ${lasted}${measured}`;
}
