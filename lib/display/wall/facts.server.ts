import "server-only";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { countAlertsNow, listAlertsPage, readEvidence } from "@/lib/alerting/alerts/service.server";
import { outagesOf } from "@/lib/alerting/outages/service.server";
import { AppError } from "@/lib/base/core/errors";
import { isWithin } from "@/lib/base/core/paths";
import { DAY_MS } from "@/lib/base/core/time";
import { readFreshnessOf } from "@/lib/display/freshness/service.server";
import type { AreaOverview, AreasOverview } from "@/lib/farm/areas/contract";
import { overviewOf, worseningOf } from "@/lib/farm/areas/service.server";
import { readSeriesOfAreas } from "@/lib/farm/series/service.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import type { Actor } from "@/lib/identity/actor/contract";
import type { WallAlert, WallEvidence, WallSnapshot } from "./contract";
import { lineOf } from "./lines.server";
import { qrOfAlert } from "./qr.server";
import { tilesOf } from "./tiles";
import type { Wanted } from "./wanted";

/** All of a snapshot that an alert may change; the tiles still without what readings draw. */
export type Facts = Omit<WallSnapshot, "boards" | "focus" | "linesFrom"> & {
  boards: { path: string | null; total: number; tiles: Tile[] }[];
  focus: { path: string; area: Tile | null }[];
};

export type Tile = Pick<
  AreaOverview,
  "path" | "name" | "severities" | "plants" | "waiting" | "lastReadingAt" | "health"
> & { since: string | null };

/** Six pages of them; more are a number. */
const MOST_ALERTS = 60;
/** So many are read, of which the tiles learn since when they last. */
const MOST_READ = 500;
const MOST_EVIDENCE = 4;
const MOST_WORSENING = 8;

/** Reads what the boards show now, by the use cases of each domain. */
export async function readFacts(
  actor: Actor,
  tenancy: TenancyRef,
  boards: readonly Wanted[],
  now = new Date(),
): Promise<Facts> {
  const tenant = tenancy.tenantId;
  const paths = [
    ...new Set(boards.flatMap(({ kind, path }) => (kind === "alerts" && path !== null ? path : []))),
  ];
  const [overview, counts, freshness, { items: outages }, all, ...lists] = await Promise.all([
    overviewOf(actor, { tenant }),
    countAlertsNow(actor, tenant),
    readFreshnessOf(actor, { tenant }),
    outagesOf(actor, { from: new Date(now.getTime() - DAY_MS) }, now),
    openAlerts(actor, tenant, undefined, MOST_READ),
    ...paths.map((path) => openAlerts(actor, tenant, path, MOST_ALERTS)),
  ]);
  const evidence = await evidenceOf(actor, tenant, all);
  return {
    at: now.toISOString(),
    tenantId: tenant,
    name: tenancy.name,
    timeZone: tenancy.timeZone,
    counts: counts.bySeverity,
    plants: counts.plants,
    placeNotKnown: overview.placeNotKnown,
    alerts: [
      { path: null, open: counts.open, items: all.slice(0, MOST_ALERTS).map(wallAlertOf) },
      ...paths.map((path, at) => ({
        path,
        open: openIn(overview, path),
        items: (lists[at] ?? []).map(wallAlertOf),
      })),
    ],
    evidence,
    boards: tileBoards(overview, all, boards),
    focus: focusBoards(overview, all, boards),
    worsening: worseningOf(overview, MOST_WORSENING).map(({ path, name, health, lastReadingAt }) => ({
      path,
      name,
      health,
      lastReadingAt,
    })),
    freshness: { notifications: freshness.notifications, readings: freshness.readings },
    outages,
  };
}

async function openAlerts(
  actor: Actor,
  tenant: string,
  area: string | undefined,
  limit: number,
): Promise<Alert[]> {
  const query = { tenant, status: "open", order: "worst", limit, area } as const;
  try {
    return (await listAlertsPage(actor, query)).items;
  } catch (error) {
    // An area that is no more has none: the board says so.
    if (error instanceof AppError && error.code === "not-found") return [];
    throw error;
  }
}

const openIn = ({ items }: AreasOverview, path: string) =>
  items.find((area) => area.path === path)?.openAlerts ?? 0;

