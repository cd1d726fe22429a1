import { createLoader, createSerializer, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { kindKey } from "@/components/ui/alert-words";
import {
  ALERT_TYPES,
  CATEGORIES,
  type Category,
  type countTabs,
  listAlerts,
  ORDERS,
} from "@/lib/alerting/alerts/contract";
import { nameOf } from "@/lib/base/core/paths";
import { CATEGORY_FACTS, SEVERITIES } from "@/lib/base/core/severity";
import type { PlainKey, Say } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import { callKey } from "@/lib/web/api/client";
import { LIST_STARTS, type ListStart } from "@/lib/web/preferences/contract";

export const TABS = ["open", "acknowledged", "snoozed", "closed"] as const;
export type AlertTab = (typeof TABS)[number];

const KINDS = [...ALERT_TYPES, ...CATEGORIES] as const;
type Kind = (typeof KINDS)[number];

/** The query parameters in the address of the inbox. */
const narrowingParsers = {
  tab: parseAsStringLiteral(TABS).withDefault("open"),
  severity: parseAsStringLiteral(SEVERITIES),
  kind: parseAsStringLiteral(KINDS),
  area: parseAsString,
  place: parseAsStringLiteral(["unknown"]),
  job: parseAsString,
  owner: parseAsString,
  text: parseAsString,
  /** One of the person's own groups of sites, in the inbox of all. */
  sites: parseAsString,
  sort: parseAsStringLiteral(ORDERS),
};

/** How alerts are grouped, and if only those of the person's own areas are shown; null: as the person's lists start. */
export const startParsers = {
  group: parseAsStringLiteral(LIST_STARTS.group),
  areas: parseAsStringLiteral(LIST_STARTS.areas),
};

export const filterParsers = { ...narrowingParsers, ...startParsers };

const load = createLoader(filterParsers);
const serialize = createSerializer(filterParsers);

type InAddress = Awaited<ReturnType<typeof load>>;
export type Filters = Omit<InAddress, keyof ListStart> & ListStart;

/** The filters of an address. One that names a place or a job shows all of it, however the person's lists start. */
export function withStart<F extends Partial<InAddress>>(
  filters: F,
  start: ListStart,
): Omit<F, keyof ListStart> & ListStart {
  const { group, areas } = filters;
  return { ...filters, group: group ?? start.group, areas: areas ?? startAreas(filters, start) };
}

function startAreas({ area, place, job }: Partial<Omit<InAddress, keyof ListStart>>, start: ListStart) {
  return area || place || job ? "all" : start.areas;
}

/** The filters as an address names them, which leaves out what the person's lists start with. */
export function withoutStart(filters: Filters, start: ListStart): InAddress {
  const { group, areas } = filters;
  return {
    ...filters,
    group: group === start.group ? null : group,
    areas: areas === startAreas(filters, start) ? null : areas,
  };
}

const loadStartFilters = createLoader(startParsers);

/** The grouping and areas of a page without filters. */
export async function loadStart(
  searchParams: Parameters<typeof loadStartFilters>[0],
  start: ListStart,
): Promise<ListStart> {
  return withStart(await loadStartFilters(searchParams), start);
}

/** The filters of a page's address. */
export async function loadFilters(
  searchParams: Parameters<typeof load>[0],
  start: ListStart,
): Promise<Filters> {
  return withStart(await load(searchParams), start);
}

/** The address of an inbox with these filters. */
export function filtersHref(filters: Partial<InAddress>, path: string = ALERTS_PATH): string {
  return serialize(path, filters);
}

const ALERTS_PATH = "/alerts";
/** The inbox of all sites. */
export const ALL_ALERTS_PATH = "/sites/alerts";

const isCategory = (kind: Kind): kind is Category => (CATEGORIES as readonly string[]).includes(kind);

type ListQuery = z.input<NonNullable<typeof listAlerts.query>>;
type TabsQuery = z.input<NonNullable<typeof countTabs.query>>;

/** Alerts in a page of the list. */
const PAGE_SIZE = 100;

/** The query parameters for the filters, the same in every tab. */
export function narrowing(filters: Filters): Omit<TabsQuery, "tenant"> {
  const { severity, kind, area, place, job, owner, text, sites, areas } = filters;
  return {
    ...(sites ? { siteGroup: sites } : {}),
    ...(severity ? { severity } : {}),
    ...(kind ? (isCategory(kind) ? { category: kind } : { type: kind }) : {}),
    ...(area ? { area } : {}),
    ...(place ? { placed: "false" } : {}),
    ...(job ? { jobId: job } : {}),
    ...(owner ? { owner } : {}),
    ...(text ? { text } : {}),
    ...(areas === "mine" ? { mine: "true" } : {}),
  };
}

/** The chosen order, else the usual one of the tab: open alerts worst first, closed ones newest first. */
export function orderOf({ tab, sort }: Pick<Filters, "tab" | "sort">): NonNullable<Filters["sort"]> {
  return sort ?? (tab === "closed" ? "newest" : "worst");
}

/** Closed alerts stand one by one, as a chronicle. */
export const isGrouped = ({ tab, group }: Pick<Filters, "tab" | "group">) =>
  tab !== "closed" && group === "problem";

/** The input of the call for the list. No date range ever narrows open alerts. */
export function listInput(tenant: string | undefined, filters: Filters): { query: ListQuery } {
  const { tab } = filters;
  const desk = tab === "open" ? "attention" : tab;
  return {
    query: {
      tenant,
      ...(desk === "closed" ? { status: desk } : { status: "open", desk }),
      order: orderOf(filters),
      ...narrowing(filters),
      ...(isGrouped(filters) ? { group: "problem" } : {}),
      limit: PAGE_SIZE,
      evidence: "true",
      jobNames: "true",
    },
  };
}

/** The key of a list read page by page, apart from a single read of the same call. */
export function pagesKey(input: ReturnType<typeof listInput>) {
  return [...callKey(listAlerts, input), "pages"] as const;
}

/** The input of the call for the counts of the tabs. */
export function tabsInput(tenant: string | undefined, filters: Filters): { query: TabsQuery } {
  return { query: { tenant, ...narrowing(filters) } };
}

/** The filters that are set, in words. */
export function activeFilters(
  { t }: Words,
  filters: Filters,
): { name: keyof typeof NO_FILTERS; word: string }[] {
  const { severity, kind, area, place, job, owner, text, sites, areas } = filters;
  const words = {
    sites: sites && t("alerts.filters.groupNamed", { name: sites }),
    areas: areas === "mine" && t("alerts.filters.myAreas"),
    area: area && nameOf(area),
    place: place && t("alertFacts.unplaced"),
    severity,
    kind: kind && kindWord(t, kind),
    job: job && t("alerts.filters.jobNamed", { job }),
    owner: owner && t("alerts.filters.ownedBy", { name: owner }),
    text: text && t("alerts.filters.quoted", { text }),
  };
  return (Object.keys(words) as (keyof typeof words)[]).flatMap((name) => {
    const word = words[name];
    return word ? [{ name, word }] : [];
  });
}

export const NO_FILTERS = {
  sites: null,
  severity: null,
  kind: null,
  area: null,
  place: null,
  job: null,
  owner: null,
  text: null,
  areas: "all",
} as const;

/** A plant alert's kind is named by the word of its badge. */
function kindWord(t: Say, kind: Kind): string {
  return isCategory(kind)
    ? t("alerts.filters.plantAlert", { word: CATEGORY_FACTS[kind].word })
    : t(kindKey({ type: kind, category: null }));
}

const optionsOf = <T extends string>({ t }: Words, ids: readonly T[], label: (id: T) => string) => [
  { id: "", label: t("alerts.filters.any") },
  ...ids.map((id) => ({ id: id as string, label: label(id) })),
];

export const kindOptions = (words: Words) => optionsOf(words, KINDS, (kind) => kindWord(words.t, kind));
export const severityOptions = (words: Words) =>
  optionsOf(words, SEVERITIES.toReversed(), (severity) => severity);

const ORDER_WORDS = {
  worst: "alerts.filters.worst",
  newest: "alerts.filters.newest",
  oldest: "alerts.filters.oldest",
} as const satisfies Record<(typeof ORDERS)[number], PlainKey>;

/** The orders to choose from, the usual one of the tab first. */
export function sortOptions({ t }: Words, tab: AlertTab) {
  const usual = orderOf({ tab, sort: null });
  return [usual, ...ORDERS.filter((order) => order !== usual)].map((id) => ({
    id,
    label: t(ORDER_WORDS[id]),
  }));
}
