import "server-only";
import encodeQR from "qr";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { countAlertsNow, listAlertsPage, readEvidence } from "@/lib/alerting/alerts/service.server";
import { readOutages } from "@/lib/alerting/outages/service.server";
import { AppError } from "@/lib/base/core/errors";
import { isWithin } from "@/lib/base/core/paths";
import { badgeSince } from "@/lib/base/core/severity";
import { DAY_MS } from "@/lib/base/core/time";
import { env } from "@/lib/base/env/env.server";
import { withPrefix } from "@/lib/base/request/site-path";
import { getFreshness } from "@/lib/display/freshness/service.server";
import type { BoardQuery } from "@/lib/display/screens/boards";
import type { AreaOverview, AreasOverview } from "@/lib/farm/areas/contract";
import { overviewOf, worseningOf } from "@/lib/farm/areas/service.server";
import { loadSeries } from "@/lib/farm/series/service.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { readPrefix } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import type { WallAlert, WallArea, WallEvidence, WallSnapshot } from "./contract";
import { lineOf } from "./lines.server";
import { screenName } from "./look";
import { chooseTiles } from "./pages";

/** The part of a snapshot that an alert may change; its tiles lack the light and lines from readings. */
export type Facts = Omit<WallSnapshot, "boards" | "focus" | "linesFrom"> & {
  boards: { path: string | null; total: number; tiles: Tile[] }[];
  focus: { path: string; area: Tile | null }[];
};

export type Tile = Omit<WallArea, "light" | "spark">;

/** Maximum number of alerts in a list, enough for all its pages; beyond that only their count is shown. */
const MAX_ALERTS = 60;

/** Maximum number of open alerts read; tiles take their `since` from them. */
const MAX_READ = 500;

const MAX_EVIDENCE = 4;

const MAX_WORSENING = 8;

