import { noValueWords } from "@/components/ui/alert-words";
import type { Evidence, ListedAlert } from "@/lib/alerting/alerts/contract";
import { groupBy } from "@/lib/base/core/group-by";
import { capital } from "@/lib/base/core/text";
import { HOUR_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import type { ListStart } from "@/lib/web/preferences/contract";

const PAGE_SIZE = 25;

/** The input of the call for the open alerts, the same on the server and in the browser. */
export function nowAlertsInput(tenant: string | undefined, { group, areas }: ListStart) {
  const query = { status: "open", order: "worst", limit: PAGE_SIZE, evidence: "true" } as const;
  return {
    query: {
      ...{ tenant, ...query },
      ...(group === "problem" && { group }),
      ...(areas === "mine" && { mine: "true" as const }),
    },
  };
}

/** A smaller share than this is within the accuracy of the values. */
const MIN_FALL_SHARE = 0.01;

/** A day and six hours: Health is measured at night only, so the newest value can be that old. */
const MAX_VALUE_AGE_MS = 30 * HOUR_MS;

/** Returns true if a value is new enough to be compared with yesterday's. */
export function isRecent({ at }: { at: string }, now: Date): boolean {
  return now.getTime() - Date.parse(at) <= MAX_VALUE_AGE_MS;
}

/** Why the change of an alert's index since yesterday is not known; null if it is. */
export function noChangeWords(words: Words, alert: ListedAlert, now: Date): string | null {
  const { t } = words;
  const { evidence } = alert;
  if (!evidence) return t("now.noChange.noReadings");
  if (!evidence.last) return capital(noValueWords(words, alert, evidence.index));
  if (!isRecent(evidence.last, now)) return t("now.noChange.tooOld");
  return evidence.dayBefore === null ? t("now.noChange.noValueBefore") : null;
}

export type Fall = { alert: ListedAlert; evidence: Evidence; from: number; to: number };

/** Alerts whose index has fallen in about a day, the greatest share first; each job and index once. */
export function listFalls(alerts: readonly ListedAlert[], now: Date): Fall[] {
  const share = ({ from, to }: Fall) => (from - to) / Math.max(Math.abs(from), 1);
  const falls = alerts
    .flatMap((alert): Fall[] => {
      const { evidence } = alert;
      if (!evidence?.last || evidence.dayBefore === null || !isRecent(evidence.last, now)) return [];
      return [{ alert, evidence, from: evidence.dayBefore, to: evidence.last.value }];
    })
    .filter((fall) => share(fall) > MIN_FALL_SHARE)
    .sort((a, b) => share(b) - share(a));
  const ofOneIndex = groupBy(falls, ({ alert, evidence }) => `${alert.jobId} ${evidence.index}`);
  return [...ofOneIndex.values()].flatMap((group) => group.slice(0, 1));
}

/** Areas with an open alert whose children measure (zones rather than benches or sites), the worst first. */
export function listWorstAreas(areas: readonly AreaOverview[]): AreaOverview[] {
  const parents = new Set(areas.map((area) => area.parent));
  const aboveLeaves = new Set(
    areas.filter((area) => !parents.has(area.path)).map((area) => area.parent ?? area.path),
  );
  const levels = ["high", "medium", "low", "plain"] as const;
  return areas
    .filter((area) => aboveLeaves.has(area.path) && area.openAlerts > 0)
    .sort((a, b) => {
      const level = levels.find((one) => a.severities[one] !== b.severities[one]);
      return level ? b.severities[level] - a.severities[level] : a.path.localeCompare(b.path);
    });
}
