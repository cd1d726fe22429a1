import "server-only";
import { isOpen } from "@/lib/base/core/area-limits";
import { groupBy } from "@/lib/base/core/group-by";
import { isIndexName } from "@/lib/base/core/indices";
import { commonPath } from "@/lib/base/core/paths";
import type { Period } from "@/lib/base/core/period";
import { HOUR_MS } from "@/lib/base/core/time";
import { transaction } from "@/lib/base/db/transaction.server";
import type { AnswerOf, QueryOf } from "@/lib/base/request/endpoint";
import { requireArea } from "@/lib/farm/areas/service.server";
import { CHART_POINTS, type Series, seriesToText } from "@/lib/farm/series/contract";
import { loadSeries } from "@/lib/farm/series/service.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { chooseSiblings, parentsOf, severitySteps } from "./chart";
import type { alertSpans } from "./contract";
import type { alertChart } from "./detail-contract";
import { evidenceIndex } from "./evidence";
import { listChildren, listNewestValues, listSiblingMeans } from "./evidence-store.server";
import { unknownAlert } from "./handling.server";
import { listSeverityEvents, type SeverityEvent } from "./history-store.server";
import { readEarlierBand } from "./recovery.server";
import { findRecoverySubject } from "./recovery-store.server";
import { resolveByAlert } from "./resolve.server";
import { findAlert, findAlerts, type StoredAlert } from "./store.server";

type Query = QueryOf<typeof alertChart>;
type Answer = AnswerOf<typeof alertChart>;

/** Fewer than the main lines: siblings are drawn faintly. */
const SIBLING_POINTS = 240;

/**
 * Everything that the chart of an alert shows. Times RFC 3339 UTC.
 * @throws AppError `not-found` when the alert is unknown; `bad-request` on `from` after `to`
 */
export async function readChart(actor: Actor, alertId: string, query: Query): Promise<Answer> {
  requireAccess(actor, "screen");
  const tenancy = await resolveByAlert(actor, query.tenant, alertId);
  const alert = await findAlert(tenancy, alertId);
  if (!alert) throw unknownAlert(alertId);
  const places = alert.areas.map(({ path }) => path);
  const area = commonPath(places) ?? places[0] ?? null;
  const [series, span, band, areas, siblings] = await Promise.all([
    area === null ? [] : readSeries(actor, alert, query, area),
    readSpan(tenancy.id, alert),
    readBand(tenancy, alertId),
    readAreas(tenancy, alert),
    readSiblings(tenancy, places, query),
  ]);
  return { area, series: series.map(seriesToText), span, band, areas, siblings };
}

/** The series of the alert's job; where it has none in areas that a person named, of all jobs there. */
async function readSeries(actor: Actor, alert: StoredAlert, query: Query, area: string): Promise<Series[]> {
  const { tenant, index, from, to } = query;
  const wanted = { tenant, index, from, to, area, maxPoints: CHART_POINTS };
  const read = async (jobId: string | undefined) => {
    const asked = { ...wanted, jobId, resolution: "auto", includeFilled: true } as const;
    return loadSeries(actor, asked, { areas: alert.areas.map(({ path }) => path) });
  };
  const ofJob = await read(alert.jobId);
  const isElsewhere = alert.areas.some(({ certainty }) => certainty !== "inferred");
  return isElsewhere && ofJob.every(({ points }) => points.length === 0) ? read(undefined) : ofJob;
}

async function readAreas({ id, within }: Scope, alert: StoredAlert): Promise<Answer["areas"]> {
  const rows = await listNewestValues(id, alert, evidenceIndex(alert));
  return rows
    .filter(({ path }) => isOpen(within, path))
    .map(({ path, at, value }) => ({
      path,
      last: at && value !== null ? { at: at.toISOString(), value } : null,
    }));
}

async function readBand({ id: tenancyId, within }: Scope, alertId: string): Promise<Answer["band"]> {
  return transaction(async (tx) => {
    const alert = await findRecoverySubject(tx, { tenancyId, alertId });
    if (!alert) return null;
    const { index, band } = await readEarlierBand(tx, alert, within);
    return band && { index, ...band, hours: band.hours && [...band.hours] };
  });
}

async function readSiblings(
  { id: tenancyId, within }: Scope,
  places: readonly string[],
  { index, from, to }: Query,
): Promise<Answer["siblings"]> {
  const children = await listChildren(tenancyId, parentsOf(places));
  const areas = chooseSiblings(
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

type SpansQuery = QueryOf<typeof alertSpans>;
type Spans = AnswerOf<typeof alertSpans>;

/** More bars above one chart are indistinguishable. */
const MAX_SPANS = 200;

/**
 * The alerts that were open in a period with their severities, for the bars above a chart. Times RFC 3339 UTC.
 * @throws AppError `not-found` on `area`
 */
export async function listSpans(actor: Actor, input: SpansQuery): Promise<Spans> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, input.tenant);
  if (input.area !== undefined) await requireArea([tenancy], input.area);
  const alerts = (await findSpanAlerts(tenancy, input)).filter(
    (alert) => new Date(alert.firstEventAt) <= input.to,
  );
  const events = await listSeverityEvents(
    tenancy.id,
    alerts.map((alert) => alert.alertId),
  );
  const byAlert = groupBy(events, (one) => one.alertId);
  return { items: alerts.map((alert) => toSpan(alert, byAlert.get(alert.alertId) ?? [])) };
}

async function readSpan(tenancyId: number, alert: StoredAlert): Promise<Spans["items"][number]> {
  return toSpan(alert, await listSeverityEvents(tenancyId, [alert.alertId]));
}

function toSpan({ alertId, type, category, closedAt }: StoredAlert, events: readonly SeverityEvent[]) {
  const steps = severitySteps(events).map((step) => ({ ...step, at: step.at.toISOString() }));
  return { alertId, type, category, closedAt, steps };
}

async function findSpanAlerts(scope: Scope, { area, alertId, from, to }: SpansQuery) {
  if (alertId === undefined)
    return findAlerts([scope], { status: "all", order: "newest", area, from, to }, null, MAX_SPANS);
  const one = await findAlert(scope, alertId);
  return one ? [one] : [];
}
