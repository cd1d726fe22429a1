import type { IconName } from "@/components/ui/icon";
import { isSitePath } from "@/lib/base/request/site-path";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";

export type Place = { href: string; label: PlainKey; icon: IconName };

/** The pages in the bars of all screens, in order. */
export const PLACES: Place[] = [
  { href: "/", label: "shell.places.now", icon: "now" },
  { href: "/alerts", label: "shell.places.alerts", icon: "bell" },
  { href: "/areas", label: "shell.places.areas", icon: "areas" },
  { href: "/compare", label: "shell.places.compare", icon: "compare" },
];

/** All sites on one page, for people who see several. */
export const SITES_PLACE: Place = { href: "/sites", label: "shell.places.sites", icon: "table" };

/** The pages of all sites. Beside them stand none of one site: they would not say which one they are of. */
export const PLACES_OF_ALL: Place[] = [
  SITES_PLACE,
  { href: "/sites/alerts", label: "shell.places.alerts", icon: "bell" },
];

export const QUERIES_PLACE: Place = { href: "/queries", label: "shell.places.queries", icon: "queries" };
export const HANDOVER_PLACE: Place = { href: "/handover", label: "shell.places.handover", icon: "note" };
export const ADMIN_PLACE: Place = { href: "/admin", label: "shell.places.admin", icon: "sliders" };

/** The user's own pages. */
export const OWN_PLACES: Place[] = [
  { href: "/account", label: "shell.places.account", icon: "user" },
  { href: "/account/notices", label: "shell.places.notices", icon: "bell" },
];

/** The pages in a phone's More sheet, in order. */
export const MORE_PLACES: Place[] = [SITES_PLACE, QUERIES_PLACE, HANDOVER_PLACE, ...OWN_PLACES, ADMIN_PLACE];

/** Returns true if a path is within a place; "/" contains only itself. */
export function isAt(place: Place, pathname: string): boolean {
  return pathname === place.href || (place.href !== "/" && pathname.startsWith(`${place.href}/`));
}

/** The place that a path is within: of two, the inner one. */
export function placeAt(places: readonly Place[], pathname: string): Place | undefined {
  return places.findLast((place) => isAt(place, pathname));
}

/** True on an admin's page about another tenancy than the one shown, or about one that is not made yet. */
export function isAboutOther(pathname: string, tenantId: string): boolean {
  const [, section, id] = /^\/admin\/(connect|tenancies)(?:\/([^/]+))?/.exec(pathname) ?? [];
  if (section === undefined) return false;
  return id === undefined ? section === "connect" : id !== encodeURIComponent(tenantId);
}

/** The small line above a phone's title: on a page of one of several sites that site, before what the page puts there. */
export function phoneParent(pathname: string, siteName: string | null, parent?: string): string | undefined {
  if (siteName === null || pathname === "/" || !isSitePath(pathname)) return parent;
  return parent === undefined ? siteName : `${siteName} · ${parent}`;
}

/** The title of a phone's title bar, for pages that do not set one themselves. */
export function phoneTitleOf(
  { t }: Words,
  pathname: string,
  siteName: string,
): { title: string; back?: string } {
  if (pathname === "/") return { title: siteName };
  if (/^\/alerts\/./.test(pathname)) return { title: t("shell.titles.alert"), back: "/alerts" };
  if (pathname === "/sites/alerts") return { title: t("shell.titles.allAlerts"), back: "/sites" };
  if (/^\/queries\/./.test(pathname)) return { title: t("shell.titles.query"), back: "/queries" };
  const place = placeAt([...PLACES, ...MORE_PLACES], pathname);
  return { title: place ? t(place.label) : siteName };
}
