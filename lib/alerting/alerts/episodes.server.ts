import "server-only";
import type { Scope, TenancyRef } from "@/lib/farm/tenancies/contract";
import type { Alert } from "./contract";
import { linksOf, type Pair } from "./episodes";
import { findPairs } from "./episodes-store.server";
import { listSubjects } from "./evidence-store.server";
import type { StoredAlert } from "./store.server";

/** Longer chains of replaced alerts are told from here on. */
const LONGEST_CHAIN = 20;

/** How alerts are shown: with the one that each continues and the one that replaced it. */
export async function episodesOf(
  tenancy: TenancyRef,
  alerts: readonly StoredAlert[],
): Promise<(alert: StoredAlert) => Alert> {
  const asked = alerts.map(({ alertId }) => alertId);
  const { tenantId } = tenancy;
  const { replacedBy, continues } = linksOf(await pairsOf(tenancy, asked));
  const earlier = await withEarlier(tenancy, continues);
  return ({ rank: _, ...alert }) => ({
    ...alert,
    tenantId,
    continues: continuedBy(alert.alertId, earlier),
    replacedBy: replacedBy.get(alert.alertId) ?? null,
  });
}

/** Pairs of alerts that may both be seen. */
async function pairsOf(tenancy: Scope, alertIds: readonly string[]): Promise<Pair[]> {
  const pairs = await findPairs(tenancy.id, alertIds);
  if (tenancy.within === null) return pairs;
  const ids = pairs.flatMap(({ earlierId, laterId }) => [earlierId, laterId]);
  const seen = new Set((await listSubjects(tenancy, ids)).map(({ alertId }) => alertId));
  return pairs.filter(({ earlierId, laterId }) => seen.has(earlierId) && seen.has(laterId));
}

/** The links found and those before them, back to where the episodes began. */
async function withEarlier(tenancy: Scope, found: Map<string, Pair>): Promise<Map<string, Pair>> {
  const all = new Map(found);
  let asked = [...found.values()].map((pair) => pair.earlierId).filter((id) => !all.has(id));
  for (let step = 1; asked.length > 0 && step < LONGEST_CHAIN; step++) {
    const { continues } = linksOf(await pairsOf(tenancy, asked));
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
