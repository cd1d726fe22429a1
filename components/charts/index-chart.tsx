"use client";

import { lazy, Suspense, useCallback, useMemo } from "react";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { INDEX_FACTS, indexHelp, isIndexName, lackWords } from "@/lib/base/core/indices";
import { formatCount, formatIndexValue } from "@/lib/base/core/numbers";
import type { Stretch } from "@/lib/base/core/stretches";
import { DAY_MS, formatAge, formatDuration, HOUR_MS, siteTime } from "@/lib/base/core/time";
import type { Point, Series } from "@/lib/farm/series/contract";
import { withoutNightGaps } from "./nights";
import { type TimeWindow, useChartFrame } from "./plot/chart-frame";
import { chartSummary, describeValue, gapAt, plotSentence, timeBeforeFirst } from "./plot/chart-words";
import { type BandStep, type FaintLine, faintExtent } from "./plot/faint-lines";
import {
  ALERTS_HEIGHT,
  emptyExtent,
  niceScale,
  PLOT_LEFT,
  PLOT_RIGHT,
  TIME_AXIS_HEIGHT,
  widestExtent,
} from "./plot/geometry";
import { PlotOverlay, PlotSentence } from "./plot/overlay";
import { type AlertSpan, notesNear, noteWords, sentenceBox } from "./plot/overlay-layout";
import { Plot } from "./plot/plot";
import {
  extentOf,
  findGaps,
  nearestRow,
  type Row,
  separateRunningDay,
  stepLength,
  toRows,
} from "./plot/rows";
import { useFaintLine } from "./plot/use-plot-pointer";
import { useWidth } from "./use-width";
import { formatWhen, originWords } from "./value-words";

/** Loaded while the width of the plot is still unknown, into room that is already kept. */
const [above, axis] = [import("./plot/above-plot"), import("./plot/time-axis")];
const TimeAxis = lazy(async () => ({ default: (await axis).TimeAxis }));
const AbovePlot = lazy(async () => ({ default: (await above).AbovePlot }));
/** Loaded on demand: most people never open it. */
const ChartTable = lazy(async () => ({ default: (await import("./chart-table")).ChartTable }));

/** The indices that alerts are raised for. */
const INDICES_WITH_ALERTS: ReadonlySet<string> = new Set(["HEALTH", "PRODUCTIVITY", "EFFICIENCY"]);

export type IndexChartProps = {
  index: string;
  /** Undefined until loaded. */
  series: Series | undefined;
  now: number;
  nights: readonly Stretch[];
  spans: readonly AlertSpan[];
  /** The newest published hour; null where it is unknown. */
  publishedUntil: number | null;
  /** Since when this area has sent nothing while others have. */
  silentSince?: number | null;
  /** Whether readings have stopped: the last value is then grey. */
  isOld?: boolean;
  band?: { low: number; high: number } | null;
  /** A band that changes with time, such as that of the same hours on other days. */
  bandSteps?: readonly BandStep[];
  /** The faint lines of others; the one pointed at is named. */
  behind?: readonly FaintLine[];
  /** Names what the line is a mean of, where it is of several series: "readings". */
  pooled?: string;
  /** How a series is sampled that is not measured every hour: the usual step and the gaps in it (sampling-gaps.ts). */
  sampling?: (
    points: readonly Point[],
    bucket: number,
    nights: readonly Stretch[],
  ) => { step: number; gaps: Stretch[] };
  height?: number;
  /** Whether the time axis is shown below. Stacked charts share the last one's, but on a phone each has its own. */
  axis?: boolean;
  /** Whether to keep room for alerts above the plot, so that the plots of a grid are level. */
  alertRoom?: boolean;
  /** Whether the bars of alerts are links. */
  spanLinks?: boolean;
  table?: boolean;
  /** Why the plot is empty, in one sentence. */
  emptyReason?: string;
};

