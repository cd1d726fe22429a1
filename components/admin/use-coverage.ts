"use client";
import { useState } from "react";
import { useEndpoint } from "@/components/live/use-endpoint";
import type { IndexName } from "@/lib/core/indices";
import { readCoverage } from "@/lib/coverage/contract";

const PAGE = 50;
/** New readings come each hour, and a day counts when it is over. */
const AGAIN_MS = 300_000;

export type CoverageChoice = { days: "30" | "90"; index: IndexName | "chf" | null; view: "strips" | "table" };

const kindOf = ({ index }: CoverageChoice) =>
  index === "chf" ? { type: index } : index === null ? {} : { index };

/** A page of areas with their strips, and the choices that it is made by. */
export function useCoverage(tenantId: string) {
  const [choice, setChoice] = useState<CoverageChoice>({ days: "30", index: null, view: "strips" });
  const [first, setFirst] = useState(0);
  const read = useEndpoint(
    readCoverage,
    {
      query: {
        ...{ tenant: tenantId, days: choice.days, limit: String(PAGE) },
        ...kindOf(choice),
        ...(first > 0 ? { cursor: String(first) } : {}),
      },
    },
    { refetchInterval: AGAIN_MS },
  );
  return {
    choice,
    choose: (change: Partial<CoverageChoice>) => {
      setChoice((before) => ({ ...before, ...change }));
      // Other areas are measured than have readings.
      if (change.index !== undefined) setFirst(0);
    },
    data: read.data,
    error: read.error,
    again: () => void read.refetch(),
    earlier: first > 0 ? () => setFirst(Math.max(0, first - PAGE)) : null,
    later: read.data?.nextCursor ? () => setFirst(first + PAGE) : null,
  };
}
