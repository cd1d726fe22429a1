import type { IconName } from "@/components/ui/icon";

export type Place = { href: string; label: string; icon: IconName };

/** The pages in the bars of all screens, in order. */
export const PLACES: Place[] = [
  { href: "/", label: "Now", icon: "now" },
  { href: "/alerts", label: "Alerts", icon: "bell" },
  { href: "/areas", label: "Areas", icon: "areas" },
  { href: "/compare", label: "Compare", icon: "compare" },
];

/** All sites on one page, for people who see several. */
export const SITES_PLACE: Place = { href: "/sites", label: "Sites", icon: "table" };

export const QUERIES_PLACE: Place = { href: "/queries", label: "Queries", icon: "queries" };
export const HANDOVER_PLACE: Place = { href: "/handover", label: "Handover", icon: "note" };
export const ADMIN_PLACE: Place = { href: "/admin", label: "Admin", icon: "sliders" };

/** The user's own pages. */
export const OWN_PLACES: Place[] = [
  { href: "/account", label: "Account", icon: "user" },
  { href: "/account/notices", label: "Notices", icon: "bell" },
];

/** The pages in a phone's More sheet, in order. */
export const MORE_PLACES: Place[] = [SITES_PLACE, QUERIES_PLACE, HANDOVER_PLACE, ...OWN_PLACES, ADMIN_PLACE];

/** Returns true if a path is within a place; "/" contains only itself. */
export function isAt(place: Place, pathname: string): boolean {
  return pathname === place.href || (place.href !== "/" && pathname.startsWith(`${place.href}/`));
}

/** The title of a phone's title bar, for pages that do not set one themselves. */
export function phoneTitleOf(pathname: string, siteName: string): { title: string; back?: string } {
  if (pathname === "/") return { title: siteName };
  if (/^\/alerts\/./.test(pathname)) return { title: "Alert", back: "/alerts" };
  if (pathname === "/sites/alerts") return { title: "All alerts", back: "/sites" };
  if (/^\/queries\/./.test(pathname)) return { title: "Query", back: "/queries" };
  const place = [...PLACES, ...MORE_PLACES].findLast((candidate) => isAt(candidate, pathname));
  return { title: place?.label ?? siteName };
}
