"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useIsOfAll } from "@/components/live/list-scope";
import { useSite } from "@/components/live/site-context";
import { useEndpoint, useTenantEndpoint } from "@/components/live/use-endpoint";
import { SiteGroupFilter } from "@/components/places/site-group-filter";
import { PhoneActions } from "@/components/shell/phone-header";
import { useTenancyChoice } from "@/components/shell/tenancy-switch";
import { Button, IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SearchField } from "@/components/ui/field";
import { said } from "@/components/ui/live-region";
import { Chip } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useWords } from "@/components/words/words";
import { ALL_TENANCIES } from "@/lib/alerting/alerts/contract";
import { displayPath } from "@/lib/base/core/paths";
import { type AreaOverview, areasOverview } from "@/lib/farm/areas/contract";
import { listSiteGroups } from "@/lib/farm/site-groups/contract";
import {
  ALL_ALERTS_PATH,
  activeFilters,
  type Filters,
  filtersHref,
  kindOptions,
  NO_FILTERS,
  orderOf,
  severityOptions,
  sortOptions,
  withoutStart,
} from "./filters";
import { useOwners } from "./handling/act-buttons";
import { rememberStart, useListStart } from "./list-start";
import { useFilters } from "./use-filters";

const MAX_AREAS = 200;

/** The filters of the inbox; on a phone in a drawer. */
export function FilterBar({ status }: { status: string }) {
  const words = useWords();
  const { t } = words;
  const [filters, change] = useFilters();
  const [open, setOpen] = useState(false);
  const active = activeFilters(words, filters).length;
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-center gap-2 max-sm:hidden">
        <Parts />
        {filters.tab !== "closed" && (
          <span className="text-sm text-ink-3 max-2xl:hidden">{t("alerts.filters.anyDate")}</span>
        )}
        <span ref={said} className="ml-auto text-sm text-ink-3">
          {status}
        </span>
      </div>
      <PhoneActions>
        <IconButton
          icon="filter"
          label={t("alerts.filters.label", { count: active })}
          className={active > 0 ? "text-accent" : undefined}
          onClick={() => setOpen(true)}
        />
      </PhoneActions>
      <Dialog
        title={t("alerts.filters.title")}
        side="bottom"
        isOpen={open}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button disabled={active === 0} onClick={() => change(NO_FILTERS)}>
              {t("alerts.filters.clear")}
            </Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              {t("alerts.filters.show")}
            </Button>
          </>
        }
      >
        <div className="grid gap-3 [&_button]:w-full">
          <Parts />
        </div>
      </Dialog>
    </>
  );
}

function Parts() {
  const words = useWords();
  const { t } = words;
  const [filters, change] = useFilters();
  return (
    <>
      <SearchField
        label={t("alerts.filters.text")}
        value={filters.text ?? ""}
        onChange={(event) => change({ text: event.target.value || null })}
        className="sm:max-w-62"
      />
      <Select
        asFilter
        label={t("alerts.columns.severity")}
        options={severityOptions(words)}
        value={filters.severity ?? ""}
        onChange={(id) => change({ severity: (id || null) as Filters["severity"] })}
      />
      <Select
        asFilter
        label={t("alerts.filters.kind")}
        options={kindOptions(words)}
        value={filters.kind ?? ""}
        onChange={(id) => change({ kind: (id || null) as Filters["kind"] })}
      />
      <AreaFilter />
      <OwnerFilter />
      <TenancyFilter />
      <OwnSites />
      {filters.job && (
        <Chip icon="leaf" removeLabel={t("alerts.filters.anyJob")} onRemove={() => change({ job: null })}>
          {t("alerts.filters.job", { job: filters.job })}
        </Chip>
      )}
      {filters.tab !== "closed" && (
        <Select
          asFilter
          label={t("alerts.filters.group")}
          options={[
            { id: "problem", label: t("alerts.filters.byProblem") },
            { id: "none", label: t("alerts.filters.ungrouped") },
          ]}
          value={filters.group}
          onChange={(id) => {
            const start = { group: id === "none" ? "none" : "problem" } as const;
            rememberStart(start);
            void change(start);
          }}
        />
      )}
      <Select
        asFilter
        label={t("alerts.filters.sort")}
        options={sortOptions(words, filters.tab)}
        value={orderOf(filters)}
        onChange={(id) => change({ sort: id as Filters["sort"] })}
      />
    </>
  );
}

