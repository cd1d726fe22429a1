"use client";

import { type CSSProperties, type ReactNode, useMemo } from "react";
import { indexColour, indexLabel } from "@/components/ui/index-mark";
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import { DAY_MS, formatAge, HOUR_MS } from "@/lib/base/core/time";
import { type TimeWindow, useChartFrame } from "./chart-frame";
import { CompareGround, CompareLetters } from "./compare-lines";
import { CompareReadOut, valueWords } from "./compare-read-out";
import { CropAxis } from "./crop-axis";
import { type BandStep, besideExtent, type FaintLine } from "./faint-lines";
import {
  apartWhileRunning,
  extentOf,
  gapsOf,
  nearestRow,
  niceScale,
  type Point,
  type Row,
  type Stretch,
  toRows,
} from "./model";
import { Plot, scaleOf } from "./plot";
import { PlotOverlay } from "./plot-overlay";
import { PLOT_LEFT, PLOT_RIGHT } from "./plot-room";
import { PlotSentence } from "./plot-sentence";
import { sentenceBox } from "./text-boxes";
import { TIME_AXIS_HEIGHT, TimeAxis } from "./time-axis";
import { useBeside } from "./use-beside";
import { useWidth } from "./use-width";

/** One line of a comparison. */
export type ComparedLine = {
  letter: string;
  name: string;
  /** Where they stand on the axis: instants, or days of crop. Undefined until they have come. */
  points: readonly Point[] | undefined;
  /** Until when anything can have come for it, on the axis. */
  until: number;
};

type Props = {
  index: string;
  unit: string;
  lines: readonly ComparedLine[];
  /** Which of them has the hue. */
  lead: string;
  /** The length of a bucket, milliseconds. */
  step: number;
  /** Whether the axis is of days of crop, and not of instants. */
  crop: boolean;
  /** Whether the values are differences to the lead. */
  isDifference: boolean;
  /** What was usual, behind the lead. */
  band: readonly BandStep[];
  nights: readonly Stretch[];
  height: number;
  /** Epoch milliseconds. */
  now: number;
  /** How a time of the axis reads. */
  formatTime: (row: Pick<Row, "t" | "running">) => string;
  emptyReason: string;
};

/** Several lines of one index over a common axis: the lead in the index's hue, the others grey, known by letters. */
export function CompareChart(props: Props) {
  const { index, lines, lead, height, crop, band } = props;
  const frame = useChartFrame();
  const { ref, width } = useWidth<HTMLDivElement>();
  const drawn = useDrawn(props, frame.window);
  const { window } = frame;
  const size = { width, height, window, domain: drawn.scale.domain };
  const beside = useBeside(drawn.faint, size, frame.cursor, index);
  const at = frame.cursor ?? drawn.last?.t ?? null;
  const reach = Math.max(props.step / 2, (window.to - window.from) / 120);
  const values = drawn.rowed.map(({ letter, name, rows }) => ({
    letter,
    name,
    row: at === null ? null : nearestRow(rows, at, reach),
  }));
  const row = values.find(({ letter }) => letter === lead)?.row ?? null;
  const anyRow = row ?? values.find((one) => one.row)?.row ?? null;
  const summary = summaryOf(props, drawn);
  const ground = useMemo(() => {
    const scale = scaleOf(window, drawn.scale.domain, width, height);
    return (
      <>
        <CompareGround lines={drawn.rowed.filter((one) => one.letter !== lead)} {...{ band, scale }} />
        <CompareLetters
          lines={drawn.rowed}
          lead={lead}
          hue={indexColour(index)}
          window={window}
          scale={scale}
        />
      </>
    );
  }, [drawn, band, lead, index, window, width, height]);
  const isWaiting = lines.some((line) => line.points === undefined);
  const isEmpty = !isWaiting && drawn.all.length === 0;
  return (
    <figure className="m-0 min-w-0" aria-label={summary}>
      <figcaption>
        <CompareReadOut
          {...props}
          values={values}
          when={anyRow && props.formatTime(anyRow)}
          age={
            crop || props.step >= DAY_MS ? null : anyRow && formatAge(new Date(anyRow.t), new Date(props.now))
          }
          isPointed={frame.cursor !== null}
          isWaiting={isWaiting}
        />
      </figcaption>
      <div ref={ref} className="relative min-w-0" data-picture="">
        <div className="relative" style={{ height, "--line-w": "2.25px" } as CSSProperties}>
          {width > 0 && (
            <>
              <Plot
                {...{ index, width, height, window, ground }}
                rows={drawn.leadRows}
                scale={drawn.scale}
                isSigned={props.isDifference || undefined}
                nights={props.nights}
                pendingFrom={null}
                band={null}
                bandSteps={NOTHING}
                behind={NOTHING}
              />
              <PlotOverlay
                {...{ index, row, width, height }}
                rows={drawn.all}
                gaps={drawn.gaps}
                spans={NOTHING}
                sentences={isEmpty ? [sentenceBox(PLOT_LEFT, width - PLOT_RIGHT)] : undefined}
                domain={drawn.scale.domain}
                label={summary}
                valueText={spokenOf(values, props, anyRow)}
                besidePath={beside.path}
                onPoint={beside.point}
                onStep={beside.step}
              />
              <Dots values={values} lead={lead} shown={frame.cursor !== null} {...size} />
            </>
          )}
          {isEmpty && <PlotSentence words={props.emptyReason} />}
        </div>
        <div className="-mt-2" style={{ height: TIME_AXIS_HEIGHT }}>
          {width > 0 &&
            (crop ? (
              <CropAxis {...{ window, width }} />
            ) : (
              <TimeAxis timeZone={frame.timeZone} {...{ window, width }} />
            ))}
        </div>
      </div>
    </figure>
  );
}

