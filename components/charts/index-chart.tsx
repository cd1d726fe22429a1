"use client";

import { lazy, Suspense, useCallback, useMemo } from "react";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { INDEX_FACTS, indexHelp, isIndexName, lackWords } from "@/lib/base/core/indices";
import { overlaps, type Stretch } from "@/lib/base/core/stretches";
import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import type { Point, Series } from "@/lib/farm/series/contract";
import { withoutNightGaps } from "./nights";
import { type TimeWindow, useChartFrame } from "./plot/chart-frame";
import { chartSummary, describeValue, gapAt, plotSentence, timeBeforeFirst } from "./plot/chart-words";
import { type BandStep, type FaintLine, faintValues } from "./plot/faint-lines";
import { Behind } from "./plot/field";
import { ALERTS_HEIGHT, plotScale, scaleFor } from "./plot/geometry";
import { outageWordsAt } from "./plot/outage-layout";
import { type AlertSpan, gapWords, notesNear, noteWords } from "./plot/overlay-layout";
import { Plot } from "./plot/plot";
import { PlotArea } from "./plot/plot-area";
import {
  findGaps,
  minGapLength,
  nearestRow,
  type Row,
  rowValues,
  separateRunningDay,
  stepLength,
  toRows,
} from "./plot/rows";
import { useFaintLine } from "./plot/use-faint-line";
import { useWidth } from "./use-width";
import { formatWhen, originWords } from "./value-words";

/** Loaded while the width of the plot is still unknown, into room that is already kept. */
const above = import("./plot/above-plot");
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
  spans?: readonly AlertSpan[];
  /** The newest published hour; null where it is unknown. */
  publishedUntil?: number | null;
  /** The last reading of an area that has sent nothing since while others have. */
  silentSince?: number | null;
  /** Readings have stopped: the last value is grey. */
  isOld?: boolean;
  /** A band that changes with time, such as that of the same hours on other days. */
  bandSteps?: readonly BandStep[];
  /** The lines of other areas, faint; the one pointed at is named. */
  behind?: readonly FaintLine[];
  /** What the line is an average of. */
  pooled?: "readings" | "measurements";
  /** For a series that is not measured every hour: returns its usual step and its gaps (sampling-gaps.ts). */
  sampling?: (
    points: readonly Point[],
    bucket: number,
    nights: readonly Stretch[],
  ) => { step: number; gaps: Stretch[] };
  height?: number;
  /** False hides the time axis except on a phone: stacked charts share that of the last. */
  axis?: boolean;
  /** False keeps no room for alerts above the plot, which levels the plots of a grid. */
  alertRoom?: boolean;
  /** The bars of alerts are links. */
  spanLinks?: boolean;
  table?: boolean;
  /** The reason of an empty plot, in one sentence. */
  emptyReason?: string;
};

