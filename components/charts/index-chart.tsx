"use client";

import { lazy, Suspense, useCallback, useMemo } from "react";
import { indexLabel } from "@/components/ui/index-mark";
import { INDEX_FACTS, isIndexName, lackWords } from "@/lib/base/core/indices";
import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";
import type { Series } from "@/lib/farm/series/contract";
import { type TimeWindow, useChartFrame } from "./chart-frame";
import { gapAt, summaryOf, valueTextOf } from "./chart-words";
import { type BandStep, besideExtent, type FaintLine } from "./faint-lines";
import {
  apartWhileRunning,
  extentOf,
  gapsOf,
  nearestRow,
  niceScale,
  type Row,
  type Stretch,
  stepLength,
  toRows,
  withoutNights,
} from "./model";
import { missedOf, paceOf } from "./pace";
import { notesNear, noteWords } from "./pinned-notes";
import { Plot } from "./plot";
import { PlotOverlay } from "./plot-overlay";
import { PLOT_LEFT, PLOT_RIGHT, SPANS_HEIGHT } from "./plot-room";
import { PlotSentence } from "./plot-sentence";
import { ReadOut } from "./read-out";
import { sentenceOf, timeBefore } from "./sentences";
import type { AlertSpan } from "./span-layout";
import { sentenceBox } from "./text-boxes";
import { TIME_AXIS_HEIGHT, TimeAxis } from "./time-axis";
import { useBeside } from "./use-beside";
import { useWidth } from "./use-width";
import { whenOf } from "./when";

/** Nothing of a plot is drawn before its width is known: these are fetched meanwhile, into room that they do not change. */
const [canvas, above] = [import("./canvas-plot"), import("./above-plot")];
const CanvasPlot = lazy(async () => ({ default: (await canvas).CanvasPlot }));
const AbovePlot = lazy(async () => ({ default: (await above).AbovePlot }));
/** Fetched when it is asked for: most never look at it. */
const ChartTable = lazy(async () => ({ default: (await import("./chart-table")).ChartTable }));

/** Of more, the chart library takes several times as long as a canvas: a week of hours is drawn by it. */
const MOST_IN_PAGE = 200;
/** The indices that alerts are raised for. */
const ALERTED: ReadonlySet<string> = new Set(["HEALTH", "PRODUCTIVITY", "EFFICIENCY"]);

export type IndexChartProps = {
  index: string;
  /** Undefined until the first answer has come. */
  series: Series | undefined;
  now: number;
  nights: readonly Stretch[];
  spans: readonly AlertSpan[];
  /** The newest hour that has come from the service; after it nothing has been published. */
  publishedUntil: number | null;
  /** Since when this area says nothing while others do. */
  silentSince?: number | null;
  /** Whether no reading comes any more: the last value at rest is then grey. */
  isOld?: boolean;
  band?: { low: number; high: number } | null;
  /** A band that changes with time, such as the one of the same hours of other days. */
  bandSteps?: readonly BandStep[];
  /** Lines of others, faint behind the chart's own; pointed at, they tell their name. */
  behind?: readonly FaintLine[];
  /** What the line is of several series, for the read-out at rest. */
  pooled?: string;
  /** Whether it comes at a pace of its own, and not with each hour: what then is a gap, the series tells. */
  paced?: boolean;
  height?: number;
  /** Whether the time axis stands below this chart. Stacked charts share the last one's; on a phone each stands alone. */
  axis?: boolean;
  /** Whether room for alerts is kept above the plot, so that the plots of a grid lie level. */
  alertRoom?: boolean;
  /** Whether a press on an alert's bar opens it. */
  spanLinks?: boolean;
  table?: boolean;
  /** Why there is nothing to draw, in one sentence. */
  emptyReason?: string;
};

/** One index over the time of its frame: name and read-out, alerts, plot, time axis; or the same as a table. */
export function IndexChart(props: IndexChartProps) {
  const { index, series, height = 132 } = props;
  const frame = useChartFrame();
  const { ref, width } = useWidth<HTMLDivElement>();
  const drawn = useDrawn(props, frame.window);
  const { bandSteps = NOTHING, behind = NOTHING } = props;
  const size = { width, height, window: frame.window, domain: drawn.scale.domain };
  const isLong = drawn.rows.length > MOST_IN_PAGE && bandSteps.length === 0 && behind.length === 0;
  const plot = {
    ...{ index, width, height, window: frame.window, rows: drawn.rows, scale: drawn.scale },
    ...{ nights: props.nights, pendingFrom: drawn.pendingFrom, bars: drawn.bars, band: drawn.band },
  };
  const beside = useBeside(behind, size, frame.cursor, index);
  const unit = series?.unit ?? (isIndexName(index) ? INDEX_FACTS[index].unit : null);
  const row = frame.cursor === null ? drawn.last : nearestRow(drawn.rows, frame.cursor, drawn.reach);
  const near = frame.cursor === null ? [] : notesNear(frame.notes, frame.cursor, frame.window, width);
  const note = noteWords(near);
  const gap = frame.cursor === null ? null : gapAt(drawn.gaps, frame.cursor, row);
  const { daily } = drawn;
  const { timeZone } = frame;
  const when = useCallback(
    (at: Row) => whenOf(at, daily, timeZone, new Date(props.now)),
    [daily, timeZone, props.now],
  );
  const valueText = [valueTextOf(row, index, unit, when, gap), note && `note: ${note}`, beside.words]
    .filter(Boolean)
    .join("; ");
  const summary = useMemo(() => summaryOf(index, unit, drawn.rows, when), [index, unit, drawn.rows, when]);
  const sentence = sentenceOf(drawn, {
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
          beside={beside.words}
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
              <div className="relative" style={{ height: SPANS_HEIGHT }}>
                {width > 0 && (
                  <Suspense>
                    <AbovePlot
                      spans={props.spans}
                      blindTimes={frame.blindTimes}
                      isBlindNamed={ALERTED.has(index)}
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
                  <Suspense>
                    {isLong ? <CanvasPlot {...plot} /> : <Plot {...plot} {...{ bandSteps, behind }} />}
                  </Suspense>
                  <PlotOverlay
                    {...{ index, row, width, height }}
                    rows={drawn.rows}
                    gaps={drawn.gaps}
                    spans={props.spans}
                    sentences={sentence && [sentenceBox(PLOT_LEFT, sentence.until ?? width - PLOT_RIGHT)]}
                    domain={drawn.scale.domain}
                    label={summary}
                    valueText={valueText}
                    besidePath={beside.path}
                    onPoint={beside.point}
                    onStep={beside.step}
                  />
                </>
              )}
              {sentence && <PlotSentence {...sentence} />}
            </div>
            <div
              className={props.axis === false ? "-mt-2 sm:hidden" : "-mt-2"}
              style={{ height: TIME_AXIS_HEIGHT }}
            >
              {width > 0 && <TimeAxis window={frame.window} timeZone={frame.timeZone} width={width} />}
            </div>
          </>
        )}
      </div>
    </figure>
  );
}

