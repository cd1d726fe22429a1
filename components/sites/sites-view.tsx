"use client";
import { useQueryStates } from "nuqs";
import { lazy, Suspense, useState } from "react";
import { ALL_ALERTS_PATH, filtersHref } from "@/components/alerts/filters";
import { ReadError } from "@/components/live/read-error";
import { useSite } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useFirstRows } from "@/components/live/use-first-rows";
import { SiteGroupFilter } from "@/components/places/site-group-filter";
import { useCountInTitle } from "@/components/shell/count-in-title";
import { Button, LinkButton } from "@/components/ui/button";
import { SearchField } from "@/components/ui/field";
import { said } from "@/components/ui/live-region";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { EmptyState, SkeletonRows } from "@/components/ui/states";
import { MINUTE_MS } from "@/lib/base/core/time";
import { listSites, type SiteSummary } from "@/lib/display/sites/contract";
import { listSiteGroups } from "@/lib/farm/site-groups/contract";
import {
  countShown,
  GROUPINGS,
  type Grouping,
  groupSites,
  headline,
  keepOrder,
  narrowSites,
  type OwnGroups,
  SHOWN,
  type Shown,
  siteParsers,
} from "./arrange";
import { SiteRows } from "./site-rows";

const SHOWN_WORDS: Record<Shown, string> = {
  all: "all",
  attention: "need attention",
  new: "with new alerts",
  unknown: "cannot be judged",
};

const GROUPING_WORDS: Record<Grouping, string> = {
  none: "none",
  own: "my groups",
  state: "state",
  zone: "time zone",
};

const GroupsDialog = lazy(async () => ({ default: (await import("./groups-dialog")).GroupsDialog }));

const NONE: OwnGroups = [];

/** All sites of a person, worst first. */
export function SitesView() {
  // Sources age without an event.
  const read = useEndpoint(listSites, {}, { refetchInterval: MINUTE_MS });
  const latest = read.data?.items;
  const [filters, change] = useQueryStates(siteParsers, { history: "replace" });
  const own = useEndpoint(listSiteGroups).data?.items ?? NONE;
  const [isEditing, setEditing] = useState(false);
  const grouping = filters.group ?? (own.length > 0 ? "own" : "none");
  const list = useKeptOrder(latest ?? [], JSON.stringify(filters));
  const counts = countShown(list.sites);
  const narrowed = narrowSites(list.sites, filters, own);
  const drawn = new Set(useFirstRows(narrowed));
  useCountInTitle(latest?.reduce((sum, { attention }) => sum + attention, 0));
  return (
    <>
      <div className="flex items-start gap-4">
        <h1 className="flex-1 max-sm:sr-only">Sites</h1>
        {latest && latest.length > 1 && (
          <LinkButton
            href={filtersHref({ sites: filters.sites }, ALL_ALERTS_PATH)}
            size="sm"
            icon="bell"
            className="max-sm:mb-2 max-sm:w-full"
          >
            {filters.sites === null ? "Alerts of all sites" : "Alerts of these sites"}
          </LinkButton>
        )}
      </div>
      <p className="mb-3 min-h-6 text-ink-2 max-sm:text-lg max-sm:font-strong max-sm:text-ink-1">
        {latest && latest.length > 0 && headline(latest)}
      </p>
      <div className="mb-3.5 flex min-h-control flex-wrap items-center gap-2">
        <SearchField
          label="Find a site"
          value={filters.text ?? ""}
          onChange={(event) => void change({ text: event.target.value || null })}
          className="sm:max-w-62"
        />
        <Select
          asFilter
          label="Show"
          value={filters.show}
          options={SHOWN.map((id) => ({ id, label: `${SHOWN_WORDS[id]} (${counts[id]})` }))}
          onChange={(show) => void change({ show: show as Shown })}
        />
        <SiteGroupFilter own={own} value={filters.sites} onChange={(sites) => void change({ sites })} />
        <Select
          asFilter
          label="Group by"
          value={grouping}
          options={GROUPINGS.filter((id) => id !== "own" || own.length > 0 || id === grouping).map((id) => ({
            id,
            label: GROUPING_WORDS[id],
          }))}
          onChange={(group) => void change({ group: group as Grouping })}
        />
        {latest && latest.length > 1 && (
          <Button icon="pencil" onClick={() => setEditing(true)}>
            {own.length > 0 ? "My groups" : "Group sites"}
          </Button>
        )}
        <span className="ml-auto flex min-h-control items-center text-sm text-ink-3">
          {list.hasMoved ? (
            <Button size="sm" icon="again" onClick={list.sort}>
              Sort worst first again
            </Button>
          ) : (
            <span ref={said}>{latest ? `${narrowed.length} shown, worst first` : ""}</span>
          )}
        </span>
      </div>
      <Panel label="Sites" className="overflow-clip max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        {read.error && <ReadError of={read} title="The sites could not be read" />}
        {!latest && !read.error && <SkeletonRows label="Reading the sites" />}
        {latest?.length === 0 && <NoSites />}
        {latest && latest.length > 0 && narrowed.length === 0 && (
          <EmptyState
            icon="search"
            title="No match for these filters"
            actions={
              <Button onClick={() => void change({ show: null, text: null, sites: null })}>
                Show all sites
              </Button>
            }
          >
            None of the {latest.length} sites matches.
          </EmptyState>
        )}
        <SiteRows groups={groupSites(narrowed, grouping, own)} drawn={drawn} />
      </Panel>
      {isEditing && (
        <Suspense fallback={null}>
          <GroupsDialog sites={latest ?? []} own={own} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

function NoSites() {
  const { user } = useSite();
  const isAdmin = user.role === "admin";
  return (
    <EmptyState
      icon="areas"
      title="No site to show"
      actions={isAdmin && <LinkButton href="/admin/tenancies">Connect a tenancy</LinkButton>}
    >
      {isAdmin
        ? "A site appears here once its tenancy is connected."
        : "You have access to no site yet. Ask an admin to connect one, or to give you access."}
    </EmptyState>
  );
}

/** The sites in the order in which they were first shown, until they are sorted again: values change, rows do not move. */
function useKeptOrder(latest: readonly SiteSummary[], scope: string) {
  const present = latest.map(({ tenantId }) => tenantId);
  const [kept, setKept] = useState({ scope, order: present });
  const isNew = kept.scope !== scope || (kept.order.length === 0 && present.length > 0);
  if (isNew) setKept({ scope, order: present });
  const sites = keepOrder(latest, isNew ? present : kept.order);
  const hasMoved = sites.some(({ tenantId }, place) => tenantId !== present[place]);
  return { sites, hasMoved, sort: () => setKept({ scope, order: present }) };
}
