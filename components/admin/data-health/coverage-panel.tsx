"use client";

import { type inferParserType, useQueryStates } from "nuqs";
import { parseAsStringLiteral } from "nuqs/server";
import { useState } from "react";
import { ReadError } from "@/components/live/read-error";
import { readEvery } from "@/components/live/retry";
import { useEndpoint } from "@/components/live/use-endpoint";
import { Button, LinkButton } from "@/components/ui/button";
import { Segmented } from "@/components/ui/choices";
import { indexLabel } from "@/components/ui/index-mark";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { EmptyState, SkeletonRows } from "@/components/ui/states";
import { TimeWithAge } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { INDEX_FACTS, INDICES, isIndexName } from "@/lib/base/core/indices";
import { displayPath } from "@/lib/base/core/paths";
import type { Words } from "@/lib/base/words/words";
import { type AreaStrip, type Coverage, readCoverage } from "@/lib/history/coverage/contract";
import { type Column, DataTable } from "../data-table";
import { CoverageRows } from "./coverage-rows";
import { daysIn } from "./coverage-words";

/** The choices of values; fluorescence is measured on request, and not everywhere. */
const valueOptions = ({ t }: Words, hasMeasurements: boolean) => [
  { id: "", label: t("admin.health.coverage.allIndices") },
  ...INDICES.map((index) => ({ id: index, label: INDEX_FACTS[index].label })),
  ...(hasMeasurements ? [{ id: "chf", label: t("admin.health.coverage.measurements") }] : []),
];

/** Shares of measured, interpolated and missing readings, for each area and day. */
export function CoveragePanel({ tenantId, connected }: { tenantId: string; connected: boolean }) {
  const words = useWords();
  const { t } = words;
  const coverage = useCoverage(tenantId);
  const { choice, choose, data, error } = coverage;
  const isMeasured = choice.index === "chf";
  return (
    <Panel
      title={t("admin.health.coverage.title")}
      label={t("admin.health.coverage.title")}
      count={data ? t("admin.health.coverage.areas", { count: data.total }) : undefined}
      hint={t("admin.health.coverage.hint")}
      className="overflow-clip"
      footer={(coverage.earlier || coverage.later) && <Pages coverage={coverage} />}
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-hairline px-4 py-2.5">
        <Select
          asFilter
          label={t("admin.health.coverage.values")}
          options={valueOptions(words, data?.hasMeasurements || isMeasured)}
          value={choice.index ?? ""}
          onChange={(index) => choose({ index: index === "chf" || isIndexName(index) ? index : null })}
        />
        <Segmented
          label={t("admin.health.coverage.days")}
          options={[
            { value: "30", label: t("admin.health.coverage.inDays", { days: 30 }) },
            { value: "90", label: t("admin.health.coverage.inDays", { days: 90 }) },
          ]}
          value={choice.days}
          onChange={(days) => choose({ days })}
        />
        <Segmented
          label={t("admin.health.coverage.view")}
          className="sm:ml-auto"
          options={[
            { value: "strips", label: t("admin.health.coverage.strips") },
            { value: "table", label: t("admin.health.coverage.table") },
          ]}
          value={choice.view}
          onChange={(view) => choose({ view })}
        />
      </div>
      {error && <ReadError compact of={coverage.read} title={t("admin.health.coverage.unread")} />}
      {!data && !error && <SkeletonRows rows={5} label={t("admin.health.coverage.loading")} />}
      {data?.total === 0 && (
        <NoArea
          chosen={
            isMeasured ? t("admin.health.coverage.measurements") : choice.index && indexLabel(choice.index)
          }
          showAll={() => choose({ index: null })}
          address={connected ? null : `/admin/connect/${encodeURIComponent(tenantId)}`}
        />
      )}
      {data && data.total > 0 && choice.view === "strips" && (
        <CoverageRows data={data} tenantId={tenantId} days={choice.days} index={choice.index} />
      )}
      {data && data.total > 0 && choice.view === "table" && (
        <CoverageTable data={data} isMeasured={isMeasured} />
      )}
    </Panel>
  );
}

