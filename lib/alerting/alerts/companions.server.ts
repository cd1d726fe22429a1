import "server-only";
import { INDEX_FACTS } from "@/lib/base/core/indices";
import { HOUR_MS } from "@/lib/base/core/time";
import type { Scope, TenancyRef } from "@/lib/farm/tenancies/contract";
import type { Alert, Evidence } from "./contract";
import { linkEpisodes, type Pair } from "./episodes";
import { buildEvidence, evidenceIndex } from "./evidence";
import { listMeans } from "./evidence-store.server";
import { alertKey, findPairs, listAlertKinds, type StoredAlert, splitAlertKey } from "./store.server";

// What alerts are shown with: their evidence, and the alerts before and after them.

/** The evidence of alerts, by `alertKey`. */
export async function evidenceByAlert(
  scopes: readonly Scope[],
  alerts: readonly Pick<StoredAlert, "tenancyId" | "alertId" | "type" | "category">[],
): Promise<Map<string, Evidence>> {
  // Evidence without readings ends at a whole hour, so that the answer stays the same between changes.
  const now = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  const subjects = alerts.map(({ tenancyId, alertId, ...kind }) => {
    const index = evidenceIndex(kind);
    return { tenancyId, alertId, index };
  });
  const columns = subjects.map(({ index, ...alert }) => ({ ...alert, column: INDEX_FACTS[index].column }));
  const found = new Map((await listMeans(scopes, columns)).map((one) => [alertKey(one), one]));
  return new Map(
    subjects.map(({ index, ...alert }) => {
      const { hours = [], values = [], until = now } = found.get(alertKey(alert)) ?? {};
      const means = hours.map((hour, n) => ({ hour, value: values[n] ?? 0 }));
      return [alertKey(alert), buildEvidence(index, means, until)];
    }),
  );
}

/** Longer chains of replaced alerts are cut off. */
const MAX_CHAIN = 20;

/** Completes alerts with the one that each continues and the one that replaced it. */
export async function withEpisodes(
  tenancies: readonly TenancyRef[],
  alerts: readonly StoredAlert[],
): Promise<(alert: StoredAlert) => Alert> {
  const tenantIds = new Map(tenancies.map(({ id, tenantId }) => [id, tenantId]));
  const { replacedBy, continues } = linkEpisodes(await findPairsInScope(tenancies, alerts.map(alertKey)));
  const earlier = await followBack(tenancies, continues);
  return ({ rank: _, tenancyId, ...alert }) => {
    const key = alertKey({ tenancyId, alertId: alert.alertId });
    const successor = replacedBy.get(key);
    return {
      ...alert,
      tenantId: tenantIds.get(tenancyId) ?? "",
      continues: continuedBy(key, earlier),
      replacedBy: successor === undefined ? null : splitAlertKey(successor).alertId,
    };
  };
}

/** Pairs whose alerts are both in scope. @param keys as of `findPairs` */
async function findPairsInScope(scopes: readonly Scope[], keys: readonly string[]): Promise<Pair[]> {
  const pairs = await findPairs(keys);
  const limited = scopes.filter(({ within }) => within !== null);
  if (limited.length === 0 || pairs.length === 0) return pairs;
  const named = pairs.flatMap(({ earlierId, laterId }) => [earlierId, laterId]);
  const isLimited = (key: string) => limited.some(({ id }) => id === splitAlertKey(key).tenancyId);
  const own = new Set(named.filter(isLimited));
  const found = await Promise.all(
    limited.map((scope) => {
      const alerts = [...own].map(splitAlertKey).filter(({ tenancyId }) => tenancyId === scope.id);
      return listAlertKinds(
        scope,
        alerts.map(({ alertId }) => alertId),
      );
    }),
  );
  const seen = new Set(found.flat().map(alertKey));
  const isSeen = (key: string) => !own.has(key) || seen.has(key);
  return pairs.filter(({ earlierId, laterId }) => isSeen(earlierId) && isSeen(laterId));
}

/** Follows the links back to where the episodes began. */
async function followBack(scopes: readonly Scope[], found: Map<string, Pair>): Promise<Map<string, Pair>> {
  const all = new Map(found);
  let asked = [...found.values()].map((pair) => pair.earlierId).filter((id) => !all.has(id));
  for (let step = 1; asked.length > 0 && step < MAX_CHAIN; step++) {
    const { continues } = linkEpisodes(await findPairsInScope(scopes, asked));
    const next = asked.flatMap((id) => continues.get(id) ?? []);
    for (const pair of next) all.set(pair.laterId, pair);
    asked = next.map((pair) => pair.earlierId).filter((id) => !all.has(id));
  }
  return all;
}

function continuedBy(key: string, earlier: ReadonlyMap<string, Pair>): Alert["continues"] {
  const before = earlier.get(key);
  if (!before) return null;
  let first = before;
  for (let next = earlier.get(first.earlierId); next; next = earlier.get(next.earlierId)) first = next;
  return { alertId: splitAlertKey(before.earlierId).alertId, since: new Date(first.since).toISOString() };
}
