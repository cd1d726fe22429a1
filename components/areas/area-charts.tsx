"use client";
import { useQueryStates } from "nuqs";
import { lazy, memo, useCallback, useMemo, useState } from "react";
import { type SpanItem, spansFor } from "@/components/alerts/alert-spans";
import { CHART_ORDER } from "@/components/charts/chart-defaults";
import { ChartLegend, shownWhere } from "@/components/charts/chart-legend";
import { ChartPicker, useChosenChart } from "@/components/charts/chart-picker";
import { IndexChart, type IndexChartProps } from "@/components/charts/index-chart";
import { nightsOf } from "@/components/charts/nights";
import { ChartFrame, type TimeWindow } from "@/components/charts/plot/chart-frame";
import { useFreshness } from "@/components/freshness/use-freshness";
import { useBlindTimes } from "@/components/freshness/use-outages";
import { ReadError } from "@/components/live/read-error";
import { useMayActOn, useTenant } from "@/components/live/site-context";
import { useEndpoint, useSeries } from "@/components/live/use-endpoint";
import { useIsSilent } from "@/components/places/area-state";
import {
  areaSeriesInput,
  CHART_VIEW,
  CHARTS_ID,
  customWindow,
  daysShown,
  RANGES,
  spanOf,
  windowShown,
} from "@/components/places/page-inputs";
import { Button } from "@/components/ui/button";
import { Checkbox, Segmented } from "@/components/ui/choices";
import { Opened } from "@/components/ui/dialog";
import { indexLabel } from "@/components/ui/index-mark";
import { Panel } from "@/components/ui/panel";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { alertSpans } from "@/lib/alerting/alerts/contract";
import { endOfHour, siteDay } from "@/lib/base/core/time";
import type { PlainKey } from "@/lib/base/words/messages";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import type { Series } from "@/lib/farm/series/contract";
import { LazyPart } from "./lazy-part";
import { absentWords, emptyChartWords } from "./rules";
import { useNotes } from "./use-notes";

const AreaNotes = lazy(async () => ({ default: (await import("./area-notes")).AreaNotes }));

const AreaFluorescence = lazy(async () => ({
  default: (await import("./area-fluorescence")).AreaFluorescence,
}));

/** The dialogs are fetched when one is first opened. */
const DaysDialog = lazy(async () => ({ default: (await import("./chart-dialogs")).DaysDialog }));
const PinNote = lazy(async () => ({ default: (await import("./chart-dialogs")).PinNote }));