/** The strips as a table of shares and days; measurements are never interpolated. */
function CoverageTable({ data, isMeasured }: { data: Coverage; isMeasured: boolean }) {
  const words = useWords();
  const { t, formatShare } = words;
  const { days, fetched } = data;
  const share = (head: string, member: "measuredShare" | "filledShare" | "missingShare") => ({
    head,
    isNumber: true,
    className: "text-sm whitespace-nowrap",
    cell: ({ [member]: value }: AreaStrip) =>
      value === null ? t("admin.health.coverage.unknown") : formatShare(value),
  });
  const daysOf = (head: string, label: string, kind: "none" | "part"): Column<AreaStrip> => ({
    head,
    label,
    className: "text-sm text-ink-2",
    cell: (item) => daysIn(words, kind, item, days, fetched) || t("admin.health.coverage.none"),
  });
  const columns: Column<AreaStrip>[] = [
    {
      head: t("admin.health.coverage.area"),
      className: "text-sm font-medium wrap-anywhere",
      cell: ({ path }) => displayPath(path),
    },
    {
      head: t(isMeasured ? "admin.health.coverage.lastMeasured" : "admin.health.coverage.lastReading"),
      className: "text-sm whitespace-nowrap",
      cell: ({ lastReadingAt }) =>
        lastReadingAt ? <TimeWithAge at={lastReadingAt} /> : t("admin.health.coverage.none"),
    },
    share(t("admin.health.coverage.measuredShare"), "measuredShare"),
    ...(isMeasured ? [] : [share(t("admin.health.coverage.interpolatedShare"), "filledShare")]),
    share(t("admin.health.coverage.missingShare"), "missingShare"),
    daysOf(
      t(isMeasured ? "admin.health.coverage.daysWithoutMeasurements" : "admin.health.coverage.daysWithout"),
      t("admin.health.coverage.without"),
      "none",
    ),
    daysOf(t("admin.health.coverage.daysInPart"), t("admin.health.coverage.inPart"), "part"),
  ];
  return <DataTable isDense rows={data.items} keyOf={({ path }) => path} columns={columns} />;
}

function NoArea({
  chosen,
  showAll,
  address,
}: {
  /** The chosen values; null for all. */
  chosen: string | null;
  showAll: () => void;
  /** The page that connects the service; null once it is connected. */
  address: string | null;
}) {
  const { t } = useWords();
  if (address !== null)
    return (
      <EmptyState
        icon="plus"
        title={t("admin.health.coverage.notConnected")}
        actions={<LinkButton href={address}>{t("admin.health.coverage.connect")}</LinkButton>}
      >
        {t("admin.health.coverage.connectText")}
      </EmptyState>
    );
  if (chosen !== null)
    return (
      <EmptyState
        icon="filter"
        title={t("admin.health.coverage.noneOf", { index: chosen })}
        actions={<Button onClick={showAll}>{t("admin.health.coverage.showAll")}</Button>}
      >
        {t("admin.health.coverage.noneOfText")}
      </EmptyState>
    );
  return (
    <EmptyState icon="readings" title={t("admin.health.coverage.noReadings")}>
      {t("admin.health.coverage.noReadingsText")}
    </EmptyState>
  );
}

function Pages({ coverage }: { coverage: ReturnType<typeof useCoverage> }) {
  const { t } = useWords();
  const { data, earlier, later } = coverage;
  if (!data) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="mr-auto">
        {t("admin.health.coverage.page", {
          first: data.first + 1,
          last: data.first + data.items.length,
          all: data.total,
        })}
      </span>
      <Button size="sm" disabled={!earlier} onClick={earlier ?? undefined}>
        {t("admin.health.coverage.back")}
      </Button>
      <Button size="sm" disabled={!later} onClick={later ?? undefined}>
        {t("admin.health.coverage.next")}
      </Button>
    </div>
  );
}

const PAGE = 50;

/** Readings come hourly, and only whole days count. */
const AGAIN_MS = 300_000;

type CoverageChoice = inferParserType<typeof COVERAGE_CHOICE>;

/** Position of the page's first area within the chosen index. */
type Page = { first: number; of: CoverageChoice["index"] };

const kindOf = ({ index }: CoverageChoice) =>
  index === "chf" ? { type: index } : index === null ? {} : { index };

/** One page of areas with their strips, and the choices in the page's address. */
function useCoverage(tenantId: string) {
  const [choice, setChoice] = useQueryStates(COVERAGE_CHOICE);
  const [page, setPage] = useState<Page>({ first: 0, of: null });
  // Another index has other areas, so a new choice starts at the first page, also one made for another tenancy.
  const first = page.of === choice.index ? page.first : 0;
  const setFirst = (at: number) => setPage({ first: at, of: choice.index });
  const read = useEndpoint(
    readCoverage,
    {
      query: {
        ...{ tenant: tenantId, days: choice.days, limit: String(PAGE) },
        ...kindOf(choice),
        ...(first > 0 ? { cursor: String(first) } : {}),
      },
    },
    { refetchInterval: readEvery(AGAIN_MS) },
  );
  return {
    choice,
    choose: (change: Partial<CoverageChoice>) => void setChoice(change),
    data: read.data,
    error: read.error,
    read,
    earlier: first > 0 ? () => setFirst(Math.max(0, first - PAGE)) : null,
    later: read.data?.nextCursor ? () => setFirst(first + PAGE) : null,
  };
}

/**
 * The choices in the page's address, for all its tenancies: the days; one index or the fluorescence measurements, without
 * it all indices; and the view.
 */
const COVERAGE_CHOICE = {
  index: parseAsStringLiteral([...INDICES, "chf"]),
  days: parseAsStringLiteral(["30", "90"]).withDefault("30"),
  view: parseAsStringLiteral(["strips", "table"]).withDefault("strips"),
};