/** Reads the data that the boards show now, through the use cases of each domain. */
export async function readFacts(
  actor: Actor,
  tenancy: TenancyRef,
  boards: readonly BoardQuery[],
  now = new Date(),
): Promise<Facts> {
  const tenant = tenancy.tenantId;
  const paths = [
    ...new Set(boards.flatMap(({ kind, path }) => (kind === "alerts" && path !== null ? path : []))),
  ];
  const [overview, counts, freshness, { items: outages }, all, ...lists] = await Promise.all([
    overviewOf(actor, { tenant }),
    countAlertsNow(actor, tenant),
    getFreshness(actor, { tenant }),
    readOutages(actor, { from: new Date(now.getTime() - DAY_MS) }, now),
    openAlerts(actor, tenant, undefined, MAX_READ),
    ...paths.map((path) => openAlerts(actor, tenant, path, MAX_ALERTS)),
  ]);
  const evidence = await readHighEvidence(actor, tenant, all);
  const toWallAlert = toWallAlertIn(await readPrefix(tenancy));
  return {
    at: now.toISOString(),
    tenantId: tenant,
    name: tenancy.name,
    timeZone: tenancy.timeZone,
    counts: counts.bySeverity,
    plants: counts.plants,
    placeNotKnown: overview.placeNotKnown,
    alerts: [
      { path: null, open: counts.open, items: all.slice(0, MAX_ALERTS).map(toWallAlert) },
      ...paths.map((path, at) => ({
        path,
        open: countOpenIn(overview, path),
        items: (lists[at] ?? []).map(toWallAlert),
      })),
    ],
    evidence,
    boards: tileBoards(overview, all, boards),
    focus: focusBoards(overview, all, boards),
    worsening: worseningOf(overview, MAX_WORSENING).map(({ path, name, health, lastReadingAt }) => ({
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
    // An area that no longer exists has no alerts; the board says so.
    if (error instanceof AppError && error.code === "not-found") return [];
    throw error;
  }
}

const countOpenIn = ({ items }: AreasOverview, path: string) =>
  items.find((area) => area.path === path)?.openAlerts ?? 0;

/** Reduces alerts to the fields that a wall shows. @param prefix of the addresses of the tenancy's pages */
const toWallAlertIn =
  (prefix: string) =>
  (alert: Alert): WallAlert => {
    const { alertId, type, category, severity, raisedAt, firstEventAt, severitySince, jobId, areas } = alert;
    const { acknowledgedAt, acknowledgedBy, owner, attention, snoozed, recovery, recoveryConfirmedAt } =
      alert;
    return {
      ...{ alertId, type, category, severity, raisedAt, firstEventAt, severitySince, jobId, areas },
      ...{ acknowledgedAt, attention, snoozed, recovery, recoveryConfirmedAt },
      ...{ acknowledgedBy: screenName(acknowledgedBy), owner: screenName(owner) },
      qr: encodeAddress(withPrefix(prefix, `/alerts/${encodeURIComponent(alertId)}`)),
    };
  };

/** Reads the evidence of the newest HIGH alerts that nobody acknowledged, which may take over a screen. */
async function readHighEvidence(
  actor: Actor,
  tenant: string,
  alerts: readonly Alert[],
): Promise<WallEvidence[]> {
  const asked = alerts
    .filter((alert) => isHigh(alert) && alert.acknowledgedAt === null)
    .sort((one, other) => Date.parse(badgeSince(other)) - Date.parse(badgeSince(one)))
    .slice(0, MAX_EVIDENCE);
  if (asked.length === 0) return [];
  const { items } = await readEvidence(
    actor,
    asked.map(({ alertId }) => alertId),
    tenant,
  );
  return Promise.all(
    items.map(async ({ means: _, ...item }) => {
      const alert = asked.find(({ alertId }) => alertId === item.alertId);
      return { ...item, lines: alert ? await readAlertLines(actor, tenant, alert, item) : [] };
    }),
  );
}

async function readAlertLines(
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
  const series = await loadSeries(actor, query, { areas: areas.map(({ path }) => path) });
  return series.map(lineOf);
}

const isHigh = ({ severity, category }: Alert) => severity === "HIGH" || category === "PLANT_CRITICAL_ALERT";

function tileBoards(
  overview: AreasOverview,
  alerts: Alert[],
  boards: readonly BoardQuery[],
): Facts["boards"] {
  return boards.flatMap(({ kind, path }) => {
    if (kind !== "areas") return [];
    const { tiles, total } = chooseTiles(overview.items, path, bySeverity);
    return [{ path, total, tiles: tiles.map((area) => tileOf(area, alerts)) }];
  });
}

function focusBoards(
  overview: AreasOverview,
  alerts: Alert[],
  boards: readonly BoardQuery[],
): Facts["focus"] {
  return boards.flatMap(({ kind, path }) => {
    if (kind !== "area" || path === null) return [];
    const area = overview.items.find((one) => one.path === path);
    return [{ path, area: area ? tileOf(area, alerts) : null }];
  });
}

function tileOf(area: AreaOverview, alerts: readonly Alert[]): Tile {
  const { path, name, severities, plants, waiting, lastReadingAt, health } = area;
  const since = oldestWorstSince(area, alerts);
  return { path, name, severities, plants, waiting, lastReadingAt, health, since };
}

/** Since when one of an area's worst alerts has its severity, the longest. @param alerts worst first */
function oldestWorstSince(area: AreaOverview, alerts: readonly Alert[]): string | null {
  if (area.openAlerts === 0) return null;
  const here = alerts.filter((alert) => alert.areas.some(({ path }) => isWithin(path, area.path)));
  const [worst] = here;
  if (!worst) return null;
  const begins = here
    .filter(({ severity, category }) => severity === worst.severity && category === worst.category)
    .map(badgeSince);
  return begins.sort()[0] ?? null;
}

/** Compares two areas: more alerts of the worst severity come first; 0 keeps their order. */
function bySeverity(one: AreaOverview, other: AreaOverview): number {
  const [mine, theirs] = [one.severities, other.severities];
  return (
    theirs.high - mine.high ||
    theirs.medium - mine.medium ||
    theirs.low - mine.low ||
    theirs.plain - mine.plain
  );
}

const MAX_CACHED_CODES = 1_000;

/** A longer text would make modules too small for a phone to scan from afar. */
const MAX_QR_TEXT = 250;

const qrCodes = new Map<string, WallAlert["qr"]>();

/** An address of ours as a QR code; null if it is too long for one. */
export function encodeAddress(address: string): WallAlert["qr"] {
  const known = qrCodes.get(address);
  if (known !== undefined) return known;
  if (qrCodes.size >= MAX_CACHED_CODES) qrCodes.clear();
  const qr = encodeQr(`${env().LEAFWATCH_URL.replace(/\/+$/, "")}${address}`);
  qrCodes.set(address, qr);
  return qr;
}

/** The library requires a border; it is cut off, since the quiet zone is drawn with the code. */
const QR_BORDER = 1;

function encodeQr(text: string): WallAlert["qr"] {
  if (text.length > MAX_QR_TEXT) return null;
  const rows = encodeQR(text, "raw", { border: QR_BORDER, ecc: "low" })
    .slice(QR_BORDER, -QR_BORDER)
    .map((row) => row.slice(QR_BORDER, -QR_BORDER));
  const size = rows.length;
  const bytes = Buffer.alloc(Math.ceil((size * size) / 8));
  for (const [at, dark] of rows.flat().entries())
    if (dark) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (0x80 >> (at & 7));
  return { size, bits: bytes.toString("base64") };
}