/** One index over the window of its frame: name and value, alerts, plot, time axis; or a table. */
export function IndexChart(props: IndexChartProps) {
  const words = useWords();
  const { t } = words;
  const { index, series, now, height = 132 } = props;
  const { spans = NOTHING, bandSteps = NOTHING, behind = NOTHING } = props;
  const { window, timeZone, cursor, notes, outages } = useChartFrame();
  const { ref, width } = useWidth<HTMLDivElement>();
  const drawn = useChartData(props, window);
  const { rows, scale } = drawn.plot;
  const { daily } = drawn;
  const size = { index, width, height };
  const hasOthers = behind.length + bandSteps.length > 0;
  const under = useMemo(() => {
    if (!hasOthers) return undefined;
    const placed = plotScale(window, scale.domain, width, height);
    return <Behind window={window} scale={placed} band={bandSteps} lines={behind} />;
  }, [hasOthers, bandSteps, behind, window, scale, width, height]);
  const faintLine = useFaintLine(behind, size, scale.domain);
  const unit = series?.unit ?? (isIndexName(index) ? INDEX_FACTS[index].unit : null);
  const row = cursor === null ? drawn.last : nearestRow(rows, cursor, drawn.reach);
  const gap = cursor === null ? null : gapAt(drawn.gaps, cursor, row);
  const note = cursor === null ? null : noteWords(words, notesNear(notes, cursor, window, width));
  const outage =
    cursor === null || !INDICES_WITH_ALERTS.has(index)
      ? null
      : outageWordsAt(words, outages, cursor, window, width);
  const when = useCallback(
    (at: Row) => formatWhen(words, at, daily, timeZone, new Date(now)),
    [words, daily, timeZone, now],
  );
  const said = [note && t("charts.note", { note }), outage, faintLine.words];
  const valueText = [describeValue(words, row, index, unit, when, gap), ...said].filter(Boolean).join("; ");
  const summary = useMemo(
    () => chartSummary(words, index, unit, rows, when),
    [words, index, unit, rows, when],
  );
  const sentence = plotSentence(words, {
    ...drawn,
    ...{ rows, width, window, when, hasOthers, isRead: series !== undefined },
    empty: props.emptyReason ?? t("charts.none", { index: indexLabel(index) }) + lackWords(index),
  });
  return (
    <figure className="m-0 min-w-0" aria-label={summary}>
      <figcaption>
        <ReadOut {...props} {...{ unit, row, when, note, gap }} beside={outage ?? faintLine.words} />
      </figcaption>
      <div ref={ref} className="relative min-w-0">
        {props.table ? (
          <Suspense fallback={<div style={{ height: height + 66 }} />}>
            <ChartTable caption={summary} {...{ index, rows, daily, timeZone }} height={height + 66} />
          </Suspense>
        ) : (
          <>
            {(props.alertRoom !== false || spans.length > 0) && (
              <div className="relative" style={{ height: ALERTS_HEIGHT }}>
                {width > 0 && (
                  <Suspense>
                    <AbovePlot {...{ spans, width, now }} hasLinks={props.spanLinks} />
                  </Suspense>
                )}
              </div>
            )}
            <PlotArea
              {...{ ...size, rows, row, spans, valueText, faintLine, sentence }}
              plot={<Plot {...{ ...size, window, under }} nights={props.nights} {...drawn.plot} />}
              gaps={drawn.gaps}
              domain={scale.domain}
              label={summary}
              axisOnPhoneOnly={props.axis === false}
            />
          </>
        )}
      </div>
    </figure>
  );
}

function useChartData(props: IndexChartProps, window: TimeWindow) {
  const { index, series, nights, publishedUntil = null, silentSince, sampling } = props;
  const { bandSteps = NOTHING, behind = NOTHING } = props;
  const now = Math.floor(props.now / HOUR_MS) * HOUR_MS;
  return useMemo(() => {
    const isDaily = isIndexName(index) && INDEX_FACTS[index].daily;
    const points = series?.points ?? NOTHING;
    const cut = stepLength(series?.step ?? "PT1H");
    const bucket = isDaily ? Math.max(cut, DAY_MS) : cut;
    const own = sampling?.(points, bucket, nights);
    const step = own?.step ?? bucket;
    const until = publishedUntil ?? now;
    const rows = isDaily
      ? toRows(points, step).map((row) => ({ ...row, t: row.t + step / 2 }))
      : separateRunningDay(toRows(points, step), step, until);
    const scale = scaleFor(index, [...rowValues(rows), ...faintValues(behind, bandSteps, window)]);
    const minGap = minGapLength(index, step);
    const gaps =
      own?.gaps ??
      // A bar stands for its whole day: the gap begins after it.
      findGaps(points, step, minGap).map((gap) => (isDaily ? { ...gap, from: gap.from + step } : gap));
    const before = timeBeforeFirst(rows, window, isDaily ? step / 2 : 0, minGap);
    const last = rows.findLast((row) => row.point) ?? null;
    const silence = step < DAY_MS && silentSince != null ? [{ from: silentSince, to: until }] : [];
    return {
      plot: {
        ...{ rows, scale },
        pendingFrom: step < DAY_MS && publishedUntil !== null ? hatchStart(last, publishedUntil, step) : null,
        // A daily value stands for its whole day: a bar in the middle of it.
        bars: isDaily ? step : null,
        band: index === "PEI" ? bandInPlot(NOMINAL_BALANCE, scale.domain) : null,
      },
      daily: step >= DAY_MS,
      last,
      before: before && index === "PEI" && withoutNightGaps([before], nights).length === 0 ? null : before,
      // The middle of the day, where its bar is drawn, may be before the window.
      isOutside: isDaily && last !== null && last.t + step / 12 < window.from,
      gaps: [...(index === "PEI" ? withoutNightGaps(gaps, nights) : gaps), ...silence].filter(
        (gap) => gap.to > gap.from && overlaps(gap, window),
      ),
      reach: Math.max(step, (window.to - window.from) / 60),
    };
  }, [index, series, nights, publishedUntil, silentSince, sampling, bandSteps, behind, now, window]);
}