/** The charts of an area, with range and resolution in the address and one cursor across all of them. */
export function AreaCharts({
  item,
  benches,
  isMeasured,
}: {
  item: Pick<AreaOverview, "path" | "lastReadingAt">;
  /** The number of areas with readings at or below this one. */
  benches: number;
  /** True if the tenancy has measurements of fluorescence. */
  isMeasured: boolean;
}) {
  const words = useWords();
  const { t } = words;
  const { path } = item;
  const tenant = useTenant();
  const view = useChartView();
  const { series, error, read } = useSeries(areaSeriesInput(tenant, path, view.by, view.window, view.filled));
  const spanQuery = { tenant, area: path, ...spanOf(view.window) };
  const spans = useEndpoint(alertSpans, { query: spanQuery }).data?.items ?? NO_SPANS;
  const { now, zone } = useClock();
  const [table, setTable] = useState(false);
  const shown = useMemo(() => shownIndices(series), [series]);
  const [chosen, choose] = useChosenChart(shown);
  const absent = series && absentWords(words, shown);
  const nights = useMemo(() => nightsOf(series ?? []), [series]);
  const readingsUntil = item.lastReadingAt === null ? null : Date.parse(item.lastReadingAt);
  const isSilent = useIsSilent()(item);
  const readings = useFreshness()?.readings;
  const publishedUntil = readings?.until?.getTime() ?? readingsUntil;
  const isOld = isSilent || readings?.state === "stale" || readings?.state === "blind";
  const blindTimes = useBlindTimes();
  const notes = useNotes(path, view.window);
  const mayAct = useMayActOn(path);
  const isChf = view.show === "chf" && isMeasured;
  const daily = series?.some(({ step }) => /^PT/.test(step)) === false;
  const [picked, setPicked] = useState<number | null>(null);
  const [writing, setWriting] = useState(false);
  const stopWriting = () => {
    setWriting(false);
    setPicked(null);
  };
  const pick = useCallback((at: number, write: boolean) => {
    setPicked(at);
    if (write) setWriting(true);
  }, []);
  return (
    <section
      id={CHARTS_ID}
      aria-label={t("areas.charts.title")}
      // On a phone the chart stands above what is written before it: seen once all of it has come over a slow link.
      className="flex scroll-mt-28 min-w-0 flex-col gap-3 max-sm:[&:not(:has(>[data-last]))]:invisible"
    >
      <h2 className="sr-only">{t("areas.charts.title")}</h2>
      <ChartControls
        view={view}
        daily={daily}
        hasMeasurements={isMeasured}
        table={table}
        onTable={() => setTable(!table)}
      />
      {/* On a phone the chart comes first, then what chooses its time. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2 max-sm:contents">
        <span className="mr-auto flex items-center max-sm:order-1">
          <TimeShown from={view.window.from} to={Math.min(view.window.to, now.getTime())} />
          {view.zoomed && (
            // No higher than the line, so that the charts do not move.
            <Button variant="quiet" className="-my-3 ml-1" onClick={() => view.zoom(null)}>
              {t("areas.charts.wholePeriod")}
            </Button>
          )}
          {!table && !view.zoomed && (
            <span className="ml-1 text-ink-3 max-lg:hidden touch:hidden">{t("areas.charts.zoomHint")}</span>
          )}
        </span>
        {!isChf && (
          <Checkbox
            label={t("areas.charts.interpolated")}
            className="max-sm:order-3"
            checked={view.filled}
            onChange={(event) => void view.set({ filled: event.target.checked })}
          />
        )}
        {!table && (
          <ChartLegend
            // On its own line: its entries change with the time shown, and the charts must not move.
            className="max-sm:order-3 sm:w-full"
            pooled={isChf ? "measurement" : benches > 1}
            interpolated={view.filled && !isChf}
            pending={!isChf}
            daily={daily}
            nominal={!isChf && shownWhere({ phone: chosen === "PEI", wide: shown.includes("PEI") })}
            blind={
              !isChf && blindTimes.some(({ from, to }) => from <= view.window.to && to >= view.window.from)
            }
          />
        )}
      </div>
      {error && <ReadError of={read} title={t("areas.charts.failed")} />}
      <ChartFrame
        window={view.window}
        timeZone={zone}
        zoomed={view.zoomed}
        onZoom={view.zoom}
        limits={view.limits}
        outages={blindTimes}
        notes={notes.pinned}
        onPick={mayAct ? pick : undefined}
      >
        {isChf ? (
          <LazyPart className="flex flex-col gap-3">
            <AreaFluorescence
              path={path}
              window={view.window}
              now={now.getTime()}
              nights={nights}
              table={table}
            />
          </LazyPart>
        ) : (
          <>
            {/* Two charts per row; on a phone one, chosen by name. */}
            <ChartPicker indices={shown} chosen={chosen} onChoose={choose} className="max-sm:order-1" />
            <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
              {shown.map((index) => (
                <Panel
                  key={index}
                  label={indexLabel(index)}
                  className={`p-3 ${index === chosen ? "" : "max-sm:hidden"}`}
                >
                  <AreaChart
                    index={index}
                    series={series?.find((one) => one.index === index)}
                    now={now.getTime()}
                    nights={nights}
                    spans={spans}
                    publishedUntil={publishedUntil}
                    silentSince={isSilent ? readingsUntil : null}
                    isOld={isOld}
                    pooled={benches > 1 ? "readings" : undefined}
                    spanLinks
                    table={table}
                    emptyReason={emptyChartWords(words, item.lastReadingAt, view.window.from, { zone, now })}
                  />
                </Panel>
              ))}
            </div>
            {absent && <p className="text-sm text-ink-3 max-sm:order-3">{absent}</p>}
          </>
        )}
      </ChartFrame>
      <div className="max-sm:order-4" data-last>
        <LazyPart>
          <AreaNotes notes={notes} path={path} onWrite={mayAct ? () => setWriting(true) : undefined} />
        </LazyPart>
      </div>
      {writing && (
        <Opened onClose={stopWriting}>
          <PinNote at={picked ?? now.getTime()} path={path} onPin={notes.pin} onClose={stopWriting} />
        </Opened>
      )}
    </section>
  );
}

/** The time shown, in site time; on a phone without a common year, to leave room for the zoom button. */
function TimeShown({ from, to }: { from: number; to: number }) {
  const { t, siteDateTime, formatDayShort, timeOfDay } = useWords();
  const { zone } = useClock();
  const ends = [new Date(from), new Date(to)];
  const between = ([first = "", last = ""]: string[]) => t("time.span", { from: first, to: last });
  const whole = between(ends.map((at) => siteDateTime(at, zone)));
  const years = new Set(ends.map((at) => siteDay(at, zone).slice(0, 4)));
  if (years.size > 1) return <span>{whole}</span>;
  const short = between(ends.map((at) => `${formatDayShort(siteDay(at, zone))} ${timeOfDay(at, zone)}`));
  return (
    <>
      <span className="max-sm:hidden">{whole}</span>
      <span className="sm:hidden">{short}</span>
    </>
  );
}