/** An alert as a wall says it, without the rest. */
function wallAlertOf(alert: Alert): WallAlert {
  const { alertId, type, category, severity, raisedAt, firstEventAt, severitySince, jobId, areas } = alert;
  const { acknowledgedAt, acknowledgedBy, owner, attention, snoozed, recovery, recoveryConfirmedAt } = alert;
  return {
    ...{ alertId, type, category, severity, raisedAt, firstEventAt, severitySince, jobId, areas },
    ...{ acknowledgedAt, acknowledgedBy, owner, attention, snoozed, recovery, recoveryConfirmedAt },
    qr: qrOfAlert(alertId),
  };
}

/** The newest of the HIGH ones that nobody has: those that may take a screen. */
async function evidenceOf(actor: Actor, tenant: string, alerts: readonly Alert[]): Promise<WallEvidence[]> {
  const asked = alerts
    .filter((alert) => isHigh(alert) && alert.acknowledgedAt === null)
    .sort((one, other) => beganAt(other) - beganAt(one))
    .slice(0, MOST_EVIDENCE);
  if (asked.length === 0) return [];
  const { items } = await readEvidence(
    actor,
    asked.map(({ alertId }) => alertId),
    tenant,
  );
  return Promise.all(
    items.map(async ({ means: _, ...item }) => {
      const alert = asked.find(({ alertId }) => alertId === item.alertId);
      return { ...item, lines: alert ? await linesOfAlert(actor, tenant, alert, item) : [] };
    }),
  );
}

async function linesOfAlert(
  actor: Actor,
  tenant: string,
  { jobId, areas }: Alert,
  { index, from, to }: { index: string; from: string; to: string },
): Promise<WallEvidence["lines"]> {
  const [first] = areas;
  if (!first) return [];
  const query = {
    tenant,
    area: first.path,
    index: [...new Set([index, "PPFD"])],
    jobId,
    from: new Date(from),
    to: new Date(to),
    resolution: "hour" as const,
    includeFilled: true,
  };
  const { series } = await readSeriesOfAreas(
    actor,
    query,
    areas.map(({ path }) => path),
  );
  return series.map(lineOf);
}

const isHigh = ({ severity, category }: Alert) => severity === "HIGH" || category === "PLANT_CRITICAL_ALERT";
const beganAt = ({ severitySince, raisedAt, firstEventAt }: Alert) =>
  Date.parse(severitySince ?? raisedAt ?? firstEventAt);

function tileBoards(overview: AreasOverview, alerts: Alert[], boards: readonly Wanted[]): Facts["boards"] {
  return boards.flatMap(({ kind, path }) => {
    if (kind !== "areas") return [];
    const { tiles, total } = tilesOf(overview.items, path, bySeverity);
    return [{ path, total, tiles: tiles.map((area) => tileOf(area, alerts)) }];
  });
}

function focusBoards(overview: AreasOverview, alerts: Alert[], boards: readonly Wanted[]): Facts["focus"] {
  return boards.flatMap(({ kind, path }) => {
    if (kind !== "area" || path === null) return [];
    const area = overview.items.find((one) => one.path === path);
    return [{ path, area: area ? tileOf(area, alerts) : null }];
  });
}

function tileOf(area: AreaOverview, alerts: readonly Alert[]): Tile {
  const { path, name, severities, plants, waiting, lastReadingAt, health } = area;
  return { path, name, severities, plants, waiting, lastReadingAt, health, since: sinceOf(area, alerts) };
}

/** Since when the oldest of the worst alerts lasts; they come worst first. */
function sinceOf(area: AreaOverview, alerts: readonly Alert[]): string | null {
  if (area.openAlerts === 0) return null;
  const here = alerts.filter((alert) => alert.areas.some(({ path }) => isWithin(path, area.path)));
  const [worst] = here;
  if (!worst) return null;
  const begins = here
    .filter(({ severity, category }) => severity === worst.severity && category === worst.category)
    .map(({ raisedAt, firstEventAt }) => raisedAt ?? firstEventAt);
  return begins.sort()[0] ?? null;
}

/** More of the worst first; equal ones keep their place. */
function bySeverity(one: AreaOverview, other: AreaOverview): number {
  const [mine, theirs] = [one.severities, other.severities];
  return (
    theirs.high - mine.high ||
    theirs.medium - mine.medium ||
    theirs.low - mine.low ||
    theirs.plain - mine.plain
  );
}
