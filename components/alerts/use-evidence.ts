"use client";
import { useMemo } from "react";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useTenant } from "@/components/shell/site-context";
import type { SparkPoint } from "@/components/ui/spark-path";
import { alertEvidence, type ListedAlert } from "@/lib/alerting/alerts/contract";
import { pointsOf } from "@/lib/alerting/alerts/evidence";
import { evidenceInput } from "./inputs";

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

const shownOf = ({ means, ...told }: Told): Evidence => ({ ...told, points: pointsOf(means) });
