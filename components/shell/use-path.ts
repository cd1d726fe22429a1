"use client";
import { usePathname } from "next/navigation";
import { useSite } from "@/components/live/site-context";
import { splitSitePath } from "@/lib/base/request/site-path";
import { isAt, SITES_PLACE } from "./navigation";

/**
 * The path of the page without the tenancy in it: the server and the browser see it with and without. Its type includes null
 * because of the pages router, which has no pages here.
 */
export function usePath(): string {
  const path = usePathname() ?? "/";
  return splitSitePath(path)?.path ?? path;
}

/** True on the pages that show all sites. */
export function useIsOnAllSites(): boolean {
  return isAt(SITES_PLACE, usePath());
}

/** True where the menu is that of all sites: on their pages, for people who see several. */
export function useIsMenuOfAll(): boolean {
  const isOnAllSites = useIsOnAllSites();
  return useSite().tenancies.length > 1 && isOnAllSites;
}
