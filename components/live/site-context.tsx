"use client";
import { createContext, type ReactNode, useContext } from "react";
import { LinksOfFrame } from "@/components/ui/link";
import type { Role } from "@/lib/base/core/access";
import { type AreaLimits, isOpen } from "@/lib/base/core/area-limits";
import { sitePrefix } from "@/lib/base/request/site-path";

export type Site = {
  /** The tenancy of the page, with the areas that the person may see; null before the first is connected. */
  tenancy: {
    tenantId: string;
    name: string;
    slug: string;
    timeZone: string;
    shiftTimes: readonly string[];
    within: AreaLimits;
    /** The person's role in it. */
    role: Role;
  } | null;
  /** Of two with the same name, the names carry the slugs. */
  tenancies: { tenantId: string; name: string; slug: string; role: Role }[];
  /** `role` is the highest of their roles. */
  user: { id: number; name: string; role: Role };
};

const SiteContext = createContext<Site | null>(null);

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  const prefix = site.tenancy ? sitePrefix(site.tenancy.slug, site.tenancies.length < 2) : "";
  return (
    <SiteContext value={site}>
      <LinksOfFrame prefix={prefix}>{children}</LinksOfFrame>
    </SiteContext>
  );
}

/** The tenancy and the person of the page. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("No SiteProvider");
  return site;
}

/** The `tenant` parameter of calls; undefined before a tenancy is connected. */
export function useTenant(): string | undefined {
  return useSite().tenancy?.tenantId;
}

/** Returns true if the person may change things of the page's tenancy. */
export function useMayAct(): boolean {
  return useRole() !== "viewer";
}

/** The person's role in the page's tenancy. */
export function useRole(): Role {
  const { tenancy, user } = useSite();
  return tenancy?.role ?? user.role;
}

/** Returns true if the person may change things of an area; not of one that only leads down to theirs. */
export function useMayActOn(path: string): boolean {
  const mayAct = useMayAct();
  const { tenancy } = useSite();
  return mayAct && tenancy !== null && isOpen(tenancy.within, path);
}
