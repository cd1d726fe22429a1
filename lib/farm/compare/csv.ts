import { csvLine } from "@/lib/base/core/csv";
import { siteInstants, utcInstant } from "@/lib/base/core/time";
import type { Point } from "@/lib/farm/series/contract";
import { dayOfCrop } from "./crop";
import { differenceTo } from "./points";

/** One of what is compared, as it is written. */
export type ExportedLine = {
  letter: string;
  /** The path of an area as the service writes it, or the name of a job. */
  name: string;
  points: readonly Point[];
  /** The same points where they stand when lined up with the others. */
  aligned: readonly Point[];
  /** Where days of crop are counted from; null where the line stands by calendar. */
  firstAt: Date | null;
};

/** One index of what is compared. */
export type ExportedIndex = { index: string; unit: string; lines: readonly ExportedLine[] };

export type Exported = {
  kind: "area" | "job";
  /** IANA name of the site's time zone. */
  zone: string;
  /** The indices in the order of the page. */
  parts: readonly ExportedIndex[];
  /** The letter of the line that differences are taken to. */
  reference: string;
};

const HEAD = "index,unit,time_utc,time_site,day_of_crop,mean,lowest,highest,count,interpolated_share".split(
  ",",
);

/**
 * What is compared as CSV (RFC 4180, UTF-8): a line for each value, its time in UTC and in site time with the offset,
 * the numbers as they came. The indices follow one another. Names that a spreadsheet would run as a formula are made
 * harmless.
 */
export function compareCsv({ kind, zone, parts, reference }: Exported): string {
  const inSiteTime = siteInstants(zone);
  const rows = parts.flatMap((part) => rowsOf(part, reference, zone, inSiteTime));
  return csvLine(["letter", kind, ...HEAD, `difference_to_${reference}`]) + rows.join("");
}

function rowsOf(
  { index, unit, lines }: ExportedIndex,
  reference: string,
  zone: string,
  inSiteTime: (at: Date) => string,
): string[] {
  const origin = lines.find(({ letter }) => letter === reference)?.aligned ?? [];
  return lines.flatMap(({ letter, name, points, aligned, firstAt }) => {
    const differences = new Map(differenceTo(aligned, origin).map(({ t, mean }) => [t, mean]));
    return points.map((point, place) => {
      const at = new Date(point.t);
      return csvLine([
        ...[letter, name, index, unit, utcInstant(at), inSiteTime(at)],
        firstAt && dayOfCrop(at, firstAt, zone),
        ...[point.mean, point.min, point.max, point.count, point.filled],
        differences.get(aligned[place]?.t ?? Number.NaN) ?? null,
      ]);
    });
  });
}
