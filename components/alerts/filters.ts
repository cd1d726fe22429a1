import { createLoader, createSerializer, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { kindOf } from "@/components/ui/alert-words";
import { CATEGORY_FACTS } from "@/components/ui/severity";
import {
  ALERT_TYPES,
  CATEGORIES,
  type Category,
  type countTabs,
  type listAlerts,
  ORDERS,
} from "@/lib/alerting/alerts/contract";
import { nameOf } from "@/lib/base/core/paths";
import { SEVERITIES } from "@/lib/base/core/severity";

export const TABS = ["open", "acknowledged", "snoozed", "closed"] as const;
export type AlertTab = (typeof TABS)[number];

const KINDS = [...ALERT_TYPES, ...CATEGORIES] as const;
export type Kind = (typeof KINDS)[number];

/** What the address of the alerts page holds. */
export const filterParsers = {
  tab: parseAsStringLiteral(TABS).withDefault("open"),
  severity: parseAsStringLiteral(SEVERITIES),
  kind: parseAsStringLiteral(KINDS),
  area: parseAsString,
  place: parseAsStringLiteral(["unknown"]),
  job: parseAsString,
  owner: parseAsString,
  text: parseAsString,
  sort: parseAsStringLiteral(ORDERS),
  tenant: parseAsString,
};

export const loadFilters = createLoader(filterParsers);
const serialize = createSerializer(filterParsers);

export type Filters = Awaited<ReturnType<typeof loadFilters>>;

/** The address of the page with these filters. */
export function filtersHref(filters: Partial<Filters>): string {
  return serialize("/alerts", filters);
}

const isCategory = (kind: Kind): kind is Category => (CATEGORIES as readonly string[]).includes(kind);

type ListQuery = z.input<NonNullable<typeof listAlerts.query>>;
type TabsQuery = z.input<NonNullable<typeof countTabs.query>>;

/** How many a page of the list holds. */
const PAGE = 100;

/** What narrows the list, whichever tab. */
export function narrowing(filters: Filters): Omit<TabsQuery, "tenant"> {
  const { severity, kind, area, place, job, owner, text } = filters;
  return {
    ...(severity ? { severity } : {}),
    ...(kind ? (isCategory(kind) ? { category: kind } : { type: kind }) : {}),
    ...(area ? { area } : {}),
    ...(place ? { placed: "false" } : {}),
    ...(job ? { jobId: job } : {}),
    ...(owner ? { owner } : {}),
    ...(text ? { text } : {}),
  };
}

const DESK = { open: "attention", acknowledged: "acknowledged", snoozed: "snoozed" } as const;

/** The order of a tab where none is chosen: open ones worst first, closed ones newest first. */
export function orderOf({ tab, sort }: Pick<Filters, "tab" | "sort">): NonNullable<Filters["sort"]> {
  return sort ?? (tab === "closed" ? "newest" : "worst");
}

/** The call that the filters stand for. No date range ever narrows what is open. */
export function listInput(tenant: string | undefined, filters: Filters): { query: ListQuery } {
  const { tab } = filters;
  return {
    query: {
      tenant,
      ...(tab === "closed" ? { status: "closed" as const } : { status: "open" as const, desk: DESK[tab] }),
      order: orderOf(filters),
      ...narrowing(filters),
      limit: PAGE,
      evidence: "true" as const,
    },
  };
}

/** The call for the counts of the tabs with these filters. */
export function tabsInput(tenant: string | undefined, filters: Filters): { query: TabsQuery } {
  return { query: { tenant, ...narrowing(filters) } };
}

/** The filters that narrow the list, in words, each with what clears it. */
export function activeFilters(filters: Filters): { name: keyof Filters; word: string }[] {
  const { severity, kind, area, place, job, owner, text } = filters;
  return [
    area && { name: "area" as const, word: nameOf(area) },
    place && { name: "place" as const, word: PLACE_NOT_KNOWN },
    severity && { name: "severity" as const, word: severity },
    kind && { name: "kind" as const, word: kindWord(kind) },
    job && { name: "job" as const, word: `job ${job}` },
    owner && { name: "owner" as const, word: `with ${owner}` },
    text && { name: "text" as const, word: `"${text}"` },
  ].filter((one) => one !== null && one !== "");
}

export const PLACE_NOT_KNOWN = "Place not known";

/** No filter narrows the list. */
export const NO_FILTERS = {
  severity: null,
  kind: null,
  area: null,
  place: null,
  job: null,
  owner: null,
  text: null,
} as const;

/** A kind as the filter names it; a plant alert's by the word of its badge. */
export function kindWord(kind: Kind): string {
  return isCategory(kind)
    ? `Plant alert ${CATEGORY_FACTS[kind].word}`
    : kindOf({ type: kind, category: null });
}

export const KIND_OPTIONS = [
  { id: "", label: "any" },
  ...KINDS.map((kind) => ({ id: kind as string, label: kindWord(kind) })),
];

export const SEVERITY_OPTIONS = [
  { id: "", label: "any" },
  ...[...SEVERITIES].reverse().map((severity) => ({ id: severity as string, label: severity as string })),
];

const ORDER_WORDS: Record<(typeof ORDERS)[number], string> = {
  worst: "worst first",
  newest: "newest change first",
  oldest: "longest first",
};

/** The orders to choose from, the one of the tab first. */
export function sortOptions(tab: AlertTab) {
  const usual = orderOf({ tab, sort: null });
  return [usual, ...ORDERS.filter((order) => order !== usual)].map((id) => ({ id, label: ORDER_WORDS[id] }));
}
