"use client";
import { useEffect, useState } from "react";
import { useTenant } from "@/components/live/site-context";
import { useTenantEndpoint } from "@/components/live/use-endpoint";
import { look } from "@/lib/alerting/handover/actions";
import { type NewsStart, readNews } from "@/lib/alerting/handover/contract";
import { MINUTE_MS } from "@/lib/base/core/time";

/** Well below the time after which a visit counts as over. */
const LOOK_EVERY_MS = 5 * MINUTE_MS;

/** What is new since the person last looked at Now. Stores that they look, while the page is visible. */
export function useNews(first: NewsStart | null) {
  const tenant = useTenant();
  const [start, setStart] = useState(first);
  useEffect(() => {
    const note = async () => {
      if (tenant === undefined || document.visibilityState === "hidden") return;
      const result = await look({ tenant }).catch(() => null);
      if (!result?.ok) return;
      // The same start stays the same object, so that nothing is drawn again.
      setStart((before) => (before?.from === result.value.from ? before : result.value));
    };
    void note();
    const timer = setInterval(note, LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", note);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", note);
    };
  }, [tenant]);
  const query = { from: start?.from ?? "" };
  const { data } = useTenantEndpoint(readNews, { query }, { enabled: start !== null });
  return { start, counts: data?.counts };
}