const NO_SPANS: readonly SpanItem[] = [];

/** Memoised: there are eight of them. */
const AreaChart = memo(function AreaChart({
  spans,
  ...props
}: Omit<IndexChartProps, "spans"> & { spans: readonly SpanItem[] }) {
  const own = useMemo(() => spansFor(props.index, spans), [props.index, spans]);
  return <IndexChart {...props} spans={own} />;
});

/** The indices with a value in this time; Health if there is none, so that the page always has a chart. */
function shownIndices(series: readonly Series[] | undefined): string[] {
  if (!series) return [...CHART_ORDER];
  const present = CHART_ORDER.filter((index) =>
    series.some((one) => one.index === index && one.points.length > 0),
  );
  return present.length > 0 ? present : ["HEALTH"];
}

const RANGE_KEYS = {
  "24h": "areas.charts.ranges.24h",
  "72h": "areas.charts.ranges.72h",
  "7d": "areas.charts.ranges.7d",
  "30d": "areas.charts.ranges.30d",
  "1y": "areas.charts.ranges.1y",
} as const satisfies Record<(typeof RANGES)[number], PlainKey>;

/** Period, values, resolution, and charts or table. */
function ChartControls(props: {
  view: ChartView;
  /** True if a point is a day or more, because the range is long or days were chosen. */
  daily: boolean;
  /** True if the tenancy has measurements of fluorescence. */
  hasMeasurements: boolean;
  table: boolean;
  onTable: () => void;
}) {
  const { view, daily, table } = props;
  const { t } = useWords();
  const [choosing, setChoosing] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2.5 max-sm:order-2">
      <Segmented
        label={t("areas.charts.period")}
        className="max-sm:w-full max-sm:[&>label]:flex-1 max-sm:[&>label]:px-1"
        options={RANGES.map((range) => ({ value: range, label: t(RANGE_KEYS[range]) }))}
        value={view.isPreset ? view.range : null}
        onChange={view.showRange}
      />
      <Button icon="calendar" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        {t("areas.charts.days")}
      </Button>
      {props.hasMeasurements && (
        <Segmented
          label={t("areas.charts.values")}
          options={[
            { value: "indices", label: t("areas.charts.indices") },
            { value: "chf", label: t("areas.charts.fluorescence") },
          ]}
          value={view.show}
          onChange={(show) => void view.set({ show })}
        />
      )}
      {view.show === "indices" && (
        <Segmented
          label={t("areas.charts.resolution")}
          options={[
            { value: "hour", label: t("areas.charts.hourly"), disabled: daily && view.by === "hour" },
            { value: "day", label: t("areas.charts.daily") },
          ]}
          value={daily ? "day" : view.by}
          onChange={(by) => void view.set({ by })}
        />
      )}
      <Button icon="table" aria-pressed={table} onClick={props.onTable}>
        {t(table ? "areas.charts.charts" : "areas.charts.table")}
      </Button>
      {choosing && (
        <Opened onClose={() => setChoosing(false)}>
          <DaysDialog window={view.window} onChoose={view.showDays} onClose={() => setChoosing(false)} />
        </Opened>
      )}
    </div>
  );
}

/** The chart settings in the address, and how to change them. */
function useChartView() {
  const { now, zone } = useClock();
  const [state, set] = useQueryStates(CHART_VIEW);
  const { range, first, last, by, from, to } = state;
  const hour = endOfHour(now.getTime());
  const window = useMemo(
    () => windowShown({ range, first, last, by, from, to }, zone, hour),
    [range, first, last, by, from, to, zone, hour],
  );
  // Back returns from a zoom, from chosen days and from a range.
  const zoom = useCallback(
    (part: TimeWindow | null) => {
      const bounds = { from: part && Math.round(part.from), to: part && Math.round(part.to) };
      void set(bounds, { history: "push" });
    },
    [set],
  );
  const showDays = (days: { first: string; last: string }) =>
    void set({ ...days, from: null, to: null }, { history: "push" });
  const showRange = (next: typeof range) =>
    void set({ range: next, first: null, last: null, from: null, to: null }, { history: "push" });
  const limits = useMemo(() => ({ latest: hour }), [hour]);
  const zoomed = customWindow(from, to) !== null;
  const isPreset = !zoomed && daysShown(state, zone, hour) === null;
  return { ...state, limits, window, zoom, showDays, showRange, zoomed, isPreset, set };
}

type ChartView = ReturnType<typeof useChartView>;
