// The simulated farm: its sites, the plots of benches that share a growth job, the control areas,
// and the successive jobs of each plot.

import type { LocalTime } from "../time";
import { createLocalClock, DAY, floorHour, HOUR } from "../time";
import { ulidOf } from "../ulid";
import { hashText, mix } from "./noise";

const TIME_ZONE = "Europe/Amsterdam";
const FARM_OPENED = Date.UTC(2024, 0, 1);
const JOB_LENGTH = 35 * DAY;
const JOB_CYCLE = 36 * DAY;
const STOPPED_FOR_HOURS = 9;

interface Site {
  name: string;
  /** Local hours in which the lamps are on: from `start` up to, not including, `end`. */
  lamps: { start: number; end: number; ppfd: number };
  /** Sunlight reaches the plants. */
  glass: boolean;
}

export interface Area {
  path: string;
  plot: Plot;
  seed: number;
  devices: string[];
  locationId: string;
  controlAreaId: string;
  /** Readings exist before this instant only; 0 for an area that never reported. */
  reportsUntil: number;
}

export interface Plot {
  number: number;
  site: Site;
  areas: Area[];
  seed: number;
}

interface Job {
  id: string;
  plot: Plot;
  start: number;
  end: number;
}

export interface Farm {
  seed: number;
  plots: Plot[];
  areas: Area[];
  localTime: (ms: number) => LocalTime;
  /** The growth job on a plot at an instant; none on the day between two jobs. */
  jobAt: (plot: Plot, ms: number) => Job | undefined;
}

const WESTLAND: Site = { name: "Westland", lamps: { start: 4, end: 20, ppfd: 120 }, glass: true };
const DELFT: Site = { name: "Delft Vertical", lamps: { start: 6, end: 22, ppfd: 240 }, glass: false };
const LIER: Site = { name: "Propagation De Lier", lamps: { start: 3, end: 21, ppfd: 130 }, glass: false };

/** Each entry is one plot: its site, the path below the site, and the benches under that. */
const LAYOUT: ReadonlyArray<[Site, string, string[]]> = [
  // The empty name is the zone itself: the one ancestor with readings of its own.
  [WESTLAND, "Glasshouse 1#Zone A", ["", "Bench 1", "Bench 2", "Bench 3", "Bench 10"]],
  [WESTLAND, "Glasshouse 1#Zone B", ["Bench 4", "Bench 5", "Bench 6"]],
  [WESTLAND, "Glasshouse 2#Zone A", ["Bench 11", "Bench 12"]],
  [WESTLAND, "Glasshouse 2#Zone B", ["Bench 14", "Bench 15", "Bench 16", "Bench 17"]],
  [WESTLAND, "Glasshouse 2#Zone B", ["Bench 18", "Bench 19"]],
  [WESTLAND, "Glasshouse 2#Zone C, north", ["Bench 20", 'Bench 21 "trial"']],
  [DELFT, "Room 1#Aisle A#Rack 1", ["Tier 1", "Tier 2", "Tier 3"]],
  [DELFT, "Room 1#Aisle A#Rack 2", ["Tier 1", "Tier 2", "Tier 3"]],
  [DELFT, "Room 1#Aisle B#Rack 3", ["Tier 1", "Tier 2", "Tier 3"]],
  [DELFT, "Room 2#Aisle C#Rack 4/5", ["Tier 1", "Tier 2"]],
  [DELFT, "Room 2#Aisle C", ["Rack 6"]],
  [LIER, "Chamber 1", ["Table 1", "Table 2", "Table 3", "Table 4"]],
  [LIER, "Chamber 2, 95 % humid", ["Table 5", "Table 6", "Table 7"]],
  [LIER, "Abhärtung für Kräuter", ["Table 8", "Table 9", "Tisch Süd"]],
];
const NEVER_REPORTS = "Delft Vertical#Room 2#Aisle C#Rack 6";
const STOPPED = "Westland#Glasshouse 2#Zone B#Bench 19";

/** The farm of a seed. The broken area reports nothing since some hours before `startedAt`. */
export function createFarm(seed: number, startedAt: number): Farm {
  const plots = LAYOUT.map(([site, zone, benches], number) => {
    const plot: Plot = { number, site, areas: [], seed: mix(seed, hashText(`plot ${number}`)) };
    plot.areas = benches.map((bench) => createArea(plot, [site.name, zone, bench], startedAt));
    return plot;
  });
  const areas = plots.flatMap((plot) => plot.areas);
  for (const [index, area] of areas.entries()) area.devices = devicesOf(index, area.seed);
  return { seed, plots, areas, localTime: createLocalClock(TIME_ZONE), jobAt };
}

/** Returns true if a plot has at least one area that reports. */
export function isActive(plot: Plot): boolean {
  return plot.areas.some((area) => area.reportsUntil > 0);
}

function createArea(plot: Plot, names: string[], startedAt: number): Area {
  const path = names.filter((name) => name !== "").join("#");
  const parent = path.slice(0, path.lastIndexOf("#"));
  return {
    path,
    plot,
    seed: mix(plot.seed, hashText(path)),
    devices: [],
    locationId: ulidOf(FARM_OPENED, `location ${parent}`),
    controlAreaId: ulidOf(FARM_OPENED + HOUR, `area ${path}`),
    reportsUntil: reportsUntil(path, startedAt),
  };
}

function reportsUntil(path: string, startedAt: number): number {
  if (path === NEVER_REPORTS) return 0;
  if (path === STOPPED) return floorHour(startedAt) - STOPPED_FOR_HOURS * HOUR;
  return Number.POSITIVE_INFINITY;
}

function devicesOf(index: number, seed: number): string[] {
  const first = `PS-${String(1001 + index * 2)}`;
  return seed % 4 === 0 ? [first, `PS-${String(1002 + index * 2)}`] : [first];
}

function jobAt(plot: Plot, ms: number): Job | undefined {
  const phase = (plot.seed % (36 * 24)) * HOUR;
  const cycle = Math.floor((ms - FARM_OPENED + phase) / JOB_CYCLE);
  const start = FARM_OPENED - phase + cycle * JOB_CYCLE;
  if (cycle < 0 || ms >= start + JOB_LENGTH) return undefined;
  return {
    id: `JOB_V1_PLANT${cycle * LAYOUT.length + plot.number + 1}`,
    plot,
    start,
    end: start + JOB_LENGTH,
  };
}
