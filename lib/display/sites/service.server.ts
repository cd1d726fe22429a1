import "server-only";
import { countOpenAtBySite, countOpenBySite, type SiteCounts } from "@/lib/alerting/alerts/service.server";
import { readOutages } from "@/lib/alerting/outages/service.server";
import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";
import type { AnswerOf } from "@/lib/base/request/endpoint";
import { wordsIn } from "@/lib/base/words/messages.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { distinctName, visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { sharedRead } from "@/lib/identity/auth/shared-reads.server";
import { DOUBT_WORDS, judgeSources } from "../freshness/service.server";
import type { listSites, SiteSummary } from "./contract";
import { compareSites, judgeSite } from "./rank";

const WEEK_STEPS = 14;
const STEP_MS = 12 * HOUR_MS;

/** The tenancies that the actor may see with their open alerts and sources, worst first, in a fixed number of statements. */
export async function listSitesNow(actor: Actor, now?: Date): Promise<AnswerOf<typeof listSites>> {
  requireAccess(actor, "viewer");
  return sharedRead("sites", actor, { now }, () => readSites(actor, now ?? new Date()));
}

async function readSites(actor: Actor, now: Date): Promise<AnswerOf<typeof listSites>> {
  const tenancies = await visibleTenancies(actor);
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const steps = Array.from({ length: WEEK_STEPS }, (_, n) => now.getTime() - (WEEK_STEPS - n) * STEP_MS);
  const instants = steps.map((at) => new Date(at));
  const [counts, weeks, sources] = await Promise.all([
    countOpenBySite(tenancies, dayAgo),
    countOpenAtBySite(tenancies, instants),
    readOutages(actor, { from: dayAgo }, now).then(({ items }) => judgeSources(tenancies, items, now)),
  ]);
  const countsById = new Map(counts.map((one) => [one.id, one]));
  const sourcesById = new Map(sources.map((one) => [one.tenantId, one]));
  const items = tenancies.flatMap((tenancy) => {
    const judged = sourcesById.get(tenancy.tenantId);
    if (!judged) return [];
    const count = countsById.get(tenancy.id);
    const site = summarize(tenancy, count, judged);
    const week = [...(weeks.get(tenancy.id) ?? []), count?.open ?? 0];
    return [{ ...site, week, name: distinctName(tenancy, tenancies), rank: count?.rank ?? -1 }];
  });
  return { items: items.sort(compareSites).map(({ rank, ...site }) => site) };
}

function summarize(
  { tenantId, slug, timeZone }: TenancyRef,
  counts: SiteCounts | undefined,
  { notifications, readings, quiet }: Awaited<ReturnType<typeof judgeSources>>[number],
): Omit<SiteSummary, "name" | "week"> {
  const { high = 0, medium = 0, low = 0, plain = 0 } = counts?.bySeverity ?? {};
  const { paths, ...worst } = counts?.worst ?? { paths: [] };
  const [doubt] = quiet.doubts;
  return {
    tenantId,
    slug,
    timeZone,
    open: { HIGH: high, MEDIUM: medium, LOW: low, other: plain },
    attention: counts?.attention ?? 0,
    unacknowledged: counts?.nobody ?? 0,
    oldestUnacknowledgedAt: counts?.oldestNobodyAt ?? null,
    new24h: counts?.fresh ?? 0,
    worst: "alertId" in worst ? { ...worst, areas: paths } : null,
    notificationsAt: notifications.lastAt?.toISOString() ?? null,
    readingsUntil: readings.until?.toISOString() ?? null,
    sources: { notifications: notifications.state, readings: readings.state },
    state: judgeSite(counts?.open ?? 0, counts?.attention ?? 0, quiet.state),
    doubt: doubt === undefined ? null : wordsIn("en").t(DOUBT_WORDS[doubt]),
    doubtCode: doubt ?? null,
  };
}