function useDrawn(props: IndexChartProps, window: TimeWindow) {
  const { index, series, nights, publishedUntil, silentSince, paced } = props;
  const { band: given, bandSteps = NOTHING, behind = NOTHING } = props;
  const now = Math.floor(props.now / HOUR_MS) * HOUR_MS;
  return useMemo(() => {
    const facts = isIndexName(index) ? INDEX_FACTS[index] : undefined;
    const points = series?.points ?? NOTHING;
    const cut = stepLength(series?.step ?? "PT1H");
    const bucket = facts?.daily ? Math.max(cut, DAY_MS) : cut;
    const step = paced ? paceOf(points, bucket) : bucket;
    const until = publishedUntil ?? now;
    const rows = facts?.daily
      ? toRows(points, step).map((row) => ({ ...row, t: row.t + step / 2 }))
      : apartWhileRunning(toRows(points, step), step, until);
    const band = given ?? (index === "PEI" ? { low: -25, high: 25 } : null);
    const [low, high] =
      widest(extentOf(rows), besideExtent(behind, bandSteps, window)) ?? restingRange(index);
    const scale = niceScale(
      facts?.signed ? Math.min(low, 0) : low,
      facts?.signed ? Math.max(high, 0) : high,
      facts?.zeroBased ?? false,
      facts ? INDEX_LEAST : OTHER_LEAST,
    );
    const least = index === "HEALTH" && step < DAY_MS ? 20 * HOUR_MS : 2 * step;
    const gaps = paced
      ? missedOf(points, step, nights)
      : // A bar fills its day: nothing is missing before the next one begins.
        gapsOf(points, step, least).map((gap) => (facts?.daily ? { ...gap, from: gap.from + step } : gap));
    const before = timeBefore(rows, window, facts?.daily ? step / 2 : 0, least);
    const last = rows.findLast((row) => row.point) ?? null;
    const pendingFrom = step < DAY_MS && publishedUntil !== null ? endOf(last, publishedUntil, step) : null;
    const silence = step < DAY_MS && silentSince != null ? silenceOf(silentSince, until) : [];
    const clipped = band && {
      low: Math.max(band.low, scale.domain[0]),
      high: Math.min(band.high, scale.domain[1]),
    };
    return {
      rows,
      daily: step >= DAY_MS,
      // A daily value is of its whole day: a bar in the middle of it.
      bars: facts?.daily ? step : null,
      scale,
      last,
      before: before && index === "PEI" && withoutNights([before], nights).length === 0 ? null : before,
      // A bar lies in the middle of its day, which may have passed before the time shown.
      isOutside: facts?.daily === true && last !== null && last.t + step / 12 < window.from,
      pendingFrom,
      band: clipped && clipped.low < clipped.high && !fillsPlot(clipped, scale.domain) ? clipped : null,
      gaps: [...(index === "PEI" ? withoutNights(gaps, nights) : gaps), ...silence].filter(
        (gap) => gap.to > window.from && gap.from < window.to,
      ),
      reach: Math.max(step, (window.to - window.from) / 60),
    };
  }, [index, series, nights, publishedUntil, silentSince, paced, given, bandSteps, behind, now, window]);
}

/** Grey all over tells nothing: the legend says how far the band goes. */
const fillsPlot = (band: { low: number; high: number }, [low, high]: readonly [number, number]) =>
  band.low <= low && band.high >= high;

const NOTHING: readonly never[] = [];

/** The indices come with one decimal; a yield of fluorescence is a ratio, and the axis has room for two. */
const INDEX_LEAST = 0.5;
const OTHER_LEAST = 0.04;

function widest(own: [number, number] | null, beside: [number, number] | null): [number, number] | null {
  if (!own || !beside) return own ?? beside;
  return [Math.min(own[0], beside[0]), Math.max(own[1], beside[1])];
}

/** Where the hatch begins: at the last reading, or the point that it is a part of, so that nothing between is white. */
function endOf(last: Row | null, publishedUntil: number, step: number): number {
  return last && last.t <= publishedUntil && last.t + step > publishedUntil ? last.t : publishedUntil;
}

const silenceOf = (from: number, to: number): Stretch[] => (to > from ? [{ from, to }] : []);

/** The scale of an empty plot: its axes stay. */
function restingRange(index: string): [number, number] {
  if (!isIndexName(index)) return [0, 1];
  if (INDEX_FACTS[index].signed) return [-25, 25];
  return INDEX_FACTS[index].zeroBased ? [0, 20] : [50, 90];
}
