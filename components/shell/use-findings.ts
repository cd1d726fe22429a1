"use client";
import { useDeferredValue, useMemo } from "react";
import { badgeWordOf, kindOf, moreWords, placeOf } from "@/components/alerts/words";
import { useEndpoint } from "@/components/live/use-endpoint";
import { usePaused } from "@/components/live/use-paused";
import { listAlerts } from "@/lib/alerting/alerts/contract";
import { listAreas, listJobs } from "@/lib/farm/areas/contract";
import { type Finding, findAreas, findJobs, listAlertFindings } from "./search-results";
import { useTenant } from "./site-context";

/** What fits the typed text: areas and jobs from their lists here, alerts as the server finds them. */
export function useFindings(typed: string, active: boolean): { findings: Finding[]; busy: boolean } {
  const tenant = useTenant();
  const enabled = active && tenant !== undefined;
  const text = usePaused(typed.trim());
  const lists = { enabled, refetchInterval: false as const };
  const areas = useEndpoint(listAreas, { query: { tenant } }, lists);
  const jobs = useEndpoint(listJobs, { query: { tenant } }, lists);
  const alerts = useEndpoint(
    listAlerts,
    { query: { tenant, text: text || undefined, limit: "6" } },
    { enabled: enabled && text !== "", refetchInterval: false },
  );
  const sought = useDeferredValue(typed.trim());
  const findings = useMemo(() => {
    if (sought === "") return [];
    const found = listAlertFindings(text === "" ? [] : (alerts.data?.items ?? []), (alert) => {
      const { name, more } = placeOf(alert);
      return {
        title: name,
        tail: `${moreWords(more)}, ${kindOf(alert)}`,
        detail: `${badgeWordOf(alert)}, ${alert.status}`,
      };
    });
    return [
      ...findAreas(areas.data?.items ?? [], sought),
      ...found,
      ...findJobs(jobs.data?.items ?? [], sought),
    ];
  }, [sought, text, areas.data, alerts.data, jobs.data]);
  return { findings, busy: areas.isLoading || alerts.isFetching || text !== typed.trim() };
}
