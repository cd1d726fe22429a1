import { csvLine } from "@/lib/base/core/csv";
import { siteInstants, utcInstant } from "@/lib/base/core/time";
import type { Point } from "@/lib/farm/series/contract";
import { dayOfCrop } from "./crop";
import { differenceTo } from "./points";

/** One line of a comparison. */
export type ExportedLine = {
  letter: string;
  /** The path of an area as the service writes it, or the name of a job. */
  name: string;
  points: readonly Point[] | undefined;
  /** The same points at their places on the axis. */
  aligned: readonly Point[] | undefined;
  /** The instant from which days of crop are counted; null by calendar. */
  firstAt: Date | null;
  /** Of a job, whether it may have begun before day 0. */
  job?: { begunBefore: boolean } | null;
};

type ExportedIndex = { index: string; unit: string; lines: readonly ExportedLine[] };

const HEAD =
  "index,unit,time_utc,time_site,day_of_crop,begun_before,mean,lowest,highest,count,interpolated_share".split(
    ",",
  );

/**
 * Writes a comparison as CSV (RFC 4180, UTF-8): a line for each value, its time in UTC and in site time with the offset,
 * unrounded numbers. Names that a spreadsheet would run as a formula are made harmless.
 * @param zone IANA name of the site's time zone
 * @param parts the indices in the order of the page
 * @param reference the letter of the line that differences are taken to
 */
export function compareCsv(of: {
  kind: "area" | "job";
  zone: string;
  parts: readonly ExportedIndex[];
  reference: string;
}): string {
  const { kind, zone, parts, reference } = of;
  const siteTime = siteInstants(zone);
  const rows = parts.flatMap(({ index, unit, lines }) => {
    const origin = lines.find(({ letter }) => letter === reference)?.aligned ?? [];
    return lines.flatMap(({ letter, name, points = [], aligned = [], firstAt, job }) => {
      const differences = new Map(differenceTo(aligned, origin).map(({ t, mean }) => [t, mean]));
      return points.map((point, place) => {
        const at = new Date(point.t);
        return csvLine([
          ...[letter, name, index, unit, utcInstant(at), siteTime(at)],
          ...(firstAt ? [dayOfCrop(at, firstAt, zone), String(job?.begunBefore ?? false)] : [null, null]),
          ...[point.mean, point.min, point.max, point.count, point.filled],
          differences.get(aligned[place]?.t ?? Number.NaN) ?? null,
        ]);
      });
    });
  });
  return csvLine(["letter", kind, ...HEAD, `difference_to_${reference}`]) + rows.join("");
}
