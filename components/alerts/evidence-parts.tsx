"use client";
import { useMemo } from "react";
import { Spark } from "@/components/charts/spark";
import { useTenantEndpoint } from "@/components/live/use-endpoint";
import { noValueWords } from "@/components/ui/alert-words";
import { useWords } from "@/components/words/words";
import { alertEvidence, type ListedAlert } from "@/lib/alerting/alerts/contract";
import { evidencePoints } from "@/lib/alerting/alerts/evidence";

/** The last 72 hours of an alert's index as a sparkline, or why there is none. */
export function EvidenceSpark({ alert, ...size }: { alert: ListedAlert; width?: number; height?: number }) {
  const words = useWords();
  const { evidence } = alert;
  const points = useMemo(() => evidencePoints(evidence?.means ?? null), [evidence]);
  if (!evidence) return null;
  if (points.length === 0)
    return (
      <span className="block w-26 text-sm text-ink-3">{noValueWords(words, alert, evidence.index)}</span>
    );
  const { index, from, to } = evidence;
  return <Spark {...{ points, index, from, to }} {...size} />;
}

/** The evidence of the alert whose page is open; undefined until it is read. */
export function useEvidence(alertId: string) {
  return useTenantEndpoint(alertEvidence, { query: { alertId: [alertId] } }).data?.items[0];
}
