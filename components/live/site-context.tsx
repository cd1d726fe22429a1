"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Role } from "@/lib/base/core/access";
import { type AreaLimits, isOpen } from "@/lib/base/core/area-limits";

export type Site = {
  /** The tenancy that the page is about, with what of it the person may see; null before the first one is connected. */
  tenancy: { tenantId: string; name: string; timeZone: string; within: AreaLimits } | null;
  tenancies: { tenantId: string; name: string }[];
  user: { id: number; name: string; role: Role };
};

const SiteContext = createContext<Site | null>(null);

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The tenancy and the person that the page is for. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("A part of the site stands outside of SiteProvider");
  return site;
}

/** The tenant parameter of a call; undefined before a tenancy is connected. */
export function useTenant(): string | undefined {
  return useSite().tenancy?.tenantId;
}

/** Whether the person may change things, not only read them. */
export function useMayAct(): boolean {
  return useSite().user.role !== "viewer";
}

/** Whether the person may change things of an area: of one that only leads down to theirs they may not. */
export function useMayActOn(path: string): boolean {
  const mayAct = useMayAct();
  const { tenancy } = useSite();
  return mayAct && tenancy !== null && isOpen(tenancy.within, path);
}
