"use client";
import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";
import { useCatchUp } from "./live-provider";

/** A dehydrated cache, and whether some of it was read before the page was asked for. */
export type CarriedReads = DehydratedState & { isHeld: boolean };

/**
 * Gives the reads that came with a page to the cache of all reads, and asks for those soon again that were read
 * before.
 * @param state JSON of `CarriedReads`: a page that carries its reads as one text is made and read several times as
 *   fast as one that carries them member by member
 */
export function PageReads({ state, children }: { state: string; children: ReactNode }) {
  const reads = useMemo(() => JSON.parse(state) as CarriedReads, [state]);
  const catchUp = useCatchUp();
  useEffect(() => {
    if (reads.isHeld) catchUp();
  }, [reads, catchUp]);
  return <HydrationBoundary state={reads}>{children}</HydrationBoundary>;
}
