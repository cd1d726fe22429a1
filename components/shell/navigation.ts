import type { IconName } from "@/components/ui/icon";

export type Place = { href: string; label: string; icon: IconName };

/** The pages in the order of the bars: these have a place in a phone's, too. */
export const PLACES: Place[] = [
  { href: "/", label: "Now", icon: "now" },
  { href: "/alerts", label: "Alerts", icon: "bell" },
  { href: "/areas", label: "Areas", icon: "areas" },
  { href: "/compare", label: "Compare", icon: "compare" },
];

/** In the bar of wider screens; on a phone under More. */
export const QUERIES_PLACE: Place = { href: "/queries", label: "Queries", icon: "queries" };

/** For the change of shifts; in the bar where there is room. */
export const HANDOVER_PLACE: Place = { href: "/handover", label: "Handover", icon: "note" };

export const ADMIN_PLACE: Place = { href: "/admin", label: "Admin", icon: "sliders" };

/** A user's own pages, in the menu of the user; on a phone under More. */
const ACCOUNT_PLACE: Place = { href: "/account", label: "Account", icon: "user" };

/** What a phone has under More. */
export const MORE_PLACES: Place[] = [QUERIES_PLACE, HANDOVER_PLACE, ADMIN_PLACE, ACCOUNT_PLACE];

/** Whether a path lies in a place. Now is its own page alone. */
export function isAt(place: Place, pathname: string): boolean {
  return place.href === "/"
    ? pathname === "/"
    : pathname === place.href || pathname.startsWith(`${place.href}/`);
}

/** What the title bar of a phone says where the page does not say it itself. */
export function phoneTitleOf(pathname: string, siteName: string): { title: string; back?: string } {
  if (pathname === "/") return { title: siteName };
  if (/^\/alerts\/./.test(pathname)) return { title: "Alert", back: "/alerts" };
  if (/^\/queries\/./.test(pathname)) return { title: "Query", back: "/queries" };
  if (pathname === "/account/notices") return { title: "Notices" };
  const place = [...PLACES, ...MORE_PLACES].find((candidate) => isAt(candidate, pathname));
  return { title: place?.label ?? siteName };
}
