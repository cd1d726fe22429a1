/** Which sites the page shows, in which groups and order. Pure. */
import { type createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { groupBy } from "@/lib/base/core/group-by";
import type { AnswerOf } from "@/lib/base/request/endpoint";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import { SITE_STATES, type SiteState, type SiteSummary } from "@/lib/display/sites/contract";
import type { listSiteGroups } from "@/lib/farm/site-groups/contract";

export const SHOWN = ["all", "attention", "new", "unknown"] as const;
export type Shown = (typeof SHOWN)[number];
export const GROUPINGS = ["none", "own", "state", "zone"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The query parameters in the address of the page. */
export const siteParsers = {
  show: parseAsStringLiteral(SHOWN).withDefault("all"),
  text: parseAsString,
  /** Null: by the person's own groups, if there are any. */
  group: parseAsStringLiteral(GROUPINGS),
  /** The name of one of the person's groups. */
  sites: parseAsString,
};
export type SiteFilters = Awaited<ReturnType<ReturnType<typeof createLoader<typeof siteParsers>>>>;

export const STATE_WORDS = {
  attention: "sites.state.attention",
  unknown: "sites.state.unknown",
  handled: "sites.state.handled",
  doubtful: "freshness.quiet.doubtful",
  quiet: "freshness.quiet.quiet",
} as const satisfies Record<SiteState, PlainKey>;

const FITS: Record<Shown, (site: SiteSummary) => boolean> = {
  all: () => true,
  attention: ({ state }) => state === "attention",
  new: ({ new24h }) => new24h > 0,
  unknown: ({ state }) => state === "unknown" || state === "doubtful",
};

/** The number of sites under each choice of `show`. */
export function countShown(sites: readonly SiteSummary[]): Record<Shown, number> {
  return Object.fromEntries(SHOWN.map((shown) => [shown, sites.filter(FITS[shown]).length])) as Record<
    Shown,
    number
  >;
}

const ACCENTS = /\p{M}/gu;
const folded = (text: string) => text.normalize("NFD").replace(ACCENTS, "").toLowerCase();

/** The person's own groups. */
export type OwnGroups = AnswerOf<typeof listSiteGroups>["items"];

/** The sites that fit the filters; every word of the text has to be in the name, tenant id, time zone or worst place. */
export function narrowSites(
  sites: readonly SiteSummary[],
  { show, text, sites: group = null }: Pick<SiteFilters, "show" | "text"> & Partial<SiteFilters>,
  own: OwnGroups = [],
): SiteSummary[] {
  const members = own.find(({ name }) => name === group)?.tenantIds ?? [];
  const typed = folded(text ?? "")
    .split(/\s+/)
    .filter(Boolean);
  return sites.filter((site) => {
    const { name, slug, tenantId, timeZone, worst } = site;
    const content = folded([name, slug, tenantId, timeZone, ...(worst?.areas ?? [])].join(" "));
    const isInGroup = group === null || members.includes(tenantId);
    return isInGroup && FITS[show](site) && typed.every((word) => content.includes(word));
  });
}

export type SiteGroup = { title: string | null; sites: SiteSummary[] };

/** Groups sites that stand worst first: a group stands where its worst site does, those in no group of one's own last. */
export function groupSites(
  { t }: Words,
  sites: readonly SiteSummary[],
  by: Grouping,
  own: OwnGroups = [],
): SiteGroup[] {
  if (by === "none") return sites.length === 0 ? [] : [{ title: null, sites: [...sites] }];
  const names = new Map(own.flatMap(({ name, tenantIds }) => tenantIds.map((id) => [id, name])));
  const noGroup = t("sites.group.rest");
  const titleOf = ({ tenantId, state, timeZone }: SiteSummary) =>
    by === "own" ? (names.get(tenantId) ?? noGroup) : by === "state" ? t(STATE_WORDS[state]) : timeZone;
  const groups = groupBy(sites, titleOf);
  const rest = by === "own" ? groups.get(noGroup) : undefined;
  if (rest && groups.delete(noGroup)) groups.set(noGroup, rest);
  return [...groups].map(([title, members]) => ({ title, sites: members }));
}

/** The open alerts of some sites by severity, and how many of the sites need attention. */
export function sumUp(sites: readonly SiteSummary[]): { open: SiteSummary["open"]; attention: number } {
  const open = { HIGH: 0, MEDIUM: 0, LOW: 0, other: 0 };
  for (const site of sites)
    for (const level of Object.keys(open) as (keyof typeof open)[]) open[level] += site.open[level];
  return { open, attention: sites.filter(({ state }) => state === "attention").length };
}

/** Sites in the order in which they were shown before, new ones behind; so that no row moves under a hand. */
export function keepOrder(sites: readonly SiteSummary[], before: readonly string[]): SiteSummary[] {
  const places = new Map(before.map((id, place) => [id, place]));
  const placeOf = ({ tenantId }: SiteSummary) => places.get(tenantId) ?? before.length;
  return [...sites].sort((one, other) => placeOf(one) - placeOf(other));
}

/** A sentence for the head of the page. */
export function headline({ t }: Words, sites: readonly SiteSummary[]): string {
  const count = (state: SiteState) => sites.filter((site) => site.state === state).length;
  const [attention = 0, unknown = 0] = SITE_STATES.map(count);
  const all = sites.length;
  if (attention > 0) return t("sites.headline.attention", { count: attention, all, unknown });
  return unknown > 0 ? t("sites.headline.unknown", { count: unknown, all }) : t("sites.headline.none");
}
