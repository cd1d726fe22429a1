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
import { INDEX_FACTS, INDICES, isIndexName } from "@/lib/base/core/indices";
import { formatCount, formatShare } from "@/lib/base/core/numbers";
import { displayPath } from "@/lib/base/core/paths";
import { type AreaStrip, type Coverage, readCoverage } from "@/lib/history/coverage/contract";
import { type Column, DataTable } from "../data-table";
import { CoverageRows } from "./coverage-rows";
import { daysIn } from "./coverage-words";

const MEASUREMENTS = { id: "chf", label: "ChF measurements" };

const INDEX_OPTIONS = [
  { id: "", label: "all indices" },
  ...INDICES.map((index) => ({ id: index, label: INDEX_FACTS[index].label })),
];

/** Shares of measured, interpolated and missing readings, for each area and day. */
export function CoveragePanel({ tenantId, connected }: { tenantId: string; connected: boolean }) {
  const coverage = useCoverage(tenantId);
  const { choice, choose, data, error } = coverage;
  const isMeasured = choice.index === "chf";
  return (
    <Panel
      title="Coverage"
      label="Coverage"
      count={data ? `${formatCount(data.total)} ${data.total === 1 ? "area" : "areas"}` : undefined}
      hint="whole days of the site, against what usually comes"
      className="overflow-clip"
      footer={(coverage.earlier || coverage.later) && <Pages coverage={coverage} />}
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-hairline px-4 py-2.5">
        <Select
          asFilter
          label="Values"
          options={data?.hasMeasurements || isMeasured ? [...INDEX_OPTIONS, MEASUREMENTS] : INDEX_OPTIONS}
          value={choice.index ?? ""}
          onChange={(index) => choose({ index: index === "chf" || isIndexName(index) ? index : null })}
        />
        <Segmented
          label="Days"
          options={[
            { value: "30", label: "30 d" },
            { value: "90", label: "90 d" },
          ]}
          value={choice.days}
          onChange={(days) => choose({ days })}
        />
        <Segmented
          label="Shown as"
          className="sm:ml-auto"
          options={[
            { value: "strips", label: "Strips" },
            { value: "table", label: "Table" },
          ]}
          value={choice.view}
          onChange={(view) => choose({ view })}
        />
      </div>
      {error && <ReadError compact of={coverage.read} title="The coverage could not be read" />}
      {!data && !error && <SkeletonRows rows={5} label="Reading the coverage" />}
      {data?.total === 0 && (
        <NoArea
          chosen={isMeasured ? MEASUREMENTS.label : choice.index && indexLabel(choice.index)}
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
  const { days, fetched } = data;
  const share = (head: string, member: "measuredShare" | "filledShare" | "missingShare") => ({
    head,
    isNumber: true,
    className: "text-sm whitespace-nowrap",
    cell: ({ [member]: value }: AreaStrip) => (value === null ? "not known" : formatShare(value)),
  });
  const daysOf = (head: string, label: string, kind: "none" | "part"): Column<AreaStrip> => ({
    head,
    label,
    className: "text-sm text-ink-2",
    cell: (item) => daysIn(kind, item, days, fetched) || "none",
  });
  const columns: Column<AreaStrip>[] = [
    {
      head: "Area",
      className: "text-sm font-medium wrap-anywhere",
      cell: ({ path }) => displayPath(path),
    },
    {
      head: isMeasured ? "Last measured" : "Last reading",
      className: "text-sm whitespace-nowrap",
      cell: ({ lastReadingAt }) => (lastReadingAt ? <TimeWithAge at={lastReadingAt} /> : "none"),
    },
    share("Measured", "measuredShare"),
    ...(isMeasured ? [] : [share("Interpolated", "filledShare")]),
    share("Missing", "missingShare"),
    daysOf(isMeasured ? "Days without any" : "Days without readings", "Without", "none"),
    daysOf("Days in part", "In part", "part"),
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
  if (address !== null)
    return (
      <EmptyState
        icon="plus"
        title="Not connected yet"
        actions={<LinkButton href={address}>Go on connecting</LinkButton>}
      >
        History is fetched once the service’s address, a client and its secret are entered.
      </EmptyState>
    );
  if (chosen !== null)
    return (
      <EmptyState
        icon="filter"
        title={`No area has values of ${chosen}`}
        actions={<Button onClick={showAll}>Show all indices</Button>}
      >
        They come where the licence holds them and their history is fetched.
      </EmptyState>
    );
  return (
    <EmptyState icon="readings" title="No area has readings yet">
      They come with the first hours that are fetched: “Fetch now” asks for them at once.
    </EmptyState>
  );
}

function Pages({ coverage }: { coverage: ReturnType<typeof useCoverage> }) {
  const { data, earlier, later } = coverage;
  if (!data) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="mr-auto">
        Areas {formatCount(data.first + 1)} to {formatCount(data.first + data.items.length)} of{" "}
        {formatCount(data.total)}, in the order of the tree
      </span>
      <Button size="sm" disabled={!earlier} onClick={earlier ?? undefined}>
        Back
      </Button>
      <Button size="sm" disabled={!later} onClick={later ?? undefined}>
        Next
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
