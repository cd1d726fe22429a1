import "server-only";
import type { z } from "zod";
import { isOpen } from "@/lib/base/core/area-limits";
import { AppError } from "@/lib/base/core/errors";
import { groupBy } from "@/lib/base/core/group-by";
import { isIndexName } from "@/lib/base/core/indices";
import type { Period } from "@/lib/base/core/period";
import { HOUR_MS } from "@/lib/base/core/time";
import { transaction } from "@/lib/base/db/transaction.server";
import type { Series } from "@/lib/farm/series/contract";
import { readSeriesOfAreas } from "@/lib/farm/series/service.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { listChildren, listNewestValues, listSiblingMeans } from "./chart-store.server";
import type { alertChart } from "./detail-contract";
import { indexOf } from "./evidence";
import { earlierBand } from "./recovery.server";
import { findRecoverySubject } from "./recovery-store.server";
import { parentsOf, pooledName, siblingsOf } from "./siblings";
import { spanOf } from "./spans.server";
import { findAlert, type StoredAlert } from "./store.server";

type Query = z.output<NonNullable<typeof alertChart.query>>;
type Answer = z.input<NonNullable<typeof alertChart.answer>>;

const MOST_POINTS = 720;
/** Faint lines need fewer points than this. */
const SIBLING_POINTS = 240;

/**
 * All that stands in the chart of an alert. Times RFC 3339 UTC.
 * @throws AppError `not-found` when the alert is unknown; `bad-request` on `from` after `to`
 */
export async function readChart(actor: Actor, alertId: string, query: Query): Promise<Answer> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const alert = await findAlert(tenancy, alertId);
  if (!alert) throw new AppError("not-found", `No alert has the id ${alertId}.`);
  const places = alert.areas.map(({ path }) => path);
  const area = pooledName(places);
  const [series, span, band, areas, siblings] = await Promise.all([
    area === null ? [] : seriesOf(actor, alert, query, area),
    spanOf(tenancy.id, alert),
    bandOf(tenancy, alertId),
    areasOf(tenancy, alert),
    siblingsIn(tenancy, places, query),
  ]);
  return { area, series, span, band, areas, siblings };
}

/** Of the alert's job; where a person placed it among others, of all jobs there. */
async function seriesOf(actor: Actor, alert: StoredAlert, query: Query, area: string): Promise<Series[]> {
  const { tenant, index, from, to } = query;
  const wanted = { tenant, index, from, to, area, maxPoints: MOST_POINTS };
  const read = async (jobId: string | undefined) => {
    const asked = { ...wanted, jobId, resolution: "auto", includeFilled: true } as const;
    const places = alert.areas.map(({ path }) => path);
    return (await readSeriesOfAreas(actor, asked, places)).series;
  };
  const ofJob = await read(alert.jobId);
  const isElsewhere = alert.areas.some(({ certainty }) => certainty !== "inferred");
  return isElsewhere && ofJob.every(({ points }) => points.length === 0) ? read(undefined) : ofJob;
}

async function areasOf({ id, within }: Scope, alert: StoredAlert): Promise<Answer["areas"]> {
  const rows = await listNewestValues(id, alert, indexOf(alert));
  return rows
    .filter(({ path }) => isOpen(within, path))
    .map(({ path, at, value }) => ({
      path,
      last: at && value !== null ? { at: at.toISOString(), value } : null,
    }));
}

async function bandOf({ id: tenancyId, within }: Scope, alertId: string): Promise<Answer["band"]> {
  return transaction(async (tx) => {
    const alert = await findRecoverySubject(tx, tenancyId, alertId);
    if (!alert) return null;
    const { index, band } = await earlierBand(tx, { tenancyId, alertId, ...alert }, within);
    return band && { index, ...band, hours: band.hours && [...band.hours] };
  });
}

async function siblingsIn(
  { id: tenancyId, within }: Scope,
  places: readonly string[],
  { index, from, to }: Query,
): Promise<Answer["siblings"]> {
  const children = await listChildren(tenancyId, parentsOf(places));
  const areas = siblingsOf(
    places,
    children.filter(({ path }) => isOpen(within, path)),
  );
  const indices = index.filter(isIndexName);
  const paths = areas.map(({ path }) => path);
  const period: Period = { from, to };
  const means = await listSiblingMeans(tenancyId, paths, indices, period, bucketHours(period));
  const byPath = groupBy(means, ({ path }) => path);
  return areas.flatMap(({ path, name }) => {
    const own = groupBy(byPath.get(path) ?? [], (mean) => mean.index);
    const lines = [...own].map(([line, points]) => ({
      index: line,
      points: points.map(({ t, value }) => ({ t: t.toISOString(), value })),
    }));
    return lines.length === 0 ? [] : [{ path, name, lines }];
  });
}

const bucketHours = ({ from, to }: Period) =>
  Math.max(1, Math.ceil((to.getTime() - from.getTime()) / HOUR_MS / SIBLING_POINTS));
