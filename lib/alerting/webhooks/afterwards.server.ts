import "server-only";
import { placeAlerts } from "@/lib/alerting/alerts/service.server";
import { groupBy } from "@/lib/base/core/group-by";
import { log } from "@/lib/base/request/log.server";
import type { AlertRef } from "./batch.server";
import { touchSecrets } from "./store.server";

const PLACING_DELAY_MS = 250;
const TOUCH_EVERY_MS = 60_000;

let toPlace = new Map<string, AlertRef>();

/** Infers the places of alerts a little later: they can be found again, a notification can't. */
export function placeSoon(touched: readonly AlertRef[]): void {
  if (touched.length === 0) return;
  if (toPlace.size === 0) setTimeout(placeNow, PLACING_DELAY_MS).unref();
  for (const alert of touched) toPlace.set(`${alert.tenancyId}:${alert.alertId}`, alert);
}

function placeNow(): void {
  const byTenancy = groupBy(toPlace.values(), ({ tenancyId }) => tenancyId);
  toPlace = new Map();
  for (const [tenancyId, alerts] of byTenancy)
    placeAlerts(tenancyId, { alertIds: alerts.map(({ alertId }) => alertId) }).catch((error) =>
      log.error({ err: error }, "Alerts could not be placed; the next load or minute places them"),
    );
}

const touchedAt = new Map<number, number>();

/** Notes that secrets were used, each at most once a minute. */
export function touchSoon(secretIds: readonly number[]): void {
  const now = performance.now();
  const due = [...new Set(secretIds)].filter(
    (id) => now - (touchedAt.get(id) ?? Number.NEGATIVE_INFINITY) >= TOUCH_EVERY_MS,
  );
  if (due.length === 0) return;
  for (const id of due) touchedAt.set(id, now);
  touchSecrets(due, new Date()).catch((error) =>
    log.warn({ err: error }, "The last use of a webhook secret could not be noted"),
  );
}
