"use client";
import { parseAsArrayOf, parseAsStringLiteral, useQueryState } from "nuqs";
import { type ReactNode, useMemo, useState } from "react";
import { CHART_ORDER } from "@/components/charts/chart-defaults";
import { ChartLegend, shownWhere } from "@/components/charts/chart-legend";
import { ColumnMenu, ColumnNote, ColumnSelect } from "@/components/charts/column-choice";
import { chooseColumns, columnSeries } from "@/components/charts/fluorescence-columns";
import { IndexChart, type IndexChartProps } from "@/components/charts/index-chart";
import { nightsOf } from "@/components/charts/nights";
import { ChartFrame, type TimeWindow } from "@/components/charts/plot/chart-frame";
import { ownSampling } from "@/components/charts/sampling-gaps";
import { type FailedRead, ReadError } from "@/components/live/read-error";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint, useSeries } from "@/components/live/use-endpoint";
import { type Areas, countWithin, useAreas } from "@/components/places/area-field";
import { useZoom } from "@/components/places/use-zoom";
import { Button } from "@/components/ui/button";
import { indexLabel } from "@/components/ui/index-mark";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/states";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { displayPath, withAncestors } from "@/lib/base/core/paths";
import { HOUR_MS, utcInstant } from "@/lib/base/core/time";
import { readMeasurementSeries } from "@/lib/farm/measurements/contract";
import { CHART_POINTS, type Series } from "@/lib/farm/series/contract";
import { type Query, queryAreas } from "@/lib/history/queries/contract";
import { chosenColumns } from "@/lib/history/queries/row-cells";
import { CHF_VALUE_COLUMNS, type ChfValueColumn } from "@/lib/service/contract";
import { UnrecordedLightNote } from "./result-rows";

const ALL = "";
/** Per line of a chart; enough for three weeks of hours. */
const MAX_POINTS = "500";
const MAX_AREAS = 200;

/** The values of one area of a query over the query's period, one chart per index or column. */
export function ResultChart({ query }: { query: Query }) {
  return query.type === "indices" ? <IndexCharts query={query} /> : <MeasurementCharts query={query} />;
}

function IndexCharts({ query }: { query: Query }) {
  const { t } = useWords();
  const view = useResultView(query);
  const tenant = useTenant();
  const { indexNames, jobId, includeFilled } = query.filters;
  const [index, setIndex] = useState(ALL);
  const { area } = view;
  const { series, error, read } = useSeries(
    {
      tenant,
      area: area ?? "",
      index: CHART_ORDER.filter((name) => indexNames?.includes(name) ?? true),
      jobId,
      ...view.period,
      maxPoints: String(CHART_POINTS),
      includeFilled: includeFilled === false ? "false" : undefined,
    },
    { enabled: area !== undefined },
  );
  if (area === undefined || (!series && !error))
    return <SkeletonRows rows={4} label={t("queries.chart.loading")} />;
  const present = series?.filter((one) => one.points.length > 0) ?? [];
  const shown = present.filter((one) => index === ALL || one.index === index);
  const options = present.map((one) => ({ id: one.index, label: indexLabel(one.index) }));
  const any = { id: ALL, label: t("queries.chart.any") };
  const select = { asFilter: true, label: t("queries.chart.index"), onChange: setIndex };
  // A phone shows only the first.
  const nominal = shownWhere({ phone: isBalance(shown[0]), wide: shown.some(isBalance) });
  const isPooled = countWithin(view.areas, [area]) > 1;
  return (
    <ResultFrame
      view={view}
      choices={
        <>
          <Select {...select} className="sm:hidden" value={shown[0]?.index ?? ALL} options={options} />
          <Select {...select} className="max-sm:hidden" value={index} options={[any, ...options]} />
        </>
      }
      above={
        <>
          {!view.table && <ChartLegend pooled={isPooled} pending={false} nominal={nominal} />}
          {series && shown.length === 0 && (
            <p className="py-8 text-center text-sm text-ink-3">
              {t("queries.chart.none", { area: displayPath(area), part: view.isPart ? "yes" : "other" })}
            </p>
          )}
        </>
      }
      answer={read}
      series={shown}
      chart={{ pooled: isPooled ? "readings" : undefined }}
    />
  );
}

const isBalance = (one: Series | undefined) => one?.index === "PEI";

function MeasurementCharts({ query }: { query: Query }) {
  const { t } = useWords();
  const view = useResultView(query);
  const tenant = useTenant();
  const { selectColumns } = query;
  const columns = useMemo(() => chosenColumns(CHF_VALUE_COLUMNS, selectColumns), [selectColumns]);
  const [inAddress, choose] = useQueryState(
    "columns",
    parseAsArrayOf(parseAsStringLiteral(CHF_VALUE_COLUMNS)),
  );
  const chosen = chooseColumns(columns, inAddress);
  const onChange = (next: ChfValueColumn[]) => void choose(next);
  const { area, period, nights } = view;
  const { jobId, devices: device, isDaytime } = query.filters;
  const light = isDaytime === undefined ? undefined : (`${isDaytime}` as const);
  const filters = { device, jobId, isDaytime: light, ...period };
  const read = useEndpoint(
    readMeasurementSeries,
    { query: { tenant, area, column: chosen, ...filters, maxPoints: MAX_POINTS } },
    { enabled: area !== undefined && chosen.length > 0 },
  );
  const { data, error } = read;
  const series = useMemo(() => data?.series.map((one) => columnSeries(one, area ?? "")) ?? [], [data, area]);
  if (area === undefined || (!data && !error))
    return <SkeletonRows rows={4} label={t("queries.chart.loading")} />;
  return (
    <ResultFrame
      view={view}
      choices={
        <>
          <ColumnSelect {...{ columns, chosen, onChange }} />
          <ColumnMenu {...{ columns, chosen, onChange }} />
        </>
      }
      above={
        <>
          <UnrecordedLightNote query={query} />
          {!view.table && (
            <ChartLegend
              interpolated={false}
              pooled="measurement"
              pending={false}
              daily={nights.length === 0}
            />
          )}
        </>
      }
      answer={read}
      series={series}
      chart={{
        pooled: "measurements",
        sampling: ownSampling,
        emptyReason: t("queries.chart.noneMeasured", { area: displayPath(area) }),
      }}
      // By one light, a column that has values only by day, or only at night, needs no note.
      noteOf={(one) => (
        <ColumnNote column={one.index} series={one} nights={isDaytime === undefined ? nights : NONE} />
      )}
    />
  );
}

