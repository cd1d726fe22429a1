/** Divides a time range into days and hours, for the heat strip. Pure; times in epoch milliseconds. */
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import { addDays, HOUR_MS, siteDay, siteHour } from "@/lib/base/core/time";
import type { Point } from "@/lib/farm/series/contract";
import { clamp, extentOf, nearestBy } from "./plot/geometry";

/** One hour of site time; when the clock is put back two cells have the same `hour`. */
export type HourCell = {
  t: number;
  hour: number;
  /** Its number among the `of` cells of its day and hour: 0 of 1 except at the clock change. */
  place: number;
  of: number;
  point: Point | null;
};
export type HourDay = { day: string; cells: HourCell[] };

/**
 * The days of a time range in order. An hour that the clock skips has no cell, the repeated one has two.
 * @param points of whole UTC hours
 */
export function hourGrid(points: readonly Point[], from: number, to: number, zone: string): HourDay[] {
  const known = new Map(points.map((point) => [point.t, point]));
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

/** The first of `count` site days, the last of which is the day of `now`. */
export function firstDay(now: number, zone: string, count: number): string {
  return addDays(siteDay(new Date(now), zone), 1 - count);
}

/** The number of shades. */
export const SHADES = 6;

/** The lowest and the highest mean of the hours; null without values. */
export const meanExtent = (days: readonly HourDay[]) =>
  extentOf(days.flatMap(({ cells }) => cells.flatMap(({ point }) => point?.mean ?? [])));

/** The values of the palest and the strongest shade, symmetric for signed indices; null without values. */
export function shadeRange(days: readonly HourDay[], index: string): [number, number] | null {
  const extent = meanExtent(days);
  if (!extent) return null;
  const [low, high] = extent;
  const facts = isIndexName(index) ? INDEX_FACTS[index] : undefined;
  if (facts?.signed) {
    const far = Math.max(Math.abs(low), Math.abs(high), 0.5);
    return [-far, far];
  }
  return [facts?.zeroBased ? Math.min(0, low) : low, Math.max(high, low + 0.5)];
}

/** The shade of a value: 0 is the palest; in a symmetric range values below zero have -1 and less. */
export function shadeFor(value: number, [low, high]: [number, number]): number {
  if (low < 0 && low === -high) {
    const shade = Math.min(Math.floor((Math.abs(value) / high) * SHADES), SHADES - 1);
    return value < 0 ? -1 - shade : shade;
  }
  return clamp(Math.floor(((value - low) / (high - low)) * SHADES), 0, SHADES - 1);
}

/** Moves by days or hours, within the strip. */
export function moveCell(
  days: readonly HourDay[],
  at: { day: number; cell: number },
  step: { days?: number; hours?: number },
): { day: number; cell: number } {
  const day = clamp(at.day + (step.days ?? 0), 0, days.length - 1);
  const hour = days[at.day]?.cells[at.cell]?.hour ?? 0;
  const cells = days[day]?.cells ?? [];
  const same = day === at.day ? at.cell : nearestCell(cells, hour);
  return { day, cell: clamp(same + (step.hours ?? 0), 0, Math.max(cells.length - 1, 0)) };
}

/** The place of the cell with the nearest hour, since a day may lack the hour itself. */
export function nearestCell(cells: readonly HourCell[], hour: number): number {
  const cell = nearestBy(cells, (one) => Math.abs(one.hour - hour));
  return cell ? cells.indexOf(cell) : 0;
}