const NOMINAL_BALANCE = { low: -25, high: 25 };

/** The part of a band in the plot; null where it fills the plot, which would only be grey. */
function bandInPlot(band: { low: number; high: number }, [bottom, top]: readonly [number, number]) {
  const [low, high] = [Math.max(band.low, bottom), Math.min(band.high, top)];
  return low < high && (low > bottom || high < top) ? { low, high } : null;
}

const NOTHING: readonly never[] = [];

/** The hatch begins at the last point if that reaches the published hour, so that nothing between stays white. */
function hatchStart(last: Row | null, publishedUntil: number, step: number): number {
  return last && last.t <= publishedUntil && last.t + step > publishedUntil ? last.t : publishedUntil;
}

/** Name, unit, and the value at the cursor or the last one, at a fixed height so that nothing jumps. */
function ReadOut(
  props: IndexChartProps & {
    unit: string | null;
    row: Row | null;
    when: (row: Row) => string;
    /** The outage at the cursor, else the faint line that is pointed at, with its value. */
    beside: string | null;
    /** The notes pinned at the cursor. */
    note: string | null;
    /** The gap at the cursor. */
    gap: Stretch | null;
  },
) {
  const words = useWords();
  const { t, siteTime } = words;
  const { index, unit, note, gap } = props;
  const { cursor, timeZone } = useChartFrame();
  const pointed = cursor !== null;
  const now = new Date(props.now);
  const row = gap ? null : props.row;
  const point = row?.point;
  const beside = note ?? props.beside;
  return (
    <div>
      <div className="flex h-6 items-center gap-2">
        <h3 className="flex min-w-0 flex-1 items-center gap-2" title={indexHelp(index)}>
          <IndexMark index={index} />
          <span className="truncate">{indexLabel(index)}</span>
        </h3>
        <p className="text-sm whitespace-nowrap text-ink-3">
          {point ? (
            <>
              <span
                className={cx("text-base font-strong", props.isOld && !pointed ? "text-ink-3" : "text-ink-1")}
              >
                {words.formatIndexValue(point.mean, index)}
              </span>{" "}
              {unit}
            </>
          ) : (
            props.series &&
            (gap ? gapWords(words, gap) : pointed ? t("charts.noValueHere") : t("charts.noValue"))
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
          {gap &&
            t("time.span", {
              from: siteTime(new Date(gap.from), timeZone, now),
              to: siteTime(new Date(gap.to), timeZone, now),
            })}
          {point && pointed && (note ? props.when(row) : details(words, props.when(row), point, index))}
          {point && !pointed && restWords(words, props.when(row), { ...props, at: row.t, point })}
        </span>
      </div>
    </div>
  );
}

/** The time of the last value, with what it is an average of, or its age. */
function restWords(
  { t, formatAge }: Words,
  time: string,
  last: Pick<IndexChartProps, "pooled" | "now"> & { at: number; point: Point },
): string {
  const { pooled, now, at, point } = last;
  if (!pooled || point.count === 1)
    return t("charts.withAge", { time, age: formatAge(new Date(at), new Date(now)) });
  const of = pooled === "measurements" ? pooled : "other";
  return t("charts.average", { time, of, count: point.count });
}

/** Time, range, count and origin of the value at the cursor; a phone has no room for the count. */
function details(words: Words, time: string, { min, max, count, filled }: Point, index: string) {
  const origin = originWords(words, filled);
  if (count === 1) return words.t("charts.withOrigin", { time, origin });
  const range = { low: words.formatIndexValue(min, index), high: words.formatIndexValue(max, index) };
  const wide = <span className="max-sm:hidden" />;
  return rich(words, "charts.details", { time, ...range, count, origin, wide });
}
