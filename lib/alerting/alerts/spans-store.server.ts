import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { NotificationFacts } from "./contract";

export type HeardOf = Pick<NotificationFacts, "alertId" | "event" | "severity" | "timestamp">;

/** The notifications of several alerts: what happened, to which severity, when. */
export async function listHeard(tenancyId: number, alertIds: readonly string[]): Promise<HeardOf[]> {
  const rows = await getPrisma().notification.findMany({
    where: { tenancyId, alertId: { in: [...alertIds] } },
    select: { alertId: true, event: true, severity: true, timestamp: true },
  });
  return rows as HeardOf[];
}
