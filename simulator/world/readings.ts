// The records of type indices: measured, missing and interpolated ones.

import { DAY, HOUR, MINUTE } from "../time";
import type { Area, Farm } from "./farm";
import { mix, uniform } from "./noise";
import type { IndexName, PlantState, Plants } from "./plants";
import { INDEX_NAMES } from "./plants";

export interface IndexRecord {
  at: number;
  area: Area;
  jobId: string;
  indexName: string;
  /** One decimal; NaN for no value. */
  value: number;
  isFilled: boolean;
}

const ODD_MINUTE = 35 * MINUTE;
const GAP_SHARE = 0.04;
const FILLED_SHARE = 0.08;

/** The records of an area at a whole hour, and those at an odd minute of that hour. */
export function* indexRecords(farm: Farm, plants: Plants, area: Area, hour: number): Generator<IndexRecord> {
  yield* recordsAt(farm, plants, area, hour, hour);
  if (hasOddRow(area, hour)) yield* recordsAt(farm, plants, area, hour, hour + ODD_MINUTE);
}

function* recordsAt(
  farm: Farm,
  plants: Plants,
  area: Area,
  hour: number,
  at: number,
): Generator<IndexRecord> {
  if (at >= area.reportsUntil || isMissing(area, hour)) return;
  const job = farm.jobAt(area.plot, at);
  if (!job) return;
  const stretch = at === hour ? filledStretch(area, hour) : undefined;
  const state = stretch ? interpolated(plants, area, at, stretch) : plants.stateAt(area, at);
  for (const indexName of INDEX_NAMES) {
    const value = indexValueOf(farm, plants, area, at, state, indexName);
    if (value === undefined) continue;
    const isFilled = stretch !== undefined && indexName !== "DLI" && indexName !== "DPI";
    yield {
      at,
      area,
      jobId: job.id,
      indexName,
      value: isLost(area, at, indexName) ? Number.NaN : oneDecimal(value),
      isFilled,
    };
  }
}

function indexValueOf(
  farm: Farm,
  plants: Plants,
  area: Area,
  at: number,
  state: PlantState,
  index: IndexName,
): number | undefined {
  if (index === "DLI" || index === "DPI") return dayTotal(farm, plants, area, at, index);
  if (index === "HEALTH") return state.day ? undefined : state.health;
  if (index === "PEI") return state.day ? state.pei : undefined;
  if (index === "EFFICIENCY") return state.efficiency;
  if (index === "PRODUCTIVITY") return state.productivity;
  return index === "ALPHA" ? state.alpha : state.ppfd;
}

function dayTotal(
  farm: Farm,
  plants: Plants,
  area: Area,
  at: number,
  index: "DLI" | "DPI",
): number | undefined {
  // Once a day, with the last whole hour of the local day.
  if (at % HOUR !== 0 || farm.localTime(at).hour !== 23) return undefined;
  const totals = plants.dayTotals(area, at);
  return index === "DLI" ? totals.dli : totals.dpi;
}

/** Interpolates linearly between the last value before a gap and the first one after it. */
function interpolated(plants: Plants, area: Area, at: number, [start, end]: [number, number]): PlantState {
  const left = plants.stateAt(area, start - HOUR);
  const right = plants.stateAt(area, end);
  const share = (at - start + HOUR) / (end - start + HOUR);
  const line = (a: number, b: number) => a + (b - a) * share;
  return {
    day: plants.isDay(area, at),
    health: line(left.health, right.health),
    efficiency: line(left.efficiency, right.efficiency),
    alpha: line(left.alpha, right.alpha),
    productivity: line(left.productivity, right.productivity),
    pei: line(left.pei, right.pei),
    ppfd: line(left.ppfd, right.ppfd),
  };
}

function isMissing(area: Area, hour: number): boolean {
  return stretchOf(mix(area.seed, 21), hour, GAP_SHARE, 8) !== undefined;
}

function filledStretch(area: Area, hour: number): [number, number] | undefined {
  return stretchOf(mix(area.seed, 22), hour, FILLED_SHARE, 4);
}

/** The gap of a UTC day around an hour, if it has one: its first hour and the one after its last. */
function stretchOf(seed: number, hour: number, share: number, longest: number): [number, number] | undefined {
  const day = Math.floor(hour / DAY);
  if (uniform(seed, day) >= share) return undefined;
  const start = day * DAY + Math.floor(uniform(seed + 1, day) * 16) * HOUR;
  const end = start + (2 + Math.floor(uniform(seed + 2, day) * (longest - 1))) * HOUR;
  return hour >= start && hour < end ? [start, end] : undefined;
}

function hasOddRow(area: Area, hour: number): boolean {
  const day = Math.floor(hour / DAY);
  const share = uniform(area.seed + 31, day);
  if (share >= 0.03) return false;
  return Math.floor((hour - day * DAY) / HOUR) === (share < 0.02 ? 23 : 14);
}

function isLost(area: Area, at: number, indexName: IndexName): boolean {
  return uniform(mix(area.seed, 41 + INDEX_NAMES.indexOf(indexName)), Math.floor(at / MINUTE)) < 0.0003;
}

function oneDecimal(value: number): number {
  // Adding zero turns -0 into 0.
  return Math.round(value * 10) / 10 + 0;
}
