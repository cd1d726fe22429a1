"use client";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { z } from "zod";
import { useTenant } from "@/components/shell/site-context";
import type { SparkPoint } from "@/components/ui/spark-path";
import { alertEvidence } from "@/lib/alerts/contract";
import { pointsOf } from "@/lib/alerts/evidence";
import { callEndpoint, callKey } from "@/lib/api/client";
import { EVIDENCE_AT_ONCE, evidenceInput } from "./inputs";

type Answer = z.output<NonNullable<typeof alertEvidence.answer>>;
type Item = Answer["items"][number];
export type Evidence = Omit<Item, "means"> & { points: SparkPoint[] };

/** The index behind each alert of a list, by alert id; those without readings are missing. */
export function useEvidence(alertIds: string[]): Map<string, Evidence> {
  const tenant = useTenant();
  const parts = Array.from({ length: Math.ceil(alertIds.length / EVIDENCE_AT_ONCE) }, (_, part) =>
    alertIds.slice(part * EVIDENCE_AT_ONCE, (part + 1) * EVIDENCE_AT_ONCE),
  );
  const items = useQueries({
    queries: parts.map((ids) => {
      const input = evidenceInput(tenant, ids);
      return {
        queryKey: callKey(alertEvidence, input),
        queryFn: ({ signal }: { signal: AbortSignal }) => callEndpoint(alertEvidence, { ...input, signal }),
        enabled: tenant !== undefined,
        placeholderData: (before: Answer | undefined) => before,
      };
    }),
    combine: itemsOf,
  });
  return useMemo(
    () => new Map(items.map(({ means, ...item }) => [item.alertId, { ...item, points: pointsOf(means) }])),
    [items],
  );
}

const itemsOf = (answers: { data: Answer | undefined }[]) => answers.flatMap(({ data }) => data?.items ?? []);
