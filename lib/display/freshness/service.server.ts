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
import { readFreshnessFacts } from "./store.server";

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

async function readNow({ id, tenantId, name, timeZone }: TenancyRef, now: Date): Promise<Freshness> {
  const [facts, { fullSince }] = await Promise.all([
    readFreshnessFacts(id, new Date(now.getTime() - DAY_MS)),
    getIntake().disk(),
  ]);
  if (!facts) throw new AppError("not-found", "The tenancy was removed a moment ago.");
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
