import { formatDuration, HOUR_MS } from "@/lib/base/core/time";

/**
 * "Probably recovered: in its band for 6 h". Readings stand at the beginning of their hour. Health is measured at
 * night only, so that its hours by the clock would say too much.
 */
export function recoveryWords(recovery: { since: string; until: string }, index: string): string {
  const length = Date.parse(recovery.until) - Date.parse(recovery.since) + HOUR_MS;
  const measured = index === "HEALTH" && length > 16 * HOUR_MS ? ", nights only" : "";
  // A number keeps its unit where a narrow line breaks.
  const lasted = formatDuration(Math.floor(length / HOUR_MS) * HOUR_MS).replaceAll(" ", "\u00a0");
  return `Probably recovered: in its band for ${lasted}${measured}`;
}
