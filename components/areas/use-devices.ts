"use client";
import type { z } from "zod";
import { useEndpoint } from "@/components/live/use-endpoint";
import { listDevices } from "@/lib/farm/measurements/contract";

type Device = z.output<NonNullable<typeof listDevices.answer>>["items"][number];
const NONE: readonly Device[] = [];
const STAY_MS = 600_000;

/** The sensors that measured fluorescence; none for a tenancy without it. */
export function useDevices(tenant: string): readonly Device[] {
  const { data } = useEndpoint(listDevices, { query: { tenant } }, { staleTime: STAY_MS });
  return data?.items ?? NONE;
}
