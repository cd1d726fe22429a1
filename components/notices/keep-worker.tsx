"use client";
import { useEffect } from "react";
import { useLive } from "@/components/live/live-provider";
import { claimThisDevice } from "@/lib/alerting/notices/actions";
import { toHex } from "@/lib/base/core/hex";

const SAY_EVERY_MS = 30_000;

/**
 * Sets up what shows notices and the page of a server that does not answer, and tells it when we last heard. A browser
 * that takes notices says under which session it is now.
 */
export function KeepWorker() {
  const { state } = useLive();
  useEffect(() => {
    // A page that is not secure has none, and one that is forbidden to keep anything refuses.
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

/** By which a browser finds itself in the list of devices. */
export async function fingerprintOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return toHex(new Uint8Array(hash));
}
