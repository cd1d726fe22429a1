"use client";

import { type CSSProperties, useMemo } from "react";
import { IndexMark, indexColour, indexLabel } from "@/components/ui/index-mark";
import { useWords } from "@/components/words/words";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import { overlaps, type Stretch } from "@/lib/base/core/stretches";
import { DAY_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import type { Point } from "@/lib/farm/series/contract";
import { CompareGround, CompareLetters, UnknownStarts } from "./compare-layers";
import { type TimeWindow, useChartFrame } from "./plot/chart-frame";
import { type BandStep, type FaintLine, faintValues } from "./plot/faint-lines";
import { plotScale, scaleFor } from "./plot/geometry";
import { Plot } from "./plot/plot";
import { PlotArea } from "./plot/plot-area";
import {
  findGaps,
  minGapLength,
  nearestRow,
  type Row,
  rowValues,
  separateRunningDay,
  toRows,
} from "./plot/rows";
import { useFaintLine } from "./plot/use-faint-line";
import { useWidth } from "./use-width";
import { spreadWords, valueWords } from "./value-words";

/** One line of a comparison. */
type ComparedLine = {
  letter: string;
  name: string;
  /** Their times are epoch milliseconds or crop time. Undefined until loaded. */
  points: readonly Point[] | undefined;
  /** The newest published hour, on the axis. */
  until: number;
};

type Props = {
  index: IndexName;
  lines: readonly ComparedLine[];
  /** The letter of the reference, which has the hue. */
  lead: string;
  /** The length of a bucket, milliseconds. */
  step: number;
  /** The axis shows days of crop instead of instants. */
  crop: boolean;
  /** Values are differences from the reference. */
  isDifference: boolean;
  /** The range of past jobs. */
  band: readonly BandStep[];
  /** The letters of the jobs whose start is not known; none by calendar. */
  unknownStart: readonly string[];
  nights: readonly Stretch[];
  height: number;
  /** Epoch milliseconds. */
  now: number;
  /** Formats a time of the axis. */
  formatTime: (row: Pick<Row, "t" | "running">) => string;
  emptyReason: string;
};

/** Several lines of one index over a common axis: the reference in the hue of the index, the others grey with letters. */
export function CompareChart(props: Props) {
  const words = useWords();
  const { index, lines, lead, height, crop, band, unknownStart } = props;
  const { window, cursor } = useChartFrame();
  const { ref, width } = useWidth<HTMLDivElement>();
  const drawn = useLines(props, window);
  const { scale } = drawn;
  const size = { index, width, height };
  const faintLine = useFaintLine(drawn.faint, size, scale.domain);
  const at = cursor ?? drawn.last?.t ?? null;
  const reach = Math.max(props.step / 2, (window.to - window.from) / 120);
  const values = drawn.rowed.map(({ letter, name, rows }) => ({
    letter,
    name,
    row: at === null ? null : nearestRow(rows, at, reach),
  }));
  const row = values.find(({ letter }) => letter === lead)?.row ?? null;
  const anyRow = row ?? values.find((one) => one.row)?.row ?? null;
  const summary = comparisonSummary(words, props, drawn);
  const layers = useMemo(() => {
    const placed = plotScale(window, scale.domain, width, height);
    const others = drawn.rowed.filter((one) => one.letter !== lead);
    return {
      under: (
        <>
          <CompareGround lines={others} {...{ band }} scale={placed} />
          <UnknownStarts letters={unknownStart} scale={placed} />
        </>
      ),
      over: (
        <CompareLetters lines={drawn.rowed} {...{ lead, window }} hue={indexColour(index)} scale={placed} />
      ),
    };
  }, [drawn, scale, band, unknownStart, lead, index, window, width, height]);
  const isWaiting = lines.some((line) => line.points === undefined);
  return (
    <figure className="m-0 min-w-0" aria-label={summary}>
      <figcaption>
        <CompareReadOut {...props} {...{ values, isWaiting }} at={anyRow} />
      </figcaption>
      <div
        ref={ref}
        className="relative min-w-0"
        style={{ "--line-w": "2.25px" } as CSSProperties}
        data-picture=""
      >
        <PlotArea
          {...{ ...size, row, faintLine }}
          plot={
            <Plot
              {...{ ...size, scale, window, ...layers }}
              rows={drawn.leadRows}
              isSigned={props.isDifference || undefined}
              nights={props.nights}
              pendingFrom={null}
              band={null}
            />
          }
          isByCrop={crop}
          rows={drawn.all}
          otherRows={values.map((one) => (one.letter === lead ? null : one.row))}
          gaps={drawn.gaps}
          sentence={!isWaiting && drawn.all.length === 0 ? { words: props.emptyReason } : undefined}
          domain={scale.domain}
          label={summary}
          valueText={spokenValues(words, values, props, anyRow)}
        />
      </div>
    </figure>
  );
}

const NOTHING: readonly never[] = [];

type Rowed = { letter: string; name: string; rows: Row[] };

function useLines(props: Props, window: TimeWindow) {
  const { index, lines, lead, step, isDifference, band } = props;
  return useMemo(() => {
    const rowed: Rowed[] = lines.map(({ letter, name, points = NOTHING, until }) => ({
      letter,
      name,
      rows: separateRunningDay(toRows(points, step), step, until),
    }));
    const leadRows = rowed.find((one) => one.letter === lead)?.rows ?? [];
    const faint = rowed.filter((one) => one.letter !== lead).map(toFaintLine);
    const inView = leadRows.filter(({ t }) => t >= window.from && t <= window.to);
    const values = [...rowValues(inView), ...faintValues(faint, band, window)];
    const all = rowsOfAll(rowed);
    const points = lines.find((one) => one.letter === lead)?.points ?? NOTHING;
    return {
      ...{ rowed, leadRows, faint, all },
      scale: scaleFor(index, values, isDifference),
      last: leadRows.findLast((row) => row.point) ?? all.at(-1) ?? null,
      gaps: findGaps(points, step, minGapLength(index, step)).filter((gap) => overlaps(gap, window)),
    };
  }, [index, lines, lead, step, isDifference, band, window]);
}

const toFaintLine = ({ letter, rows }: Rowed): FaintLine => ({
  name: letter,
  points: rows.flatMap((row) => (row.point ? [{ t: row.t, value: row.point.mean }] : [])),
});

/** A row for each time at which any line has a value: the stops of the cursor. */
function rowsOfAll(lines: readonly Rowed[]): Row[] {
  const byTime = new Map<number, Row>();
  for (const row of lines.flatMap(({ rows }) => rows))
    if (row.point && !byTime.has(row.t)) byTime.set(row.t, row);
  return [...byTime.values()].sort((a, b) => a.t - b.t);
}

type ValueAt = { letter: string; name: string; row: Row | null };

function spokenValues(words: Words, values: readonly ValueAt[], props: Props, at: Row | null): string {
  if (!at) return words.t("charts.noValueHere");
  const spoken = values.map(({ letter, row }) => `${letter} ${valueWords(words, row?.point, props)}`);
  return words.t("charts.value", {
    ...{ time: props.formatTime(at), value: spoken.join(", "), unit: INDEX_FACTS[props.index].unit },
  });
}

/** Health, or the difference in it. */
function comparedWords({ t }: Words, { index, isDifference, lead }: Props): string {
  const label = indexLabel(index);
  return isDifference ? t("charts.lines.difference", { index: label, lead }) : label;
}

function comparisonSummary(words: Words, props: Props, { all, rowed }: ReturnType<typeof useLines>): string {
  const names = rowed.map(({ letter, name }) => `${letter} ${name}`).join(", ");
  const about = { what: comparedWords(words, props), lines: names };
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return words.t("charts.lines.summaryOfNone", about);
  const span = { from: props.formatTime(first), to: props.formatTime(last) };
  return words.t("charts.lines.summary", { ...about, ...span });
}

/** Index, unit, time, and the value of each line, at a fixed height so that nothing jumps. */
function CompareReadOut(
  props: Props & {
    values: readonly ValueAt[];
    /** The row whose time is shown. */
    at: Row | null;
    isWaiting: boolean;
  },
) {
  const words = useWords();
  const { t } = words;
  const { index, lead, values, at } = props;
  const isPointed = useChartFrame().cursor !== null;
  const hasAge = at && !isPointed && !props.crop && props.step < DAY_MS;
  const point = values.find(({ letter }) => letter === lead)?.row?.point;
  const bare = at && props.formatTime(at);
  const time =
    hasAge && bare
      ? t("charts.withAge", { time: bare, age: words.formatAge(new Date(at.t), new Date(props.now)) })
      : bare;
  return (
    <div>
      <div className="flex h-6 items-center gap-2 max-sm:h-11 max-sm:flex-wrap max-sm:gap-y-0">
        <h2 className="flex min-w-0 items-center gap-2 text-sm max-sm:w-full">
          <IndexMark index={index} />
          <span className="truncate">{comparedWords(words, props)}</span>
        </h2>
        <span className="flex-1 text-xs whitespace-nowrap text-ink-3">{INDEX_FACTS[index].unit}</span>
        <p className="truncate text-xs text-ink-2">
          {at ? time : props.isWaiting ? "" : t("charts.noValueHere")}
        </p>
      </div>
      <div className="flex h-5 items-center gap-3 overflow-hidden text-sm whitespace-nowrap text-ink-2">
        {values.map((one) => (
          <span key={one.letter} className={one.letter === lead ? "font-strong text-ink-1" : undefined}>
            <span className="text-ink-3">{one.letter}</span> {valueWords(words, one.row?.point, props)}
          </span>
        ))}
        <span className="ml-auto truncate text-xs text-ink-3 max-sm:hidden">
          {point && t("charts.lines.spread", { lead, spread: spreadWords(words, point, props) })}
        </span>
      </div>
    </div>
  );
}