/** One index over the window of its frame: name and value, alerts, plot, time axis; or a table. */
export function IndexChart(props: IndexChartProps) {
  const { index, series, height = 132 } = props;
  const frame = useChartFrame();
  const { ref, width } = useWidth<HTMLDivElement>();
  const drawn = useChartData(props, frame.window);
  const { bandSteps = NOTHING, behind = NOTHING } = props;
  const size = { width, height, window: frame.window, domain: drawn.scale.domain };
  const plot = {
    ...{ index, width, height, window: frame.window, rows: drawn.rows, scale: drawn.scale },
    ...{
      nights: props.nights,
      pendingFrom: drawn.pendingFrom,
      bars: drawn.bars,
      band: drawn.band,
      bandSteps,
      behind,
    },
  };
  const faintLine = useFaintLine(behind, size, frame.cursor, index);
  const unit = series?.unit ?? (isIndexName(index) ? INDEX_FACTS[index].unit : null);
  const row = frame.cursor === null ? drawn.last : nearestRow(drawn.rows, frame.cursor, drawn.reach);
  const near = frame.cursor === null ? [] : notesNear(frame.notes, frame.cursor, frame.window, width);
  const note = noteWords(near);
  const gap = frame.cursor === null ? null : gapAt(drawn.gaps, frame.cursor, row);
  const { daily } = drawn;
  const { timeZone } = frame;
  const when = useCallback(
    (at: Row) => formatWhen(at, daily, timeZone, new Date(props.now)),
    [daily, timeZone, props.now],
  );
  const valueText = [describeValue(row, index, unit, when, gap), note && `note: ${note}`, faintLine.words]
    .filter(Boolean)
    .join("; ");
  const summary = useMemo(() => chartSummary(index, unit, drawn.rows, when), [index, unit, drawn.rows, when]);
  const sentence = plotSentence(drawn, {
    ...{ width, when, window: frame.window, isRead: series !== undefined },
    empty: props.emptyReason ?? `No ${indexLabel(index)} in this time.${lackWords(index)}`,
    hasOthers: behind.length + bandSteps.length > 0,
  });
  return (
    <figure className="m-0 min-w-0" aria-label={summary}>
      <figcaption>
        <ReadOut
          {...{ index, unit, row }}
          pointed={frame.cursor !== null}
          daily={drawn.daily}
          waiting={series === undefined}
          timeZone={frame.timeZone}
          now={props.now}
          pooled={props.pooled}
          isOld={props.isOld}
          beside={faintLine.words}
          note={note}
          gap={gap}
        />
      </figcaption>
      <div ref={ref} className="relative min-w-0">
        {props.table ? (
          <Suspense fallback={<div style={{ height: height + 66 }} />}>
            <ChartTable
              caption={summary}
              index={index}
              rows={drawn.rows}
              daily={drawn.daily}
              timeZone={frame.timeZone}
              height={height + 66}
            />
          </Suspense>
        ) : (
          <>
            {(props.alertRoom !== false || props.spans.length > 0) && (
              <div className="relative" style={{ height: ALERTS_HEIGHT }}>
                {width > 0 && (
                  <Suspense>
                    <AbovePlot
                      spans={props.spans}
                      outages={frame.outages}
                      hasOutageWords={INDICES_WITH_ALERTS.has(index)}
                      hasLinks={props.spanLinks}
                      window={frame.window}
                      width={width}
                      timeZone={frame.timeZone}
                      now={props.now}
                    />
                  </Suspense>
                )}
              </div>
            )}
            <div className="relative" style={{ height }}>
              {width > 0 && (
                <>
                  <Plot {...plot} />
                  <PlotOverlay
                    {...{ index, row, width, height }}
                    rows={drawn.rows}
                    gaps={drawn.gaps}
                    spans={props.spans}
                    sentences={sentence && [sentenceBox(PLOT_LEFT, sentence.until ?? width - PLOT_RIGHT)]}
                    domain={drawn.scale.domain}
                    label={summary}
                    valueText={valueText}
                    faintLine={faintLine}
                  />
                </>
              )}
              {sentence && <PlotSentence {...sentence} />}
            </div>
            <div
              className={props.axis === false ? "-mt-2 sm:hidden" : "-mt-2"}
              style={{ height: TIME_AXIS_HEIGHT }}
            >
              <Suspense>
                {width > 0 && <TimeAxis window={frame.window} timeZone={frame.timeZone} width={width} />}
              </Suspense>
            </div>
          </>
        )}
      </div>
    </figure>
  );
}

