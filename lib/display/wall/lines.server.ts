import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { parentOf } from "@/lib/base/core/paths";
import { HOUR_MS } from "@/lib/base/core/time";
import { sparksOf } from "@/lib/farm/areas/service.server";
import type { Series } from "@/lib/farm/series/contract";
import { loadSeries } from "@/lib/farm/series/service.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import type { Actor } from "@/lib/identity/actor/contract";
import type { WallLine, WallSnapshot } from "./contract";
import { hourlyRow, lightOfYesterday } from "./look";

/** The part of a snapshot that comes from readings: it changes when readings are loaded, not with an alert. */
export type Lines = {
  from: string | null;
  sparks: ReadonlyMap<string, (number | null)[]>;
  light: ReadonlyMap<string, number | null>;
  focus: ReadonlyMap<string, Pick<WallSnapshot["focus"][number], "from" | "to" | "lines">>;
};

const HOURS = 72;

/** Converts a series to the line of a chart on a wall. */
export function lineOf({ index, unit, points }: Series): WallLine {
  return {
    index,
    unit: unit ?? "",
    t: points.map(({ t }) => t),
    v: points.map(({ mean }) => Math.round(mean * 10) / 10),
    filled: points.flatMap(({ filled }, at) => (filled > 0.5 ? [at] : [])),
  };
}

/**
 * Reads the lines and the light of tiles, and the charts of focus boards.
 * @param tiles paths of all tiles
 * @param focus areas of their own boards with their newest reading
 */
export async function readLines(
  actor: Actor,
  tenancy: TenancyRef,
  tiles: readonly string[],
  focus: readonly { path: string; lastReadingAt: string | null }[],
  now = new Date(),
): Promise<Lines> {
  const found = [];
  // Sequential, since a screen can wait but people who open a page meanwhile should not.
  for (const parent of new Set(tiles.map(parentOf))) found.push(await readChildren(actor, tenancy, parent));
  const to = Math.max(...found.map(({ health }) => Date.parse(health.to)));
  const from = found.length === 0 ? null : new Date(to - HOURS * HOUR_MS).toISOString();
  const wanted = new Set(tiles);
  const sparks = new Map<string, (number | null)[]>();
  const light = new Map<string, number | null>();
  for (const { health, dli } of found) {
    for (const { path, points } of health.items)
      if (from !== null && wanted.has(path)) sparks.set(path, hourlyRow(points, from, HOURS + 1));
    for (const { path, points } of dli.items)
      if (wanted.has(path)) light.set(path, lightOfYesterday(points, tenancy.timeZone, now));
  }
  const charts = new Map<string, Pick<WallSnapshot["focus"][number], "from" | "to" | "lines">>();
  for (const { path, lastReadingAt } of focus) {
    const end = lastReadingAt === null ? now : new Date(lastReadingAt);
    charts.set(path, await readChart(actor, tenancy.tenantId, path, end));
  }
  return { from, sparks, light, focus: charts };
}

async function readChildren(actor: Actor, { tenantId }: TenancyRef, parent: string | null) {
  const query = { tenant: tenantId, area: parent ?? undefined, hours: HOURS };
  const [health, dli] = await Promise.all([
    sparksOf(actor, { ...query, index: "HEALTH" }),
    sparksOf(actor, { ...query, index: "DLI" }),
  ]);
  return { health, dli };
}

async function readChart(actor: Actor, tenant: string, area: string, to: Date) {
  const from = new Date(to.getTime() - HOURS * HOUR_MS);
  const query = {
    tenant,
    area,
    index: ["HEALTH", "PRODUCTIVITY", "PPFD"],
    from,
    to,
    resolution: "hour" as const,
    includeFilled: true,
  };
  try {
    const series = await loadSeries(actor, query);
    return { from: from.toISOString(), to: to.toISOString(), lines: series.map(lineOf) };
  } catch (error) {
    // The area no longer exists; the board says so.
    if (error instanceof AppError && error.code === "not-found")
      return { from: from.toISOString(), to: to.toISOString(), lines: [] };
    throw error;
  }
}
