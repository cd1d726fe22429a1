/** Addresses of the pages of a tenancy (docs/spec/http-contract.md "Addresses of pages"). Pure. */

/** The request header in which the proxy passes the slug of an address to pages. */
export const SLUG_HEADER = "x-tenancy-slug";

/** Pages of the installation or of the person, which show no plants of one tenancy. */
const SHARED = new Set(
  "_next account admin api invitation new-password s set-up sign-in signed-in sites wall".split(" "),
);

const SITE_PATH = /^\/s\/([^/?#]+)(?:\/|(?=[?#]|$))/;

/** Splits an address with a slug, such as `/s/westland/alerts?tab=closed`; null if it has none. */
export function splitSitePath(address: string): { slug: string; path: string } | null {
  const [start, slug] = SITE_PATH.exec(address) ?? [];
  return start && slug ? { slug, path: `/${address.slice(start.length)}` } : null;
}

/** Returns true if an address without a slug shows plants of one tenancy; files, whose names have a dot, do not. */
export function isSitePath(address: string): boolean {
  const [, first = ""] = /^\/([^/?#]*)/.exec(address) ?? [];
  return address.startsWith("/") && !SHARED.has(first) && !first.includes(".");
}

/** Adds a prefix such as `/s/westland` to the address of a site's page; other addresses stay. */
export function withPrefix(prefix: string, address: string): string {
  if (prefix === "" || !isSitePath(address)) return address;
  return address === "/" ? prefix : `${prefix}${address.startsWith("/?") ? address.slice(1) : address}`;
}

/** The beginning of the addresses of a tenancy: empty where it is the only one. */
export const sitePrefix = (slug: string, isOnlySite: boolean) => (isOnlySite ? "" : `/s/${slug}`);