function useChartData(props: IndexChartProps, window: TimeWindow) {
  const { index, series, nights, publishedUntil, silentSince, sampling } = props;
  const { band: given, bandSteps = NOTHING, behind = NOTHING } = props;
  const now = Math.floor(props.now / HOUR_MS) * HOUR_MS;
  return useMemo(() => {
    const facts = isIndexName(index) ? INDEX_FACTS[index] : undefined;
    const points = series?.points ?? NOTHING;
    const cut = stepLength(series?.step ?? "PT1H");
    const bucket = facts?.daily ? Math.max(cut, DAY_MS) : cut;
    const own = sampling?.(points, bucket, nights);
    const step = own?.step ?? bucket;
    const until = publishedUntil ?? now;
    const rows = facts?.daily
      ? toRows(points, step).map((row) => ({ ...row, t: row.t + step / 2 }))
      : separateRunningDay(toRows(points, step), step, until);
    const band = given ?? (index === "PEI" ? { low: -25, high: 25 } : null);
    const [low, high] =
      widestExtent(extentOf(rows), faintExtent(behind, bandSteps, window)) ?? emptyExtent(index);
    const scale = niceScale(
      facts?.signed ? Math.min(low, 0) : low,
      facts?.signed ? Math.max(high, 0) : high,
      facts?.zeroBased ?? false,
      facts ? MIN_INDEX_SPAN : MIN_OTHER_SPAN,
    );
    const least = index === "HEALTH" && step < DAY_MS ? 20 * HOUR_MS : 2 * step;
    const gaps =
      own?.gaps ??
      // A bar stands for its whole day: the gap begins after it.
      findGaps(points, step, least).map((gap) => (facts?.daily ? { ...gap, from: gap.from + step } : gap));
    const before = timeBeforeFirst(rows, window, facts?.daily ? step / 2 : 0, least);
    const last = rows.findLast((row) => row.point) ?? null;
    const pendingFrom =
      step < DAY_MS && publishedUntil !== null ? hatchStart(last, publishedUntil, step) : null;
    const silence = step < DAY_MS && silentSince != null ? silentGap(silentSince, until) : [];
    const clipped = band && {
      low: Math.max(band.low, scale.domain[0]),
      high: Math.min(band.high, scale.domain[1]),
    };
    return {
      rows,
      daily: step >= DAY_MS,
      // A daily value stands for its whole day: a bar in the middle of it.
      bars: facts?.daily ? step : null,
      scale,
      last,
      before: before && index === "PEI" && withoutNightGaps([before], nights).length === 0 ? null : before,
      // The middle of the day, where its bar is drawn, may be before the window.
      isOutside: facts?.daily === true && last !== null && last.t + step / 12 < window.from,
      pendingFrom,
      band: clipped && clipped.low < clipped.high && !fillsPlot(clipped, scale.domain) ? clipped : null,
      gaps: [...(index === "PEI" ? withoutNightGaps(gaps, nights) : gaps), ...silence].filter(
        (gap) => gap.to > window.from && gap.from < window.to,
      ),
      reach: Math.max(step, (window.to - window.from) / 60),
    };
  }, [index, series, nights, publishedUntil, silentSince, sampling, given, bandSteps, behind, now, window]);
}

/** A plot that is grey all over would tell nothing; the legend tells the band. */
const fillsPlot = (band: { low: number; high: number }, [low, high]: readonly [number, number]) =>
  band.low <= low && band.high >= high;

const NOTHING: readonly never[] = [];

