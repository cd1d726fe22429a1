import { badgeWordOf, beganAt, kindKey, levelOf, placeOf } from "@/components/ui/alert-words";
import type { Alert } from "@/lib/alerting/alerts/contract";
import type { Words } from "@/lib/base/words/words";

/** How many alerts the offline page shows, the worst first. */
export const OPEN_KEPT = 20;

type KeptWords = {
  level: string;
  badge: string;
  kind: string;
  place: string;
  within: string;
  since: string;
  who: string;
};

/**
 * The open alerts in words, as the offline page shows them: it can neither ask the server nor run our code.
 * @param items the worst, at most `OPEN_KEPT`
 * @param open how many are open in all
 * @param read when they were read, and the site's time zone
 */
export function openKept(
  words: Words,
  items: readonly Alert[],
  open: number,
  { at, zone }: { at: Date; zone: string },
): { at: string; more: number; alerts: KeptWords[] } {
  const { siteDateTime, t } = words;
  const alerts = items.map((alert): KeptWords => {
    const place = placeOf(words, alert);
    return {
      ...{ level: levelOf(alert), badge: badgeWordOf(alert), kind: t(kindKey(alert)) },
      ...{ place: place.title, within: place.detail },
      since: siteDateTime(new Date(beganAt(alert)), zone),
      who: alert.owner ?? "",
    };
  });
  return { at: siteDateTime(at, zone), more: Math.max(open - items.length, 0), alerts };
}
