"use client";
import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";
import { useCatchUp } from "./live-provider";

/** A dehydrated cache. `isHeld`: some of it was read before the request for the page. */
export type CarriedReads = DehydratedState & { isHeld: boolean };

/**
 * Puts the reads that came with a page into the cache, and reads held ones again soon.
 * @param state JSON of `CarriedReads`: as one text it is rendered and parsed several times as fast as member by member
 */
export function PageReads({ state, children }: { state: string; children: ReactNode }) {
  const reads = useMemo(() => JSON.parse(state) as CarriedReads, [state]);
  const catchUp = useCatchUp();
  useEffect(() => {
    if (reads.isHeld) catchUp();
  }, [reads, catchUp]);
  return <HydrationBoundary state={reads}>{children}</HydrationBoundary>;
}
