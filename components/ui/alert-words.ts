import type { Alert, Category } from "@/lib/alerting/alerts/contract";
import { EVIDENCE_HOURS } from "@/lib/alerting/alerts/evidence";
import { comparePaths } from "@/lib/base/core/natural-order";
import { commonParent, displayPath, nameOf, segmentsOf } from "@/lib/base/core/paths";
import type { Severity } from "@/lib/base/core/severity";
import { indexLabel } from "./index-mark";
import { CATEGORY_FACTS, LEVEL_WORDS, SEVERITY_LEVELS, type SeverityLevel } from "./severity";

/** How alerts are said: pure words of an alert's facts, the same in rows, cards, search and headings. */

type Kind = Pick<Alert, "type" | "category">;
type Weight = Pick<Alert, "severity" | "category">;
type Placed = Pick<Alert, "areas" | "jobId">;

const LEVEL_OF: Record<Severity, SeverityLevel> = { HIGH: "high", MEDIUM: "medium", LOW: "low" };

/** How heavy it weighs: its severity, or the rank of its category. */
export function levelOf(alert: Weight): SeverityLevel {
  if (alert.severity) return LEVEL_OF[alert.severity];
  return alert.category ? CATEGORY_FACTS[alert.category].level : "plain";
}

/** The word of its badge: HIGH, or STRESS for a plant alert. */
export function badgeWordOf(alert: Weight): string {
  if (alert.severity) return alert.severity;
  return alert.category ? CATEGORY_FACTS[alert.category].word : LEVEL_WORDS.plain;
}

const CATEGORY_KINDS: Record<Category, string> = {
  PLANT_CRITICAL_ALERT: "Health critical",
  PLANT_STRESS_ALERT: "Plant stress",
  PLANT_LIGHT_ALERT: "Light",
  PLANT_RECOVERY_ALERT: "Recovery",
};

/** What it is about. */
export function kindOf(alert: Kind): string {
  if (alert.type === "HEALTH") return "Health";
  if (alert.type === "PRODUCTIVITY") return "Productivity";
  return alert.category ? CATEGORY_KINDS[alert.category] : "Alert";
}

const CATEGORY_HEADLINES: Record<Category, string> = {
  PLANT_CRITICAL_ALERT: "Health is critical",
  PLANT_STRESS_ALERT: "plants are under stress",
  PLANT_LIGHT_ALERT: "light-use efficiency is low",
  PLANT_RECOVERY_ALERT: "plants recover",
};

/**
 * A sentence for a heading: "Bench 14: Health is low", and "was" once it is over.
 * @param isBack the last value lies in the band that was usual before: what it is now is not what it was raised for
 */
export function headlineOf(alert: Kind & Placed & Pick<Alert, "status">, isBack = false): string {
  const said = alert.category ? CATEGORY_HEADLINES[alert.category] : `${kindOf(alert)} is low`;
  const over = said.replace(" is ", " was ").replace(" are ", " were ").replace("recover", "recovered");
  return `${placeOf(alert).title}: ${alert.status === "closed" || isBack ? over : said}`;
}

/** Why there is no value of the index that an alert is about: its job has readings where its place is known. */
export function noValueWords({ areas }: Pick<Alert, "areas">, index: string): string {
  return areas.length === 0
    ? "no reading carries its job"
    : `no ${indexLabel(index)} value in ${EVIDENCE_HOURS} h`;
}

/** A long identifier in the middle of a line: `01J9ZK…7QF`. */
export function shortId(id: string): string {
  return id.length > 16 ? `${id.slice(0, 6)}…${id.slice(-3)}` : id;
}

/** The names that all paths share above their own, root first. */
function sharedAncestors(paths: string[]): string[] {
  const above = commonParent(paths);
  return above === null ? [] : segmentsOf(above);
}

/** How many levels above a place a row names: what is nearest tells most. */
const LEVELS_SHOWN = 2;

/**
 * Where it is, for a row: the name with how many more there are (`title` is both), and what it lies in. Several areas
 * share one line.
 */
export function placeOf(alert: Placed): {
  title: string;
  name: string;
  more: number;
  detail: string;
  known: boolean;
  plural: boolean;
} {
  const paths = alert.areas.map((area) => area.path);
  const [first] = paths;
  if (first === undefined)
    return {
      title: "Place not known",
      name: "Place not known",
      more: 0,
      detail: `Job ${shortId(alert.jobId)}`,
      known: false,
      plural: false,
    };
  const above = sharedAncestors(paths).slice(-LEVELS_SHOWN);
  const more = paths.length - 1;
  const name = nameOf(first) || "(no name)";
  const title = name + moreWords(more);
  return { title, name, more, detail: above.join(" › "), known: true, plural: more > 0 };
}

/** ` and 7 more` behind a name; nothing where there is none. */
export const moreWords = (more: number) => (more === 0 ? "" : ` and ${more} more`);

const NAMES_SHOWN = 4;

/** Where it is, in full: the path, or what all areas lie in and their names in natural order. */
export function whereInFull(alert: Pick<Alert, "areas">): string {
  const paths = alert.areas.map((area) => area.path).sort(comparePaths);
  const [first] = paths;
  if (first === undefined) return "";
  if (paths.length === 1) return displayPath(first);
  const names = paths.slice(0, NAMES_SHOWN).map(nameOf).join(", ");
  const more = moreWords(Math.max(paths.length - NAMES_SHOWN, 0));
  return [...sharedAncestors(paths), names + more].join(" › ");
}

/** Why it closed, as people say it. */
export const CLOSE_WORDS: Record<NonNullable<Alert["closeReason"]>, string> = {
  RECOVERY_DETECTED: "recovered",
  EXPIRED: "expired",
  REPLACED: "replaced",
};

/** Since when it is open; an alert whose RAISED never came counts from its first notification. */
export function beganAt(alert: Pick<Alert, "raisedAt" | "firstEventAt">): string {
  return alert.raisedAt ?? alert.firstEventAt;
}

/** "2 HIGH, 5 MEDIUM and 3 LOW" of the levels that are present. */
export function countsWords(counts: Record<SeverityLevel, number>): string {
  const parts = SEVERITY_LEVELS.filter((level) => counts[level] > 0).map(
    (level) => `${counts[level]} ${LEVEL_WORDS[level]}`,
  );
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
