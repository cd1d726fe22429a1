"use client";
import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";

/**
 * Gives the reads that came with a page to the cache of all reads.
 * @param state JSON of a dehydrated cache: a page that carries its reads as one text is made and read several times
 *   as fast as one that carries them member by member
 */
export function PageReads({ state, children }: { state: string; children: ReactNode }) {
  const reads = useMemo(() => JSON.parse(state) as DehydratedState, [state]);
  return <HydrationBoundary state={reads}>{children}</HydrationBoundary>;
}
