"use client";

import { type KeyboardEvent, type RefObject, useDeferredValue, useId, useMemo, useState } from "react";
import { useSite } from "@/components/live/site-context";
import { useEndpoint, usePaused } from "@/components/live/use-endpoint";
import { useOpenPage } from "@/components/ui/link";
import { useWords } from "@/components/words/words";
import { ALL_TENANCIES, listAlerts } from "@/lib/alerting/alerts/contract";
import { listAreas } from "@/lib/farm/areas/contract";
import { listJobs } from "@/lib/farm/jobs/contract";
import { type Finding, findAreas, findJobs, findSites, listFoundAlerts } from "./search-results";
import { useIsMenuOfAll } from "./use-path";

/** The state of a search: what is typed, what it found, which finding is chosen, and the keys of the field. */
export function useSearch(input: RefObject<HTMLInputElement | null>, onDone?: () => void) {
  const openPage = useOpenPage();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const { findings, busy } = useFindings(typed, isOpen);
  const isShown = isOpen && typed.trim() !== "";
  const idOf = (index: number) => `${listId}-${index}`;
  const close = () => setOpen(false);
  const choose = (finding: Finding | undefined) => {
    if (!finding) return;
    openPage(finding.href);
    setTyped("");
    close();
    input.current?.blur();
    onDone?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = findings.length - 1;
    if (event.key === "ArrowDown") setAt(at >= last ? 0 : at + 1);
    else if (event.key === "ArrowUp") setAt(at <= 0 ? last : at - 1);
    else if (event.key === "Enter") choose(findings[at]);
    else if (event.key === "Escape" && typed !== "") setTyped("");
    else if (event.key === "Escape") input.current?.blur();
    else return;
    event.preventDefault();
  };
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      setAt(0);
      setOpen(true);
    },
    open: () => setOpen(true),
    close,
    isShown,
    listId,
    activeId: isShown && findings[at] ? idOf(at) : undefined,
    at,
    setAt,
    idOf,
    findings,
    busy,
    choose,
    onKeyDown,
  };
}

/** Areas, jobs and sites are matched here, alerts by the server, open ones first. On the pages of all sites it is these that are searched. */
function useFindings(typed: string, active: boolean): { findings: Finding[]; busy: boolean } {
  const words = useWords();
  const { tenancy, tenancies } = useSite();
  const isOfAll = useIsMenuOfAll();
  const [tenant, zone] = [tenancy?.tenantId, tenancy?.timeZone ?? "UTC"];
  const enabled = active && tenant !== undefined;
  const text = usePaused(typed.trim());
  const lists = { enabled: enabled && !isOfAll, refetchInterval: false as const };
  const areas = useEndpoint(listAreas, { query: { tenant } }, lists);
  const jobs = useEndpoint(listJobs, { query: { tenant } }, lists);
  const alerts = useEndpoint(
    listAlerts,
    {
      query: {
        tenant: isOfAll ? ALL_TENANCIES : tenant,
        text: text || undefined,
        order: "worst",
        limit: "6",
      },
    },
    { enabled: enabled && text !== "", refetchInterval: false },
  );
  const sought = useDeferredValue(typed.trim());
  const findings = useMemo(() => {
    if (sought === "") return [];
    const found = listFoundAlerts(words, text === "" ? [] : (alerts.data?.items ?? []), sought, zone);
    if (isOfAll) return [...findSites(tenancies, sought), ...found];
    return [
      ...findAreas(words, areas.data?.items ?? [], sought),
      ...found,
      ...findJobs(words, jobs.data?.items ?? [], sought),
    ];
  }, [words, sought, text, zone, isOfAll, tenancies, areas.data, alerts.data, jobs.data]);
  return { findings, busy: areas.isLoading || alerts.isFetching || text !== typed.trim() };
}
