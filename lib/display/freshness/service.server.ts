import "server-only";
import { getIntake } from "@/lib/alerting/webhooks/service.server";
import { AppError } from "@/lib/base/core/errors";
import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { sharedRead } from "@/lib/identity/auth/shared-reads.server";
import type { Freshness } from "./contract";
import { judgeNotifications, judgeQuiet, judgeReadings, type QuietSources } from "./judge";
import { type FreshnessFacts, readFreshnessFacts } from "./store.server";

export { DOUBT_WORDS } from "./judge";

/**
 * The facts about a tenancy's two sources; a page judges them with judge.ts.
 * @throws AppError `bad-request` on `tenant`
 */
export async function getFreshness(actor: Actor, query: { tenant?: string | undefined }): Promise<Freshness> {
  requireAccess(actor, "screen");
  return sharedRead("freshness", actor, query, async () =>
    readNow(await resolveTenancy(actor, query.tenant), new Date()),
  );
}

async function readNow(tenancy: TenancyRef, now: Date): Promise<Freshness> {
  const [freshness] = await readFreshnessByTenancy([tenancy], now);
  if (!freshness) throw new AppError("not-found", "The tenancy was removed a moment ago.");
  return freshness;
}

/** The facts about the sources of tenancies, in one statement; without those that were removed a moment ago. */
async function readFreshnessByTenancy(tenancies: readonly TenancyRef[], now: Date): Promise<Freshness[]> {
  const [facts, { fullSince }] = await Promise.all([
    readFreshnessFacts(
      tenancies.map(({ id }) => id),
      new Date(now.getTime() - DAY_MS),
    ),
    getIntake().disk(),
  ]);
  return tenancies.flatMap((tenancy) => {
    const known = facts.get(tenancy.id);
    return known ? [toFreshness(tenancy, known, fullSince, now)] : [];
  });
}

/** The sources of tenancies, judged; without those that were removed a moment ago. @param outages of the last 24 hours */
export async function judgeSources(
  tenancies: readonly TenancyRef[],
  outages: QuietSources["outages"],
  now: Date,
) {
  return (await readFreshnessByTenancy(tenancies, now)).map((facts) => {
    const notifications = judgeNotifications(facts.notifications, now);
    const readings = judgeReadings(facts.readings, now);
    const quiet = judgeQuiet({ notifications, readings, outages });
    return { tenantId: facts.tenantId, notifications, readings, quiet };
  });
}

function toFreshness(
  { tenantId, name, timeZone }: TenancyRef,
  facts: FreshnessFacts,
  fullSince: Date | null,
  now: Date,
): Freshness {
  const {
    hasSecret,
    lastAt,
    endpointAnsweredAt,
    accepted24h,
    quarantined24h,
    rejected24h,
    lastRejectedAt,
    ...rest
  } = facts;
  const { hasService, backfillDays, completeFrom, completeUntil, ...readings } = rest;
  // Windows are whole hours: the history is complete if less than one is missing.
  const wanted = new Date(now.getTime() - backfillDays * DAY_MS);
  const isBackfilled = !completeFrom || Date.parse(completeFrom) <= wanted.getTime() + HOUR_MS;
  return {
    tenantId,
    name,
    timeZone,
    now: now.toISOString(),
    notifications: {
      connected: hasSecret,
      lastAt,
      endpointAnsweredAt,
      accepted24h,
      quarantined24h,
      rejected24h,
      lastRejectedAt,
      diskFullSince: fullSince?.toISOString() ?? null,
    },
    readings: {
      connected: hasService,
      ...readings,
      backfill:
        readings.syncEnabled && completeUntil && !isBackfilled
          ? { from: completeFrom, until: completeUntil, wanted: wanted.toISOString() }
          : null,
    },
  };
}
