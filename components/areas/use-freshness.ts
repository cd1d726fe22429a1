"use client";

import { useEndpoint } from "@/components/live/use-endpoint";
import { useTenant } from "@/components/shell/site-context";
import { type Freshness, readFreshness } from "@/lib/freshness/contract";

/** How old each source of the tenancy is; undefined until it is known. */
export function useFreshness(): Freshness | undefined {
  const tenant = useTenant();
  return useEndpoint(readFreshness, { query: { tenant } }, { enabled: tenant !== undefined }).data;
}
