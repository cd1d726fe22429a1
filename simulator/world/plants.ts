// The state of the plants: the value of each index as a pure function of area, instant and seed.

import { DAY, HOUR } from "../time";
import type { Episodes, Stress } from "./episodes";
import type { Area, Farm } from "./farm";
import { mix, smooth, uniform } from "./noise";

export const INDEX_NAMES = [
  "HEALTH",
  "EFFICIENCY",
  "ALPHA",
  "PRODUCTIVITY",
  "PEI",
  "DPI",
  "DLI",
  "PPFD",
] as const;
export type IndexName = (typeof INDEX_NAMES)[number];

export interface PlantState {
  /** Lamps or sun shine on the plants. */
  day: boolean;
  health: number;
  efficiency: number;
  alpha: number;
  productivity: number;
  pei: number;
  ppfd: number;
}

export interface Plants {
  stateAt: (area: Area, ms: number) => PlantState;
  /** The light and photosynthesis of the local day that ends within the hour at `ms`, mol/m². */
  dayTotals: (area: Area, ms: number) => { dli: number; dpi: number };
  isDay: (area: Area, ms: number) => boolean;
}

const SOLAR_NOON_UTC = 11.7;
const SHADOW_LAMPS_ABOVE = 350;
const SUN_COUNTS_FROM = 5;

export function createPlants(farm: Farm, episodes: Episodes): Plants {
  const light = (area: Area, ms: number) => lightAt(area, ms, farm.localTime(ms).hour);
  function stateAt(area: Area, ms: number): PlantState {
    const { day, ppfd } = light(area, ms);
    const age = cropAge(farm, area, ms);
    return withLight(area, ms, day, ppfd, age, episodes.stressAt(area.plot, ms));
  }
  function dayTotals(area: Area, ms: number): { dli: number; dpi: number } {
    const { day, hour } = farm.localTime(ms);
    const totals = { dli: 0, dpi: 0 };
    // One hour more than a day has, for the night on which the clock goes back.
    for (let back = 0; back <= hour + 1; back++) {
      const at = ms - back * HOUR;
      if (farm.localTime(at).day !== day) break;
      const state = stateAt(area, at);
      totals.dli += (state.ppfd * 3600) / 1e6;
      totals.dpi += (state.productivity * 3600) / 1e6;
    }
    return totals;
  }
  return { stateAt, dayTotals, isDay: (area, ms) => light(area, ms).day };
}

/** 0 at planting, 1 at the end of the job. */
function cropAge(farm: Farm, area: Area, ms: number): number {
  const job = farm.jobAt(area.plot, ms);
  return job ? (ms - job.start) / (job.end - job.start) : 0;
}

function lightAt(area: Area, ms: number, localHour: number): { day: boolean; ppfd: number } {
  const { lamps, glass } = area.plot.site;
  const sun = glass ? sunAt(area, ms) : 0;
  const lit = localHour >= lamps.start && localHour < lamps.end;
  if (!lit && sun < SUN_COUNTS_FROM) return { day: false, ppfd: 0 };
  const lamp = lit && sun < SHADOW_LAMPS_ABOVE ? lamps.ppfd : 0;
  const place = 0.9 + uniform(area.seed, 11) * 0.2;
  return { day: true, ppfd: (lamp + sun) * place * (1 + 0.04 * smooth(mix(area.seed, 12), ms / HOUR)) };
}

/** Sunlight under glass: day length and height by season, clouds by the hour, shared by the site. */
function sunAt(area: Area, ms: number): number {
  const dayOfYear = (ms / DAY) % 365.2425;
  const season = (1 - Math.cos((2 * Math.PI * (dayOfYear + 10)) / 365.2425)) / 2;
  const dayLength = 7.8 + 8.9 * season;
  const fromNoon = ((ms % DAY) / HOUR - SOLAR_NOON_UTC) / dayLength;
  if (Math.abs(fromNoon) >= 0.5) return 0;
  const siteSeed = area.plot.site.name.length;
  const clouds = 0.7 + 0.22 * smooth(siteSeed, ms / (3 * HOUR)) + 0.08 * smooth(siteSeed + 1, ms / HOUR);
  return Math.cos(Math.PI * fromNoon) * (170 + 480 * season) * clouds;
}

function withLight(
  area: Area,
  ms: number,
  day: boolean,
  ppfd: number,
  age: number,
  stress: Stress,
): PlantState {
  const weight = 0.7 + 0.3 * uniform(area.seed, 13);
  const health = healthOf(area, ms, age, stress, weight);
  const lost = weight * (1.6 * Math.max(0, stress.health) + 1.4 * stress.productivity + 1.8 * stress.light);
  const expected = 75.2 - (25 * ppfd) / (ppfd + 230);
  const alpha = 0.8 * smooth(mix(area.seed, 14), ms / (5 * HOUR)) - 0.35 * lost;
  const efficiency = Math.max(20, expected + alpha * 1.2 - 0.6 * lost);
  const growth = 0.85 + 0.25 * age;
  const slowed = Math.max(0.2, 1 - weight * (0.17 * stress.productivity + 0.05 * Math.max(0, stress.health)));
  return {
    day,
    health,
    efficiency,
    alpha,
    productivity: ppfd * (efficiency / 100) * 0.1 * growth * slowed,
    pei: day ? peiOf(area, ms, ppfd, stress) : 0,
    ppfd,
  };
}

function healthOf(area: Area, ms: number, age: number, stress: Stress, weight: number): number {
  const own = 80.8 + 1.4 * (uniform(area.seed, 15) - 0.5) - 1.2 * age * age;
  const wave =
    0.7 * smooth(mix(area.seed, 16), ms / (40 * HOUR)) + 0.35 * smooth(mix(area.seed, 17), ms / HOUR);
  return Math.min(84, own + wave - weight * 3.6 * stress.health - weight * 0.4 * stress.productivity);
}

function peiOf(area: Area, ms: number, ppfd: number, stress: Stress): number {
  const target = area.plot.site.glass ? 260 : area.plot.site.lamps.ppfd;
  const balance = (14 * (ppfd - target)) / (ppfd + target);
  const wave = 6 * smooth(mix(area.seed, 18), ms / (7 * HOUR));
  return balance + wave + 3.2 * (stress.productivity + stress.light) + 1.5 * Math.max(0, stress.health);
}
