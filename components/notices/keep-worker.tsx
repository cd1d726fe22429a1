"use client";
import { useEffect } from "react";
import { useLive } from "@/components/live/live-provider";
import { useSite } from "@/components/live/site-context";
import { useTenantEndpoint } from "@/components/live/use-endpoint";
import { useServerTime } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { countAlerts, listAlerts } from "@/lib/alerting/alerts/contract";
import { claimThisDevice } from "@/lib/alerting/notices/actions";
import { toHex } from "@/lib/base/core/text";
import { sitePrefix } from "@/lib/base/request/site-path";
import { callEndpoint } from "@/lib/web/api/client";
import { OPEN_KEPT, openKept } from "./open-kept";

const SAY_EVERY_MS = 30_000;

/**
 * Registers the service worker for notices and the offline page, and pings it while the page is live and gives it
 * the open alerts that the offline page shows. A browser that receives notices reports its current session.
 */
export function KeepWorker() {
  const { state } = useLive();
  useEffect(() => {
    // Insecure pages have no service worker, and blocked storage rejects.
    navigator.serviceWorker
      ?.register("/sw.js")
      .then(async ({ pushManager }) => {
        const subscription = await pushManager?.getSubscription();
        if (subscription) await claimThisDevice({ fingerprint: await fingerprintOf(subscription.endpoint) });
      })
      .catch(() => undefined);
  }, []);
  useEffect(() => {
    if (state !== "live") return;
    const say = () => navigator.serviceWorker?.controller?.postMessage("seen");
    say();
    const timer = setInterval(say, SAY_EVERY_MS);
    return () => clearInterval(timer);
  }, [state]);
  useKeptOpenAlerts(state === "live");
  return null;
}

/** Gives the worker the worst open alerts, again with every change of their counts. */
function useKeptOpenAlerts(isLive: boolean): void {
  const words = useWords();
  const { tenancy, tenancies } = useSite();
  const serverTime = useServerTime();
  const counts = useTenantEndpoint(countAlerts);
  const isCurrent = isLive && counts.isSuccess && !counts.isPlaceholderData;
  const { data, dataUpdatedAt } = counts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal counts are read again too, for the time
  useEffect(() => {
    if (!isCurrent || !data || !tenancy) return;
    const leaving = new AbortController();
    const isOnly = tenancies.length < 2;
    const { slug, name, timeZone: zone } = tenancy;
    const place = { prefix: sitePrefix(slug, isOnly), site: isOnly ? null : name, zone };
    const query = { tenant: tenancy.tenantId, status: "open", order: "worst", limit: OPEN_KEPT } as const;
    callEndpoint(listAlerts, { query, signal: leaving.signal })
      .then(async ({ items }) => {
        const open = openKept(words, items, data.open, { at: serverTime(Date.now()), zone });
        const { active } = (await navigator.serviceWorker?.ready) ?? {};
        if (!leaving.signal.aborted) active?.postMessage({ open: { ...place, ...open } });
      })
      // The next change of the counts reads again.
      .catch(() => undefined);
    return () => leaving.abort();
  }, [isCurrent, data, dataUpdatedAt, tenancy, tenancies, serverTime, words]);
}

/** Identifies a browser in the list of devices. */
export async function fingerprintOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return toHex(new Uint8Array(hash));
}
