import type { Alert, Category } from "@/lib/alerting/alerts/contract";
import { EVIDENCE_HOURS } from "@/lib/alerting/alerts/evidence";
import { comparePaths } from "@/lib/base/core/natural-order";
import { commonParent, displayPath, nameOf, segmentsOf } from "@/lib/base/core/paths";
import { CATEGORY_FACTS, type Severity, type SeverityCounts } from "@/lib/base/core/severity";
import { HOUR_MS } from "@/lib/base/core/time";
import { apartFrom, describePlaces, tellApart } from "@/lib/base/places/places";
import { kindKey } from "@/lib/base/words/kinds";
import type { MessageKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import { indexLabel } from "./index-mark";
import { countsByBadge, type SeverityLevel } from "./severity";

export { badgeSince, badgeWordOf, beganAt } from "@/lib/base/core/severity";
export { kindKey };

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

const CATEGORY_HEADLINES = {
  PLANT_CRITICAL_ALERT: "alertFacts.headlines.critical",
  PLANT_STRESS_ALERT: "alertFacts.headlines.stress",
  PLANT_LIGHT_ALERT: "alertFacts.headlines.light",
  PLANT_RECOVERY_ALERT: "alertFacts.headlines.recovery",
} as const satisfies Record<Category, MessageKey>;

/**
 * A sentence for a heading: "Bench 14: Health is low"; "was" once the alert is closed or its index is back in its band.
 * @param isBack the last value lies in the earlier band
 */
export function alertHeadline(
  words: Words,
  alert: Kind & Placed & Pick<Alert, "status">,
  isBack = false,
): string {
  const { t } = words;
  const place = placeOf(words, alert).title;
  const when = alert.status === "closed" || isBack ? "past" : "other";
  return alert.category
    ? t(CATEGORY_HEADLINES[alert.category], { place, when })
    : t("alertFacts.headlines.low", { place, when, kind: t(kindKey(alert)) });
}

/** Why an alert's index has no value. An alert without a place has none because no reading carries its job. */
export function noValueWords({ t }: Words, { areas }: Pick<Alert, "areas">, index: string): string {
  return areas.length === 0
    ? t("alertFacts.noReadings")
    : t("alertFacts.noValue", { index: indexLabel(index), hours: EVIDENCE_HOURS });
}

/** A long identifier shortened for a line: `01J9ZK…7QF`. */
export function shortId(id: string): string {
  return id.length > 16 ? `${id.slice(0, 6)}…${id.slice(-3)}` : id;
}

/** The place of an alert for a row: its words (`title` has both of them), and all that it lies in. */
export function placeOf(words: Words, alert: Placed) {
  const { t } = words;
  const place = describePlaces(
    words,
    alert.areas.map((area) => area.path),
  );
  if (place === null) {
    const name = t("alertFacts.unplaced");
    const detail = t("alertFacts.job", { id: shortId(alert.jobId) });
    return { title: name, name, tail: "", detail, known: false, plural: false };
  }
  const name = place.name || t("ui.noName");
  const detail = place.above.join(" › ");
  return {
    ...{ title: name + place.tail, name, tail: place.tail, detail, known: true },
    plural: place.count > 1,
  };
}

/** The titles of alerts that are shown together: where a title repeats in another place, with what tells them apart. */
export function distinctTitles(words: Words, alerts: readonly Placed[]): string[] {
  const titles = alerts.map((alert) => placeOf(words, alert).title);
  const apart = tellApart(
    alerts.map(({ areas }, at) => ({
      name: titles[at] ?? "",
      above:
        describePlaces(
          words,
          areas.map(({ path }) => path),
        )?.above ?? [],
    })),
  );
  return titles.map((title, at) => (apart[at] ? `${apart[at]} › ${title}` : title));
}

/** The title of an alert's place, with what tells it from others of its name. @param areas the paths of all areas */
export function titleAmong(words: Words, alert: Placed, areas: readonly string[]): string {
  const apart = apartFrom(
    words,
    alert.areas.map(({ path }) => path),
    areas,
  );
  const { title } = placeOf(words, alert);
  return apart === null ? title : `${apart} › ${title}`;
}

const NAMES_SHOWN = 4;

/** The place in full: the path; of several areas what all lie in, and their names in natural order. */
export function whereInFull({ t }: Words, alert: Pick<Alert, "areas">): string {
  const paths = alert.areas.map((area) => area.path).sort(comparePaths);
  const [first] = paths;
  if (first === undefined) return "";
  if (paths.length === 1) return displayPath(first);
  const names = paths.slice(0, NAMES_SHOWN).map(nameOf).join(", ");
  const more = Math.max(paths.length - NAMES_SHOWN, 0);
  const above = commonParent(paths);
  return [...(above === null ? [] : segmentsOf(above)), t("alertFacts.names", { names, more })].join(" › ");
}

const NO_PLANTS: SeverityCounts = { high: 0, medium: 0, low: 0, plain: 0 };

/** "2 HIGH, 1 CRITICAL and 3 LOW"; what has no alert is left out. @param plants the plant alerts among them */
export function countsWords({ listed }: Words, counts: SeverityCounts, plants = NO_PLANTS): string {
  return listed(countsByBadge(counts, plants).map(({ word, count }) => `${count} ${word}`));
}

/**
 * "Probably recovered: back to normal for 6 h". A reading has the time at which its hour begins. Health is measured at night
 * only, so that hours by the clock would claim too much.
 */
export function recoveryWords(
  { t, formatDuration }: Words,
  recovery: { since: string; until: string },
  index: string,
): string {
  const length = Date.parse(recovery.until) - Date.parse(recovery.since) + HOUR_MS;
  // No-break spaces keep a number with its unit on narrow lines.
  const lasted = formatDuration(Math.floor(length / HOUR_MS) * HOUR_MS).replaceAll(" ", "\u00a0");
  return index === "HEALTH" && length > 16 * HOUR_MS
    ? t("alertFacts.recoveredAtNight", { length: lasted })
    : t("alertFacts.recovered", { length: lasted });
}
