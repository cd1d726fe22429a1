import { badgeWordOf, beganAt, kindOf, levelOf, placeOf } from "@/components/ui/alert-words";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { siteDateTime } from "@/lib/base/core/time";

/** How many alerts the offline page shows, the worst first. */
export const OPEN_KEPT = 20;

type Words = {
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
  items: readonly Alert[],
  open: number,
  { at, zone }: { at: Date; zone: string },
): { at: string; more: number; alerts: Words[] } {
  const alerts = items.map((alert): Words => {
    const place = placeOf(alert);
    return {
      ...{ level: levelOf(alert), badge: badgeWordOf(alert), kind: kindOf(alert) },
      ...{ place: place.title, within: place.detail },
      since: siteDateTime(new Date(beganAt(alert)), zone),
      who: alert.owner ?? "",
    };
  });
  return { at: siteDateTime(at, zone), more: Math.max(open - items.length, 0), alerts };
}
