import "server-only";
import { getIntake } from "@/lib/alerting/webhooks/service.server";
import { AppError } from "@/lib/base/core/errors";
import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { sharedRead } from "@/lib/identity/auth/shared-reads.server";
import type { Freshness } from "./contract";
import { type FreshnessFacts, readFreshnessFacts } from "./store.server";

type OfTenant = { tenant?: string | undefined };

/**
 * The facts about a tenancy's two sources; a page judges them with lib/display/freshness/judge.
 * @throws AppError `bad-request` on `tenant`
 */
export async function readFreshnessOf(actor: Actor, query: OfTenant): Promise<Freshness> {
  requireAccess(actor, "screen");
  return sharedRead("freshness", actor, query, () => readNow(actor, query));
}

async function readNow(actor: Actor, query: OfTenant): Promise<Freshness> {
  const tenancy = await resolveTenancy(actor, query.tenant);
  const now = new Date();
  const [facts, { fullSince }] = await Promise.all([
    readFreshnessFacts(tenancy.id, new Date(now.getTime() - DAY_MS)),
    getIntake().disk(),
  ]);
  if (!facts) throw new AppError("not-found", "The tenancy was removed a moment ago.");
  return {
    tenantId: tenancy.tenantId,
    name: tenancy.name,
    timeZone: tenancy.timeZone,
    now: now.toISOString(),
    notifications: { ...notificationsOf(facts), diskFullSince: text(fullSince) },
    readings: readingsOf(facts, now),
  };
}

function notificationsOf(facts: FreshnessFacts): Omit<Freshness["notifications"], "diskFullSince"> {
  const answeredAt = facts.endpointAnsweredAt === null ? null : new Date(facts.endpointAnsweredAt);
  return {
    connected: facts.hasSecret,
    lastAt: text(facts.lastNotificationAt),
    endpointAnsweredAt: text(answeredAt),
    accepted24h: facts.accepted,
    quarantined24h: facts.quarantined,
    rejected24h: facts.rejected,
    lastRejectedAt: text(facts.lastRejectedAt),
  };
}

function readingsOf(facts: FreshnessFacts, now: Date): Freshness["readings"] {
  return {
    connected: facts.hasService,
    syncEnabled: facts.syncEnabled,
    until: text(facts.newestReading),
    delayHours: facts.delayHours,
    everyMinutes: facts.everyMinutes,
    lastSuccessAt: text(facts.lastSuccessAt),
    nextTryAt: text(facts.nextTryAt),
    failures: facts.failures,
    lastError: facts.lastError,
    backfill: backfillOf(facts, now),
  };
}

/** Only while old history is still being fetched; an hour of tolerance, as windows stand on whole hours. */
function backfillOf(facts: FreshnessFacts, now: Date): Freshness["readings"]["backfill"] {
  const { completeFrom, completeUntil } = facts;
  const wanted = new Date(now.getTime() - facts.backfillDays * DAY_MS);
  if (!facts.syncEnabled || !completeFrom || !completeUntil) return null;
  if (completeFrom.getTime() <= wanted.getTime() + HOUR_MS) return null;
  return {
    from: completeFrom.toISOString(),
    until: completeUntil.toISOString(),
    wanted: wanted.toISOString(),
  };
}

const text = (at: Date | null) => at?.toISOString() ?? null;