const NOTHING: readonly never[] = [];

type Rowed = { letter: string; name: string; rows: Row[] };

function useDrawn(props: Props, window: TimeWindow) {
  const { index, lines, lead, step, isDifference, band } = props;
  return useMemo(() => {
    const rowed: Rowed[] = lines.map(({ letter, name, points = NOTHING, until }) => ({
      letter,
      name,
      rows: apartWhileRunning(toRows(points, step), step, until),
    }));
    const leadRows = rowed.find((one) => one.letter === lead)?.rows ?? [];
    const faint = rowed.filter((one) => one.letter !== lead).map(faintOf);
    const facts = isIndexName(index) ? INDEX_FACTS[index] : undefined;
    const inView = leadRows.filter(({ t }) => t >= window.from && t <= window.to);
    const [low, high] =
      widest([extentOf(inView), besideExtent(faint, band, window)]) ?? restOf(index, isDifference);
    const isAroundZero = isDifference || facts?.signed;
    const all = union(rowed);
    const points = lines.find((one) => one.letter === lead)?.points ?? NOTHING;
    return {
      ...{ rowed, leadRows, faint, all },
      scale: niceScale(
        isAroundZero ? Math.min(low, 0) : low,
        isAroundZero ? Math.max(high, 0) : high,
        !isDifference && (facts?.zeroBased ?? false),
      ),
      last: leadRows.filter((row) => row.point).at(-1) ?? all.at(-1) ?? null,
      gaps: gapsOf(points, step, index === "HEALTH" && step < DAY_MS ? 20 * HOUR_MS : 2 * step).filter(
        (gap) => gap.to > window.from && gap.from < window.to,
      ),
    };
  }, [index, lines, lead, step, isDifference, band, window]);
}

const faintOf = ({ letter, rows }: Rowed): FaintLine => ({
  name: letter,
  points: rows.flatMap((row) => (row.point ? [{ t: row.t, value: row.point.mean }] : [])),
});

/** All times at which any line has a value, for the cursor to go through. */
function union(lines: readonly Rowed[]): Row[] {
  const byTime = new Map<number, Row>();
  for (const row of lines.flatMap(({ rows }) => rows))
    if (row.point && !byTime.has(row.t)) byTime.set(row.t, row);
  return [...byTime.values()].sort((a, b) => a.t - b.t);
}

function widest(extents: readonly ([number, number] | null)[]): [number, number] | null {
  const known = extents.filter((extent) => extent !== null);
  if (known.length === 0) return null;
  return [Math.min(...known.map(([low]) => low)), Math.max(...known.map(([, high]) => high))];
}

/** The scale of an empty plot: its axes stay. */
function restOf(index: string, isDifference: boolean): [number, number] {
  if (isDifference) return [-5, 5];
  if (!isIndexName(index)) return [0, 1];
  if (INDEX_FACTS[index].signed) return [-25, 25];
  return INDEX_FACTS[index].zeroBased ? [0, 20] : [50, 90];
}

type ValueAt = { letter: string; name: string; row: Row | null };

function spokenOf(values: readonly ValueAt[], props: Props, at: Row | null): string {
  if (!at) return "no value here";
  const said = values.map(({ letter, row }) => `${letter} ${valueWords(row, props)}`);
  return `${props.formatTime(at)}: ${said.join(", ")} ${props.unit}`;
}

function summaryOf(props: Props, { all, rowed }: ReturnType<typeof useDrawn>): string {
  const label = indexLabel(props.index);
  const names = rowed.map(({ letter, name }) => `${letter} ${name}`).join(", ");
  const what = props.isDifference ? `${label}, difference to ${props.lead}` : label;
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return `${what} of ${names}: no value in this time.`;
  return `${what} of ${names}, ${props.formatTime(first)} to ${props.formatTime(last)}.`;
}

/** Where the cursor meets the grey lines. */
function Dots(props: {
  values: readonly ValueAt[];
  lead: string;
  shown: boolean;
  width: number;
  height: number;
  window: TimeWindow;
  domain: [number, number];
}): ReactNode {
  if (!props.shown) return null;
  const { toX, toY } = scaleOf(props.window, props.domain, props.width, props.height);
  return (
    <svg
      width={props.width}
      height={props.height}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0"
    >
      {props.values.map(
        ({ letter, row }) =>
          row?.point &&
          letter !== props.lead && (
            <circle
              key={letter}
              cx={toX(row.t)}
              cy={toY(row.point.mean)}
              r={4}
              fill="var(--text-2)"
              stroke="var(--surface)"
              strokeWidth={2}
            />
          ),
      )}
    </svg>
  );
}
