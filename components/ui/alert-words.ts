import type { Alert, Category } from "@/lib/alerting/alerts/contract";
import { EVIDENCE_HOURS } from "@/lib/alerting/alerts/evidence";
import { comparePaths } from "@/lib/base/core/natural-order";
import { commonParent, displayPath, nameOf, segmentsOf } from "@/lib/base/core/paths";
import { CATEGORY_FACTS, kindOf, type Severity, type SeverityCounts } from "@/lib/base/core/severity";
import { listed } from "@/lib/base/core/text";
import { formatDuration, HOUR_MS } from "@/lib/base/core/time";
import { apartFrom, describePlaces, tellApart } from "@/lib/base/places/places";
import { indexLabel } from "./index-mark";
import { countsByBadge, type SeverityLevel } from "./severity";

export { badgeSince, badgeWordOf, beganAt, kindOf } from "@/lib/base/core/severity";

/** The words for an alert's facts, the same in rows, cards, search and headings. */

type Kind = Pick<Alert, "type" | "category">;
type Weight = Pick<Alert, "severity" | "category">;
type Placed = Pick<Alert, "jobId"> & { areas: readonly Pick<Alert["areas"][number], "path">[] };

const LEVEL_OF: Record<Severity, SeverityLevel> = { HIGH: "high", MEDIUM: "medium", LOW: "low" };

/** The level of an alert's severity, else of its category. */
export function levelOf(alert: Weight): SeverityLevel {
  if (alert.severity) return LEVEL_OF[alert.severity];
  return alert.category ? CATEGORY_FACTS[alert.category].level : "plain";
}

const CATEGORY_HEADLINES: Record<Category, string> = {
  PLANT_CRITICAL_ALERT: "Health is critical",
  PLANT_STRESS_ALERT: "plants are under stress",
  PLANT_LIGHT_ALERT: "light-use efficiency is low",
  PLANT_RECOVERY_ALERT: "plants recover",
};

/**
 * A sentence for a heading: "Bench 14: Health is low"; "was" once the alert is closed or its index is back in its band.
 * @param isBack the last value lies in the earlier band
 */
export function alertHeadline(alert: Kind & Placed & Pick<Alert, "status">, isBack = false): string {
  const said = alert.category ? CATEGORY_HEADLINES[alert.category] : `${kindOf(alert)} is low`;
  const over = said.replace(" is ", " was ").replace(" are ", " were ").replace("recover", "recovered");
  return `${placeOf(alert).title}: ${alert.status === "closed" || isBack ? over : said}`;
}

/** Why an alert's index has no value. An alert without a place has none because no reading carries its job. */
export function noValueWords({ areas }: Pick<Alert, "areas">, index: string): string {
  return areas.length === 0
    ? "no reading carries its job"
    : `no ${indexLabel(index)} value in ${EVIDENCE_HOURS} h`;
}

/** A long identifier shortened for a line: `01J9ZK…7QF`. */
export function shortId(id: string): string {
  return id.length > 16 ? `${id.slice(0, 6)}…${id.slice(-3)}` : id;
}

/** A row names this many levels above a place, the nearest ones. */
const LEVELS_SHOWN = 2;

const UNKNOWN_PLACE = {
  title: "Place not known",
  name: "Place not known",
  tail: "",
  known: false,
  plural: false,
};

/** The place of an alert for a row: its words (`title` has both of them), and what it lies in. */
export function placeOf(alert: Placed) {
  const words = describePlaces(alert.areas.map((area) => area.path));
  if (words === null) return { ...UNKNOWN_PLACE, detail: `Job ${shortId(alert.jobId)}` };
  const name = words.name || "(no name)";
  const detail = words.above.slice(-LEVELS_SHOWN).join(" › ");
  return {
    ...{ title: name + words.tail, name, tail: words.tail, detail, known: true },
    plural: words.count > 1,
  };
}

/** The titles of alerts that are shown together: where a title repeats in another place, with what tells them apart. */
export function distinctTitles(alerts: readonly Placed[]): string[] {
  const titles = alerts.map((alert) => placeOf(alert).title);
  const apart = tellApart(
    alerts.map(({ areas }, at) => ({
      name: titles[at] ?? "",
      above: describePlaces(areas.map(({ path }) => path))?.above ?? [],
    })),
  );
  return titles.map((title, at) => (apart[at] ? `${apart[at]} › ${title}` : title));
}

/** The title of an alert's place, with what tells it from others of its name. @param areas the paths of all areas */
export function titleAmong(alert: Placed, areas: readonly string[]): string {
  const apart = apartFrom(
    alert.areas.map(({ path }) => path),
    areas,
  );
  const { title } = placeOf(alert);
  return apart === null ? title : `${apart} › ${title}`;
}

/** ` and 7 more` for behind names; empty for 0. */
const moreWords = (more: number) => (more === 0 ? "" : ` and ${more} more`);

const NAMES_SHOWN = 4;

/** The place in full: the path; of several areas what all lie in, and their names in natural order. */
export function whereInFull(alert: Pick<Alert, "areas">): string {
  const paths = alert.areas.map((area) => area.path).sort(comparePaths);
  const [first] = paths;
  if (first === undefined) return "";
  if (paths.length === 1) return displayPath(first);
  const names = paths.slice(0, NAMES_SHOWN).map(nameOf).join(", ");
  const more = moreWords(Math.max(paths.length - NAMES_SHOWN, 0));
  const above = commonParent(paths);
  return [...(above === null ? [] : segmentsOf(above)), names + more].join(" › ");
}

/** Close reasons for people. */
export const CLOSE_WORDS: Record<NonNullable<Alert["closeReason"]>, string> = {
  RECOVERY_DETECTED: "recovered",
  EXPIRED: "expired",
  REPLACED: "replaced",
};

const NO_PLANTS: SeverityCounts = { high: 0, medium: 0, low: 0, plain: 0 };

/** "2 HIGH, 1 CRITICAL and 3 LOW"; what has no alert is left out. @param plants the plant alerts among them */
export function countsWords(counts: SeverityCounts, plants = NO_PLANTS): string {
  return listed(countsByBadge(counts, plants).map(({ word, count }) => `${count} ${word}`));
}

/**
 * "Probably recovered: in its band for 6 h". A reading has the time at which its hour begins. Health is measured at night
 * only, so that hours by the clock would claim too much.
 */
export function recoveryWords(recovery: { since: string; until: string }, index: string): string {
  const length = Date.parse(recovery.until) - Date.parse(recovery.since) + HOUR_MS;
  const measured = index === "HEALTH" && length > 16 * HOUR_MS ? ", nights only" : "";
  // No-break spaces keep a number with its unit on narrow lines.
  const lasted = formatDuration(Math.floor(length / HOUR_MS) * HOUR_MS).replaceAll(" ", "\u00a0");
  return `Probably recovered: in its band for ${lasted}${measured}`;
}
