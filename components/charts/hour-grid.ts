/** A time as days side by side, each with its hours: what a heat strip is drawn from. Pure. */
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import { addDays, HOUR_MS, siteDay, siteHour, timeOfDay } from "@/lib/base/core/time";
import type { Point } from "./model";

/** One hour of the site's clock; on the night when it is put back two cells have the same `hour`. */
export type HourCell = {
  t: number;
  hour: number;
  /** Of how many cells of its day and hour, and which of them: 0 of 1 but for the night of the change. */
  place: number;
  of: number;
  point: Point | null;
};
export type HourDay = { day: string; cells: HourCell[] };

/**
 * The days of a time with their hours, in the order of time. An hour that the clock leaves out has no cell; the one
 * that it shows twice has two.
 * @param points hourly, as the series gives them: whole UTC hours
 */
export function hourGrid(points: readonly Point[], from: number, to: number, zone: string): HourDay[] {
  const known = new Map(points.map((point) => [Date.parse(point.t), point]));
  const days: HourDay[] = [];
  for (let t = Math.ceil(from / HOUR_MS) * HOUR_MS; t < to; t += HOUR_MS) {
    const at = new Date(t);
    const day = siteDay(at, zone);
    if (days.at(-1)?.day !== day) days.push({ day, cells: [] });
    const hour = siteHour(at, zone);
    const twins = days.at(-1)?.cells.filter((cell) => cell.hour === hour) ?? [];
    const of = twins.length + 1;
    for (const twin of twins) twin.of = of;
    days.at(-1)?.cells.push({ t, hour, place: twins.length, of, point: known.get(t) ?? null });
  }
  return days;
}

/** Where the clock of a strip begins: `count` days of the site before the day of `now`, which is the last one. */
export function firstDay(now: number, zone: string, count: number): string {
  return addDays(siteDay(new Date(now), zone), 1 - count);
}

/** Shades of a strip, the palest first. */
export const SHADES = 6;

/** From which value to which the shades go; signed indices go to both sides of zero. Null without a value. */
export function shadeRange(days: readonly HourDay[], index: string): [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { cells } of days)
    for (const { point } of cells) {
      if (!point) continue;
      low = Math.min(low, point.mean);
      high = Math.max(high, point.mean);
    }
  if (low > high) return null;
  const facts = isIndexName(index) ? INDEX_FACTS[index] : undefined;
  if (facts?.signed) {
    const far = Math.max(Math.abs(low), Math.abs(high), 0.5);
    return [-far, far];
  }
  return [facts?.zeroBased ? Math.min(0, low) : low, Math.max(high, low + 0.5)];
}

/** Which shade a value has: 0 the palest; below the zero of a signed range negative ones, from -1. */
export function shadeOf(value: number, [low, high]: [number, number]): number {
  if (low < 0 && low === -high) {
    const shade = Math.min(Math.floor((Math.abs(value) / high) * SHADES), SHADES - 1);
    return value < 0 ? -1 - shade : shade;
  }
  return Math.min(Math.max(Math.floor(((value - low) / (high - low)) * SHADES), 0), SHADES - 1);
}

/** `14:00 to 15:00` of a cell; in the repeated hour which of the two. */
export function hourWords(t: number, zone: string): string {
  return `${timeOfDay(new Date(t), zone)} to ${timeOfDay(new Date(t + HOUR_MS), zone)}`;
}

/** The cell that a step in days and hours leads to; it stays within the strip. */
export function cellBeside(
  days: readonly HourDay[],
  at: { day: number; cell: number },
  step: { days?: number; hours?: number },
): { day: number; cell: number } {
  const day = Math.min(Math.max(at.day + (step.days ?? 0), 0), days.length - 1);
  const hour = days[at.day]?.cells[at.cell]?.hour ?? 0;
  const cells = days[day]?.cells ?? [];
  const same = day === at.day ? at.cell : nearestTo(cells, hour);
  return { day, cell: Math.min(Math.max(same + (step.hours ?? 0), 0), Math.max(cells.length - 1, 0)) };
}

/** The place of the cell whose hour is nearest: a day may lack the very hour. */
export function nearestTo(cells: readonly HourCell[], hour: number): number {
  let best = 0;
  cells.forEach((cell, place) => {
    if (Math.abs(cell.hour - hour) < Math.abs((cells[best]?.hour ?? 99) - hour)) best = place;
  });
  return best;
}
