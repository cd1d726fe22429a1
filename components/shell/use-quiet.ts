"use client";
import { useOutagesOfLastDay } from "@/components/outages/use-outages";
import { judgeQuiet, type Quiet } from "@/lib/display/freshness/quiet";
import { useFreshness } from "./use-freshness";

/** Whether an empty list of open alerts may be believed. */
export function useQuiet(): Quiet {
  const fresh = useFreshness();
  const outages = useOutagesOfLastDay();
  return judgeQuiet(fresh && { ...fresh, outages });
}
