"use client";

import { useMemo } from "react";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { noValueWords } from "@/components/ui/alert-words";
import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { Num } from "@/components/ui/num";
import { Spark, type SparkPoint } from "@/components/ui/spark";
import { type Alert, alertEvidence, type ListedAlert } from "@/lib/alerting/alerts/contract";
import { evidencePoints } from "@/lib/alerting/alerts/evidence";
import { evidenceInput } from "./inputs";

/** The last 72 hours as a small line, or why there is none. */
export function EvidenceSpark({
  alert,
  evidence,
  width,
  height,
}: {
  alert: Alert;
  evidence: Evidence | undefined;
  width?: number;
  height?: number;
}) {
  if (!evidence) return null;
  if (evidence.points.length === 0)
    return <span className="block w-26 text-sm text-ink-3">{noValueWords(alert, evidence.index)}</span>;
  return <Spark {...evidence} width={width} height={height} />;
}

/** Marker, index, last value, unit: "Productivity 9.8 µmol/m²/s". */
export function EvidenceValue({ evidence, withUnit = true }: { evidence: Evidence; withUnit?: boolean }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <IndexMark index={evidence.index} />
      {indexLabel(evidence.index)}
      <Num value={evidence.last?.value} index={evidence.index} unit={withUnit ? evidence.unit : undefined} />
    </span>
  );
}

type Told = NonNullable<ListedAlert["evidence"]>;

export type Evidence = Omit<Told, "means"> & { points: SparkPoint[] };

/** The index behind each alert of a list that was asked for with it, by alert id. */
export function useListedEvidence(alerts: readonly ListedAlert[]): Map<string, Evidence> {
  return useMemo(
    () =>
      new Map(alerts.flatMap(({ alertId, evidence }) => (evidence ? [[alertId, shownOf(evidence)]] : []))),
    [alerts],
  );
}

/** The index behind one alert. */
export function useEvidence(alertId: string): Evidence | undefined {
  const tenant = useTenant();
  const { data } = useEndpoint(alertEvidence, evidenceInput(tenant, alertId), {
    enabled: tenant !== undefined,
  });
  const told = data?.items[0];
  return useMemo(() => told && shownOf(told), [told]);
}

const shownOf = ({ means, ...told }: Told): Evidence => ({ ...told, points: evidencePoints(means) });
