import "server-only";
import { requestFactsSchema } from "@/lib/alerting/webhooks/contract";
import { carriedTenantId } from "@/lib/alerting/webhooks/service.server";
import { DAY_MS } from "@/lib/base/core/time";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Missed } from "./arrival";

const MOST_LOOKED_AT = 20;

/** When the first notification of a tenancy was received; null while none was. */
export async function firstNotificationAt(tenancyId: number): Promise<Date | null> {
  const found = await getPrisma().notification.findFirst({
    where: { tenancyId },
    orderBy: { receivedAt: "asc" },
    select: { receivedAt: true },
  });
  return found?.receivedAt ?? null;
}

/**
 * Of the last day, newest first: what a tenancy's secret signed and was not understood, and what no secret fitted
 * since the tenancy was made: nothing from before can have been meant for it.
 */
export async function listMissed(tenancyId: number, take: number): Promise<Missed[]> {
  const { tenantId, createdAt } = await getPrisma().tenancy.findUniqueOrThrow({
    where: { id: tenancyId },
    select: { tenantId: true, createdAt: true },
  });
  const rows = await getPrisma().delivery.findMany({
    where: {
      receivedAt: { gt: new Date(Math.max(Date.now() - DAY_MS, createdAt.getTime())) },
      OR: [{ tenancyId, outcome: "quarantined" }, { outcome: "rejected" }],
    },
    orderBy: { id: "desc" },
    take,
    select: { id: true, receivedAt: true, outcome: true, reason: true, request: true, body: true },
  });
  return rows.map(({ id, receivedAt, outcome, reason, request, body }) => ({
    ...{ id: String(id), at: receivedAt.toISOString(), reason },
    outcome: outcome === "quarantined" ? "quarantined" : "rejected",
    signatureIn: requestFactsSchema.nullable().catch(null).parse(request)?.signatureIn ?? null,
    otherTenantId: outcome === "quarantined" && body ? otherThan(tenantId, body) : null,
  }));
}

/** The tenant id that the newest notification carries which the tenancy's secret signed and another id kept out. */
export async function findCarriedId(tenancyId: number): Promise<string | null> {
  const { tenantId } = await getPrisma().tenancy.findUniqueOrThrow({
    where: { id: tenancyId },
    select: { tenantId: true },
  });
  const rows = await getPrisma().delivery.findMany({
    where: { tenancyId, outcome: "quarantined" },
    orderBy: { id: "desc" },
    take: MOST_LOOKED_AT,
    select: { body: true },
  });
  for (const { body } of rows) {
    const carried = body && otherThan(tenantId, body);
    if (carried) return carried;
  }
  return null;
}

/** The tenant id that a notification carries, where it is not this one. */
function otherThan(tenantId: string, body: Uint8Array): string | null {
  const carried = carriedTenantId(body);
  return carried === tenantId ? null : carried;
}