function OwnerFilter() {
  const { t } = useWords();
  const [{ owner: chosen }, change] = useFilters();
  const names = useOwners().map(({ name }) => name);
  const all = chosen === null || names.includes(chosen) ? names : [chosen, ...names];
  return (
    <Select
      asFilter
      label={t("alerts.filters.owner")}
      options={[
        { id: "", label: t("alerts.filters.anybody") },
        ...all.map((name) => ({ id: name, label: name })),
      ]}
      value={chosen ?? ""}
      onChange={(id) => change({ owner: id || null })}
    />
  );
}

/** With several tenancies: the list shows one, or all. The other's page keeps the filters that it can know. */
function TenancyFilter() {
  const { t } = useWords();
  const [filters] = useFilters();
  const start = useListStart();
  const { tenancy, tenancies } = useSite();
  const choose = useTenancyChoice();
  const router = useRouter();
  const isOfAll = useIsOfAll();
  if (!tenancy || tenancies.length < 2) return null;
  return (
    <Select
      asFilter
      label={t("alerts.filters.tenancy")}
      options={[
        { id: ALL_TENANCIES, label: t("alerts.list.allSites") },
        ...tenancies.map(({ tenantId, name }) => ({ id: tenantId, label: name })),
      ]}
      value={isOfAll ? ALL_TENANCIES : tenancy.tenantId}
      onChange={(id) => {
        const kept = { ...withoutStart(filters, start), area: null, job: null, sites: null };
        if (id === ALL_TENANCIES) router.push(filtersHref(kept, ALL_ALERTS_PATH));
        else choose(id, filtersHref(kept));
      }}
    />
  );
}

/** In the inbox of all sites, for people who have grouped them. */
function OwnSites() {
  const [{ sites }, change] = useFilters();
  const isOfAll = useIsOfAll();
  const own = useEndpoint(listSiteGroups, {}, { enabled: isOfAll }).data?.items ?? [];
  if (!isOfAll) return null;
  return <SiteGroupFilter own={own} value={sites} onChange={(name) => change({ sites: name })} />;
}

/** The first two levels and every area with an open alert; others are reached from their own page or the search. */
function offeredPaths(areas: AreaOverview[], chosen: string | null): string[] {
  const fitting = areas.filter((area) => area.depth <= 1 || area.openAlerts > 0 || area.path === chosen);
  const paths = fitting.map((area) => area.path).slice(0, MAX_AREAS);
  return chosen === null || paths.includes(chosen) ? paths : [chosen, ...paths];
}

/** Stand for alerts without a place and for the person's own areas; no area has such a path. */
const NOWHERE = "#";
const MINE = "##";

function AreaFilter() {
  const { t } = useWords();
  const [{ area: chosen, place, areas }, change] = useFilters();
  // Areas of all sites would be too many to choose from; the text finds them.
  const isOfAll = useIsOfAll();
  const { data } = useTenantEndpoint(areasOverview, {}, { enabled: !isOfAll });
  const options = offeredPaths(isOfAll ? [] : (data?.items ?? []), chosen).map((path) => ({
    id: path,
    label: displayPath(path),
  }));
  return (
    <Select
      asFilter
      label={t("alerts.filters.area")}
      className="sm:max-w-80"
      options={[
        { id: "", label: t("alerts.filters.any") },
        { id: MINE, label: t("alerts.filters.myAreas") },
        ...options,
        { id: NOWHERE, label: t("alertFacts.unplaced") },
      ]}
      value={areas === "mine" ? MINE : place ? NOWHERE : (chosen ?? "")}
      onChange={(id) => {
        if (id === NOWHERE) return void change({ area: null, place: "unknown", areas: null });
        if (id !== "" && id !== MINE) return void change({ area: id, place: null, areas: null });
        const start = { areas: id === MINE ? "mine" : "all" } as const;
        rememberStart(start);
        void change({ area: null, place: null, ...start });
      }}
    />
  );
}
