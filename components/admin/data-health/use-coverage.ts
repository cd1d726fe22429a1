"use client";
import { type inferParserType, useQueryStates } from "nuqs";
import { useState } from "react";
import { readEvery } from "@/components/live/retry";
import { useEndpoint } from "@/components/live/use-endpoint";
import { readCoverage } from "@/lib/history/coverage/contract";
import { COVERAGE_CHOICE } from "./coverage-choice";

const PAGE = 50;
/** New readings come each hour, and a day counts when it is over. */
const AGAIN_MS = 300_000;

type CoverageChoice = inferParserType<typeof COVERAGE_CHOICE>;

/** The first area of the page that is shown, of the areas of a choice. */
type Page = { first: number; of: CoverageChoice["index"] };

const kindOf = ({ index }: CoverageChoice) =>
  index === "chf" ? { type: index } : index === null ? {} : { index };

/** A page of areas with their strips, and the choices that it is made by. */
export function useCoverage(tenantId: string) {
  const [choice, setChoice] = useQueryStates(COVERAGE_CHOICE);
  const [page, setPage] = useState<Page>({ first: 0, of: null });
  // Other areas are measured than have readings: another choice, also one made beside another tenancy, begins anew.
  const first = page.of === choice.index ? page.first : 0;
  const setFirst = (at: number) => setPage({ first: at, of: choice.index });
  const read = useEndpoint(
    readCoverage,
    {
      query: {
        ...{ tenant: tenantId, days: choice.days, limit: String(PAGE) },
        ...kindOf(choice),
        ...(first > 0 ? { cursor: String(first) } : {}),
      },
    },
    { refetchInterval: readEvery(AGAIN_MS) },
  );
  return {
    choice,
    choose: (change: Partial<CoverageChoice>) => void setChoice(change),
    data: read.data,
    error: read.error,
    read,
    earlier: first > 0 ? () => setFirst(Math.max(0, first - PAGE)) : null,
    later: read.data?.nextCursor ? () => setFirst(first + PAGE) : null,
  };
}
