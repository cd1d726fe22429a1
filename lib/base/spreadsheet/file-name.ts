import { nameWithParent } from "@/lib/base/core/paths";
import { foldAccents } from "@/lib/base/core/text";
import { siteDay } from "@/lib/base/core/time";

/**
 * The name of an exported file: what it holds, the last two names of its area or else the site's, and its days in site
 * time, in letters and digits that any system takes: `readings-rack-3-tier-1-2026-11-14-to-2026-11-28.xlsx`.
 * @param period both ends inclusive; `from` undefined: from the first row on
 * @param format the ending
 */
export function exportFileName(
  what: string,
  { area, site, zone }: { area: string | undefined; site: string; zone: string },
  period: { from?: Date | undefined; to: Date },
  format: string,
): string {
  const day = (at: Date) => siteDay(at, zone);
  // A period that ends at midnight holds the day before as a whole.
  const days = [...(period.from ? [day(period.from)] : []), "to", day(new Date(period.to.getTime() - 1))];
  const place = foldAccents(area === undefined ? site : nameWithParent(area)).slice(0, MAX_PLACE);
  return `${[what, place, ...days].join("-").replace(/[^a-z0-9]+/g, "-")}.${format}`;
}

/** Longer names make a path that some systems refuse. */
const MAX_PLACE = 80;
