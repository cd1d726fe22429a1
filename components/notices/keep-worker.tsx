"use client";
import { useEffect } from "react";
import { useLive } from "@/components/live/live-provider";
import { claimThisDevice } from "@/lib/alerting/notices/actions";
import { toHex } from "@/lib/base/core/text";

const SAY_EVERY_MS = 30_000;

/**
 * Registers the service worker for notices and the offline page, and pings it while the page is live. A browser
 * that receives notices reports its current session.
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
  return null;
}

/** Identifies a browser in the list of devices. */
export async function fingerprintOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return toHex(new Uint8Array(hash));
}