/** Smallest spans of the axis: indices have one decimal, ChF yields are ratios with two. */
const MIN_INDEX_SPAN = 0.5;
const MIN_OTHER_SPAN = 0.04;

/** The hatch begins at the last point if that reaches the published hour, so that nothing between stays white. */
function hatchStart(last: Row | null, publishedUntil: number, step: number): number {
  return last && last.t <= publishedUntil && last.t + step > publishedUntil ? last.t : publishedUntil;
}

const silentGap = (from: number, to: number): Stretch[] => (to > from ? [{ from, to }] : []);

type ReadOutProps = {
  index: string;
  unit: string | null;
  row: Row | null;
  /** Whether the row is at the cursor; else it is the last one. */
  pointed: boolean;
  /** Whether a value belongs to a whole day. */
  daily: boolean;
  /** Whether the first answer is still to come. */
  waiting: boolean;
  timeZone: string;
  now: number;
  pooled?: string;
  /** Name and value of the faint line that is pointed at. */
  beside?: string | null;
  /** The notes pinned at the cursor. */
  note?: string | null;
  isOld?: boolean;
  /** The gap at the cursor. */
  gap?: Stretch | null;
};

/** Name, unit, and the value at the cursor or the last one, at a fixed height so that nothing jumps. */
function ReadOut(props: ReadOutProps) {
  const { index, unit, pointed, daily, waiting, timeZone, now, pooled, note, gap, isOld } = props;
  const row = gap ? null : props.row;
  const point = row?.point;
  const beside = note ?? props.beside;
  return (
    <div aria-live={pointed ? "polite" : "off"}>
      <div className="flex h-6 items-center gap-2">
        <h3 className="flex min-w-0 flex-1 items-center gap-2" title={indexHelp(index)}>
          <IndexMark index={index} />
          <span className="truncate">{indexLabel(index)}</span>
        </h3>
        <p className="text-sm whitespace-nowrap text-ink-3">
          {point ? (
            <>
              <span className={cx("text-base font-strong", isOld && !pointed ? "text-ink-3" : "text-ink-1")}>
                {formatIndexValue(point.mean, index)}
              </span>{" "}
              {unit}
            </>
          ) : (
            !waiting && (gap ? `no data ${formatDuration(gap.to - gap.from)}` : noValue(pointed))
          )}
        </p>
      </div>
      <div className="flex min-h-lh gap-2 text-xs whitespace-nowrap text-ink-3">
        {beside ? (
          <span className="flex min-w-0 flex-1 items-center gap-1 font-medium text-ink-2">
            {note && <Icon name="note" className="size-3.5 shrink-0" />}
            <span className="truncate">{beside}</span>
          </span>
        ) : (
          <span className="flex-1">{unit}</span>
        )}
        <span className="min-w-0 truncate">
          {gap && gapTimes(gap, timeZone, new Date(now))}
          {point && formatWhen(row, daily, timeZone, new Date(now))}
          {point && pointed && !note && <Details point={point} index={index} />}
          {point &&
            !pointed &&
            `, ${
              pooled && point.count > 1
                ? `mean of ${formatCount(point.count)} ${pooled}`
                : formatAge(new Date(row.t), new Date(now))
            }`}
        </span>
      </div>
    </div>
  );
}

function gapTimes({ from, to }: Stretch, zone: string, now: Date): string {
  return `${siteTime(new Date(from), zone, now)} to ${siteTime(new Date(to), zone, now)}`;
}

const noValue = (pointed: boolean) => (pointed ? "no value here" : "no value");

/** Range, count and origin of the value at the cursor; a phone has no room for the count. */
function Details({ point, index }: { point: Point; index: string }) {
  const origin = originWords(point.filled);
  if (point.count === 1) return `, ${origin}`;
  return (
    <>
      , {formatIndexValue(point.min, index)} to {formatIndexValue(point.max, index)}
      <span className="max-sm:hidden">, {formatCount(point.count)} readings</span>, {origin}
    </>
  );
}
