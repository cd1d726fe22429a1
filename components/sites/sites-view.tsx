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
import { useWords } from "@/components/words/words";
import { MINUTE_MS } from "@/lib/base/core/time";
import type { MessageKey, PlainKey } from "@/lib/base/words/messages";
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

const SHOWN_WORDS = {
  all: "sites.show.all",
  attention: "sites.show.attention",
  new: "sites.show.new",
  unknown: "sites.show.unknown",
} as const satisfies Record<Shown, MessageKey>;

const GROUPING_WORDS = {
  none: "sites.group.none",
  own: "sites.group.own",
  state: "sites.group.state",
  zone: "sites.group.zone",
} as const satisfies Record<Grouping, PlainKey>;

const GroupsDialog = lazy(async () => ({ default: (await import("./groups-dialog")).GroupsDialog }));

const NONE: OwnGroups = [];

/** All sites of a person, worst first. */
export function SitesView() {
  const words = useWords();
  const { t } = words;
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
        <h1 className="flex-1 max-sm:sr-only">{t("sites.title")}</h1>
        {latest && latest.length > 1 && (
          <LinkButton
            href={filtersHref({ sites: filters.sites }, ALL_ALERTS_PATH)}
            size="sm"
            icon="bell"
            className="max-sm:mb-2 max-sm:w-full"
          >
            {t(filters.sites === null ? "alerts.titleOfAll" : "sites.ofTheseSites")}
          </LinkButton>
        )}
      </div>
      <p className="mb-3 min-h-6 text-ink-2 max-sm:text-lg max-sm:font-strong max-sm:text-ink-1">
        {latest && latest.length > 0 && headline(words, latest)}
      </p>
      <div className="mb-3.5 flex min-h-control flex-wrap items-center gap-2">
        <SearchField
          label={t("sites.find")}
          value={filters.text ?? ""}
          onChange={(event) => void change({ text: event.target.value || null })}
          className="sm:max-w-62"
        />
        <Select
          asFilter
          label={t("sites.show.label")}
          value={filters.show}
          options={SHOWN.map((id) => ({ id, label: t(SHOWN_WORDS[id], { count: counts[id] }) }))}
          onChange={(show) => void change({ show: show as Shown })}
        />
        <SiteGroupFilter own={own} value={filters.sites} onChange={(sites) => void change({ sites })} />
        <Select
          asFilter
          label={t("sites.group.label")}
          value={grouping}
          options={GROUPINGS.filter((id) => id !== "own" || own.length > 0 || id === grouping).map((id) => ({
            id,
            label: t(GROUPING_WORDS[id]),
          }))}
          onChange={(group) => void change({ group: group as Grouping })}
        />
        {latest && latest.length > 1 && (
          <Button icon="pencil" onClick={() => setEditing(true)}>
            {t(own.length > 0 ? "sites.groups.edit" : "sites.groups.make")}
          </Button>
        )}
        <span className="ml-auto flex min-h-control items-center text-sm text-ink-3">
          {list.hasMoved ? (
            <Button size="sm" icon="again" onClick={list.sort}>
              {t("sites.list.sortAgain")}
            </Button>
          ) : (
            <span ref={said}>{latest ? t("sites.list.shown", { count: narrowed.length }) : ""}</span>
          )}
        </span>
      </div>
      <Panel
        label={t("sites.title")}
        className="overflow-clip max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
      >
        {read.error && <ReadError of={read} title={t("sites.list.failed")} />}
        {!latest && !read.error && <SkeletonRows label={t("sites.list.loading")} />}
        {latest?.length === 0 && <NoSites />}
        {latest && latest.length > 0 && narrowed.length === 0 && (
          <EmptyState
            icon="search"
            title={t("alerts.empty.noMatch")}
            actions={
              <Button onClick={() => void change({ show: null, text: null, sites: null })}>
                {t("sites.list.showAll")}
              </Button>
            }
          >
            {t("sites.list.noMatch", { count: latest.length })}
          </EmptyState>
        )}
        <SiteRows groups={groupSites(words, narrowed, grouping, own)} drawn={drawn} />
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
  const { t } = useWords();
  const { user } = useSite();
  const isAdmin = user.role === "admin";
  return (
    <EmptyState
      icon="areas"
      title={t("sites.list.none")}
      actions={isAdmin && <LinkButton href="/admin/tenancies">{t("shell.notConnected.connect")}</LinkButton>}
    >
      {t(isAdmin ? "sites.list.noneForAdmin" : "sites.list.noneText")}
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