const NONE: [] = [];

/** Shared state of a result's charts: one area of the query, its period or a zoomed part, charts or table. */
function useResultView(query: Query) {
  const { areas, offered } = useChartAreas(query);
  const [picked, pick] = useState<string | null>(null);
  const [table, setTable] = useState(false);
  const area = picked ?? offered[0];
  const whole = useMemo(() => windowOf(query), [query]);
  const { part, zoom } = useZoom(whole);
  const limits = useMemo(() => ({ earliest: whole.from, latest: whole.to }), [whole]);
  const window = part ?? whole;
  const period = { from: utcInstant(new Date(window.from)), to: utcInstant(new Date(window.to)) };
  // The nights of the area, whatever the query asked for.
  const { series } = useSeries(
    {
      tenant: useTenant(),
      area: area ?? "",
      index: ["PPFD", "HEALTH"],
      ...period,
      maxPoints: String(CHART_POINTS),
    },
    { enabled: area !== undefined },
  );
  const nights = useMemo(() => nightsOf(series ?? []), [series]);
  return {
    ...{ areas, offered, area, pick, window, limits, period },
    ...{ isPart: part !== null, zoom, table, setTable, nights },
  };
}

type ResultView = ReturnType<typeof useResultView>;

/** The frame of a result's charts: area, charts or table, zooming out, and the charts. */
function ResultFrame({
  view,
  choices,
  above,
  answer,
  series,
  chart,
  noteOf,
}: {
  view: ResultView;
  /** Further choices, beside the area. */
  choices: ReactNode;
  /** Between the choices and the charts. */
  above: ReactNode;
  answer: FailedRead;
  series: readonly Series[];
  /** Specific to the charts of this result. */
  chart: Pick<IndexChartProps, "pooled" | "sampling" | "emptyReason">;
  /** Stands below a chart. */
  noteOf?: (series: Series) => ReactNode;
}) {
  const { t } = useWords();
  const { now, zone } = useClock();
  return (
    <div className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-2.5">
        <Select
          asFilter
          label={t("queries.chart.area")}
          className="max-w-full sm:max-w-96"
          value={view.area ?? ""}
          onChange={view.pick}
          options={view.offered.map((path) => ({ id: path, label: displayPath(path) }))}
        />
        {choices}
        <Button icon="table" aria-pressed={view.table} onClick={() => view.setTable(!view.table)}>
          {t(view.table ? "queries.chart.charts" : "queries.chart.table")}
        </Button>
        {view.isPart && (
          <Button variant="quiet" onClick={() => view.zoom(null)}>
            {t("queries.chart.whole")}
          </Button>
        )}
      </div>
      {above}
      {answer.error && <ReadError compact of={answer} title={t("queries.chart.failed")} />}
      <ChartFrame
        window={view.window}
        timeZone={zone}
        zoomed={view.isPart}
        onZoom={view.zoom}
        limits={view.limits}
      >
        <div className={`grid grid-cols-1 gap-6 ${series.length > 1 ? "xl:grid-cols-2" : ""}`}>
          {series.map((one, place) => (
            // A phone shows one chart at a time.
            <div key={one.index} className={place > 0 ? "max-sm:hidden" : undefined}>
              <IndexChart
                {...chart}
                index={one.index}
                series={one}
                now={now.getTime()}
                nights={view.nights}
                alertRoom={false}
                table={view.table}
              />
              {noteOf?.(one)}
            </div>
          ))}
        </div>
      </ChartFrame>
    </div>
  );
}

/** The areas of a query that can be charted, the named ones first; none until they are read. */
function useChartAreas(query: Query): { areas: Areas; offered: string[] } {
  const areas = useAreas();
  const { data, error } = useEndpoint(queryAreas, { params: { id: query.id } });
  const offered = useMemo(() => {
    const found = data?.items ?? (error ? [] : null);
    // If there are none, or reading failed, offer all areas: each chart says what it has.
    return found
      ? chartableAreas(
          query,
          (found.length > 0 ? found : areas).map(({ path }) => path),
        )
      : [];
  }, [query, data, error, areas]);
  return { areas, offered };
}

/** The named areas (or the sites, if none is named) that contain an area with rows; then those areas. */
function chartableAreas({ filters }: Query, found: readonly string[]): string[] {
  const known = new Set(found.flatMap(withAncestors));
  const named = filters.controlAreaPathNames ?? found.map((path) => withAncestors(path)[0] ?? path);
  return [...new Set([...named.filter((path) => known.has(path)), ...found])].slice(0, MAX_AREAS);
}

/** The period of a query, at least an hour long; epoch milliseconds. */
function windowOf({ filters, createdAt }: Query): TimeWindow {
  const to = Date.parse(filters.to ?? createdAt);
  const from = filters.from ? Date.parse(filters.from) : to;
  return { from, to: Math.max(to, from + HOUR_MS) };
}
