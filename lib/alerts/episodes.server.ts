import "server-only";
import type { TenancyRef } from "@/lib/tenancies/contract";
import type { Alert } from "./contract";
import { linksOf, type Pair } from "./episodes";
import { findPairs } from "./episodes-store.server";
import type { StoredAlert } from "./store.server";

/** Longer chains of replaced alerts are told from here on. */
const LONGEST_CHAIN = 20;

/** How alerts are shown: with the one that each continues and the one that replaced it. */
export async function episodesOf(
  { id, tenantId }: TenancyRef,
  alerts: readonly StoredAlert[],
): Promise<(alert: StoredAlert) => Alert> {
  const asked = alerts.map(({ alertId }) => alertId);
  const { replacedBy, continues } = linksOf(await findPairs(id, asked));
  const earlier = await withEarlier(id, continues);
  return ({ rank: _, ...alert }) => ({
    ...alert,
    tenantId,
    continues: continuedBy(alert.alertId, earlier),
    replacedBy: replacedBy.get(alert.alertId) ?? null,
  });
}

/** The links found and those before them, back to where the episodes began. */
async function withEarlier(tenancyId: number, found: Map<string, Pair>): Promise<Map<string, Pair>> {
  const all = new Map(found);
  let asked = [...found.values()].map((pair) => pair.earlierId).filter((id) => !all.has(id));
  for (let step = 1; asked.length > 0 && step < LONGEST_CHAIN; step++) {
    const { continues } = linksOf(await findPairs(tenancyId, asked));
    const next = asked.flatMap((id) => continues.get(id) ?? []);
    for (const pair of next) all.set(pair.laterId, pair);
    asked = next.map((pair) => pair.earlierId).filter((id) => !all.has(id));
  }
  return all;
}

function continuedBy(alertId: string, earlier: ReadonlyMap<string, Pair>): Alert["continues"] {
  const before = earlier.get(alertId);
  if (!before) return null;
  let first = before;
  for (let next = earlier.get(first.earlierId); next; next = earlier.get(next.earlierId)) first = next;
  return { alertId: before.earlierId, since: new Date(first.since).toISOString() };
}
