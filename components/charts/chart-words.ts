/** What a chart says in words. Pure. */
import { indexLabel } from "@/components/ui/index-mark";
import { formatIndexValue } from "@/lib/base/core/numbers";
import { formatDuration } from "@/lib/base/core/time";
import { extentOf, type Row, type Stretch } from "./model";

const HALF_AN_HOUR = 1_800_000;

/** The gap that an instant lies in; the points at its ends are none of it. */
export function gapAt(gaps: readonly Stretch[], t: number, row: Row | null): Stretch | null {
  if (row && Math.abs(row.t - t) < HALF_AN_HOUR) return null;
  return gaps.find((gap) => t > gap.from && t < gap.to) ?? null;
}

type When = (row: Row) => string;

/** The value under the cursor in words; in a time without data how long that is. */
export function valueTextOf(
  row: Row | null,
  index: string,
  unit: string | null,
  when: When,
  gap: Stretch | null,
): string {
  if (gap) return `no data for ${formatDuration(gap.to - gap.from)}`;
  if (!row?.point) return "no value here";
  return `${when(row)}: ${formatIndexValue(row.point.mean, index)} ${unit ?? ""}`;
}

/** A chart in one sentence. */
export function summaryOf(index: string, unit: string | null, rows: Row[], when: When): string {
  const label = indexLabel(index);
  const extent = extentOf(rows);
  const last = rows.filter((row) => row.point).at(-1);
  if (!extent || !last?.point) return `${label}: no value in this time.`;
  const [low, high] = extent.map((value) => formatIndexValue(value, index));
  return `${label}: last ${formatIndexValue(last.point.mean, index)} ${unit ?? ""}, ${when(last)}, lowest ${low}, highest ${high}.`;
}
