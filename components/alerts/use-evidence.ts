"use client";
import { useMemo } from "react";
import type { z } from "zod";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useTenant } from "@/components/shell/site-context";
import { alertEvidence } from "@/lib/alerts/contract";
import { evidenceInput } from "./inputs";

export type Evidence = z.output<NonNullable<typeof alertEvidence.answer>>["items"][number];

/** The index behind each alert of a list, by alert id; those without readings are missing. */
export function useEvidence(alertIds: string[]): Map<string, Evidence> {
  const tenant = useTenant();
  const { data } = useEndpoint(alertEvidence, evidenceInput(tenant, alertIds), {
    enabled: tenant !== undefined && alertIds.length > 0,
  });
  return useMemo(() => new Map(data?.items.map((item) => [item.alertId, item])), [data]);
}
