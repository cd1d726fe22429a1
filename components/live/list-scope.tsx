"use client";
import { createContext, type ReactNode, useContext } from "react";
import { LinksTo } from "@/components/ui/link";
import { SiteClock } from "@/components/ui/time";
import { ALL_TENANCIES, type ListedAlert } from "@/lib/alerting/alerts/contract";
import { useMayAct, useSite, useTenant } from "./site-context";

const OfAllContext = createContext(false);

/** The lists of alerts below are those of all sites of the person. */
export function OfAllSites({ children }: { children: ReactNode }) {
  return <OfAllContext value>{children}</OfAllContext>;
}

/** Returns true in a list over all sites of the person. */
export const useIsOfAll = () => useContext(OfAllContext);

/** The `tenant` of a list's calls: all, or that of the page; undefined before one is connected. */
export function useListTenant(): string | undefined {
  const tenant = useTenant();
  return useIsOfAll() ? ALL_TENANCIES : tenant;
}

/** Returns whether the person may act on an alert of the list, or without one, on any. */
export function useMayActOnListed(): (alert?: Pick<ListedAlert, "tenantId">) => boolean {
  const isOfAll = useIsOfAll();
  const mayAct = useMayAct();
  const { tenancies } = useSite();
  if (!isOfAll) return () => mayAct;
  const own = tenancies.filter(({ role }) => role !== "viewer");
  return (alert) => (alert ? own.some(({ tenantId }) => tenantId === alert.tenantId) : own.length > 0);
}

/** A row of a list of all sites: its links lead to its site, its times are those of the site. Else nothing changes. */
export function RowOfSite({ site, children }: { site: ListedAlert["site"]; children: ReactNode }) {
  if (!site) return children;
  return (
    <LinksTo prefix={`/s/${site.slug}`}>
      <SiteClock zone={site.timeZone}>{children}</SiteClock>
    </LinksTo>
  );
}
