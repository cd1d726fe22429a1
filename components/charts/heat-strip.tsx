"use client";

import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import { indexColour, indexLabel } from "@/components/ui/index-mark";
import { useWords } from "@/components/words/words";
import { HOUR_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import {
  type HourCell,
  type HourDay,
  meanExtent,
  moveCell,
  nearestCell,
  SHADES,
  shadeFor,
} from "./hour-grid";
import { MIN_SENTENCE_ROOM, type Sentence } from "./plot/chart-words";
import { clamp, PLOT_LEFT, PLOT_RIGHT } from "./plot/geometry";
import { PlotRing, PlotSentence } from "./plot/plot-parts";
import { useWidth } from "./use-width";
import { spreadWords } from "./value-words";

const ROW = 7;
const FOOT = 22;
const HEIGHT = 24 * ROW;

type At = { day: number; cell: number };
type Props = {
  index: string;
  unit: string;
  days: readonly HourDay[];
  range: [number, number] | null;
  timeZone: string;
  /** The first answer has not come yet. */
  waiting: boolean;
  /** The sentence of a strip without values. */
  empty: string;
  /** Opens a day in the charts. */
  onOpen: (day: string) => void;
};

/** The colour of a shade: the hue of the index above zero, grey below. */
export function shadeStyle(shade: number, index: string): { fill: string; opacity: number } {
  const step = shade < 0 ? -1 - shade : shade;
  return {
    fill: shade < 0 ? "var(--text-2)" : indexColour(index),
    opacity: 0.12 + (0.88 * step) / (SHADES - 1),
  };
}

/** Hours from top to bottom, days from left to right: a shade for each value, nothing for a missing one. */
export function HeatStrip(props: Props) {
  const say = useWords();
  const { index, days, range, waiting } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const [at, setAt] = useState<At | null>(null);
  const touched = useRef(false);
  const column = Math.max(width - PLOT_LEFT - PLOT_RIGHT, 0) / Math.max(days.length, 1);
  const shades = useMemo(() => shadePaths(days, range, column), [days, range, column]);
  const rest = at ?? newestCell(days);
  const shown = days[rest.day]?.cells[rest.cell];
  const isEmpty = !waiting && range === null;
  const words =
    waiting || (isEmpty && !at) ? "" : shown ? cellWords(say, shown, props) : say.t("charts.heat.noHour");
  const sentence = isEmpty ? { words: props.empty } : beforeFirstWords(say, days, column);
  const label = stripSummary(say, props);
  const point = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const place = cellAt(days, (clientX - left - PLOT_LEFT) / column, (clientY - top) / ROW);
    setAt(place);
    return place;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = cellByKey(event.key, days, rest);
    const day = days[rest.day]?.day;
    if (event.key === "Escape") setAt(null);
    else if (event.key === "Enter" && day) props.onOpen(day);
    else if (next) setAt(next);
    else return;
    event.preventDefault();
  };
  return (
    <figure className="m-0 min-w-0" aria-label={label}>
      <figcaption className="flex h-6 items-center text-sm text-ink-2 max-sm:h-12 max-sm:items-start">
        <span className="sm:truncate">{words}</span>
      </figcaption>
      <div ref={ref} className="relative" style={{ height: HEIGHT + FOOT }}>
        {width > 0 && (
          <div
            role="slider"
            tabIndex={0}
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={days.length * 24 - 1}
            aria-valuenow={rest.day * 24 + rest.cell}
            aria-valuetext={words}
            onPointerMove={point}
            onPointerDown={(event) => {
              // The first touch points at a day, the second opens it.
              touched.current = point(event).day !== at?.day && event.pointerType === "touch";
            }}
            onPointerLeave={(event) => event.pointerType !== "touch" && setAt(null)}
            onBlur={() => setAt(null)}
            onClick={() => {
              const day = at && days[at.day]?.day;
              if (day && !touched.current) props.onOpen(day);
            }}
            onKeyDown={onKeyDown}
            className="group/plot absolute inset-x-0 top-0 cursor-pointer shadow-none outline-none"
            style={{ height: HEIGHT }}
          >
            <PlotRing />
            <svg
              width={width}
              height={HEIGHT + FOOT}
              aria-hidden="true"
              className="pointer-events-none block overflow-visible text-(length:--fs-1)"
            >
              <rect
                x={PLOT_LEFT}
                width={column * days.length}
                height={HEIGHT}
                fill="none"
                stroke="var(--grid)"
              />
              {[...shades].map(([shade, path]) => {
                const { fill, opacity } = shadeStyle(shade, index);
                return <path key={shade} d={path} fill={fill} fillOpacity={opacity} />;
              })}
              <Axes days={days} column={column} />
              {at && shown && (
                <rect
                  {...cellBox(at.day, shown, column)}
                  fill="none"
                  stroke="var(--cursor)"
                  strokeWidth={1.5}
                />
              )}
            </svg>
            {sentence && <PlotSentence {...sentence} />}
          </div>
        )}
      </div>
    </figure>
  );
}

/** Names the day of the first value in a strip that starts without any. */
function beforeFirstWords(
  { t, weekdayOf, formatDayShort }: Words,
  days: readonly HourDay[],
  column: number,
): Sentence | undefined {
  const first = days.findIndex(({ cells }) => cells.some(({ point }) => point));
  const day = days[first]?.day;
  if (day === undefined || first * column < MIN_SENTENCE_ROOM) return undefined;
  return {
    words: t("charts.before", { time: `${weekdayOf(day)} ${formatDayShort(day)}` }),
    until: PLOT_LEFT + first * column,
  };
}

function Axes({ days, column }: { days: readonly HourDay[]; column: number }) {
  const { formatDayShort } = useWords();
  const every = Math.max(1, Math.ceil(60 / Math.max(column * 7, 1)));
  const mondays = days
    .map(({ day }, place) => ({ day, place }))
    .filter(({ day }) => new Date(day).getUTCDay() === 1);
  return (
    <>
      {[0, 6, 12, 18].map((hour) => (
        <text key={hour} x={PLOT_LEFT - 6} y={hour * ROW + 10} fill="var(--text-3)" textAnchor="end">
          {String(hour).padStart(2, "0")}
        </text>
      ))}
      {mondays.map(({ day, place }, n) => {
        if (n % every > 0) return null;
        const x = PLOT_LEFT + place * column;
        return (
          <g key={day}>
            <line x1={x} x2={x} y1={HEIGHT} y2={HEIGHT + FOOT - 2} stroke="var(--axis)" />
            {place < days.length - 48 / Math.max(column, 1) && (
              <text x={x + 4} y={HEIGHT + 15} fill="var(--text-2)" fontWeight={520}>
                {formatDayShort(day)}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

/** A cell in pixels; the two of a repeated hour share its row. */
function cellBox(day: number, { hour, place, of }: HourCell, column: number) {
  const height = ROW / of;
  return { x: PLOT_LEFT + day * column, y: hour * ROW + place * height, width: column, height };
}

/** One path for each shade: a strip has over a thousand cells. */
function shadePaths(days: readonly HourDay[], range: [number, number] | null, column: number) {
  const paths = new Map<number, string>();
  if (!range) return paths;
  days.forEach(({ cells }, day) => {
    for (const cell of cells) {
      if (!cell.point) continue;
      const shade = shadeFor(cell.point.mean, range);
      const { x, y, width, height } = cellBox(day, cell, column);
      const wide = Math.max(width - (column > 8 ? 1 : 0), 0.5).toFixed(2);
      const path = `M${x.toFixed(2)} ${y}h${wide}v${height}h-${wide}z`;
      paths.set(shade, (paths.get(shade) ?? "") + path);
    }
  });
  return paths;
}

/** The newest hour with a value, shown without a pointer. */
function newestCell(days: readonly HourDay[]): At {
  const day = days.findLastIndex(({ cells }) => cells.some(({ point }) => point));
  if (day < 0) return { day: Math.max(days.length - 1, 0), cell: 0 };
  return { day, cell: days[day]?.cells.findLastIndex(({ point }) => point !== null) ?? 0 };
}

/** The cell at a position in columns and rows. */
function cellAt(days: readonly HourDay[], x: number, row: number): At {
  const day = clamp(Math.floor(x), 0, days.length - 1);
  const hour = clamp(Math.floor(row), 0, 23);
  const cells = days[day]?.cells ?? [];
  const first = nearestCell(cells, hour);
  // The lower half of a repeated hour is its second occurrence.
  const isSecond = row - hour >= 0.5 && cells[first + 1]?.hour === hour;
  return { day, cell: isSecond ? first + 1 : first };
}

function cellByKey(key: string, days: readonly HourDay[], at: At): At | null {
  const step = {
    ArrowLeft: { days: -1 },
    ArrowRight: { days: 1 },
    ArrowUp: { hours: -1 },
    ArrowDown: { hours: 1 },
    PageUp: { days: -7 },
    PageDown: { days: 7 },
    Home: { days: -days.length },
    End: { days: days.length },
  }[key];
  return step ? moveCell(days, at, step) : null;
}

/** In the repeated hour it says which of the two. */
function cellWords(words: Words, { t: from, point }: HourCell, { index, unit, timeZone }: Props): string {
  const [start, end] = [new Date(from), new Date(from + HOUR_MS)];
  const hour = {
    day: words.siteDayShort(start, timeZone),
    ...{ from: words.timeOfDay(start, timeZone), to: words.timeOfDay(end, timeZone) },
  };
  if (!point) return words.t("charts.heat.noValue", hour);
  const value = words.formatIndexValue(point.mean, index);
  return words.t("charts.heat.hour", { ...hour, value, unit, spread: spreadWords(words, point, { index }) });
}

function stripSummary({ t, formatIndexValue }: Words, { index, days, range, unit, waiting }: Props): string {
  const about = { index: indexLabel(index), days: days.length };
  if (waiting) return t("charts.heat.loading", about);
  if (!range) return t("charts.heat.summaryOfNone", about);
  const [low, high] = meanExtent(days) ?? range;
  const extent = { low: formatIndexValue(low, index), high: formatIndexValue(high, index) };
  return t("charts.heat.summary", { ...about, ...extent, unit });
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The strip as a table, newest day first; the two values of a repeated hour share a cell. */
export function HeatTable(props: { caption: string; index: string; days: readonly HourDay[] }) {
  const { t: say, weekdayOf, formatDayShort, formatIndexValue } = useWords();
  return (
    <section
      aria-label={props.caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      className="max-h-80 overflow-auto"
    >
      <table className="text-sm">
        <caption className="sr-only">{props.caption}</caption>
        <thead className="sticky top-0 z-10 bg-surface text-xs text-ink-3">
          <tr className="border-b border-hairline">
            <th className="sticky left-0 h-8 bg-surface pr-3 text-left font-medium whitespace-nowrap">
              {say("charts.heat.day")}
            </th>
            {HOURS.map((hour) => (
              <th key={hour} className="min-w-11 px-1 text-right font-medium">
                {String(hour).padStart(2, "0")}:00
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...props.days].reverse().map(({ day, cells }) => (
            <tr key={day} className="border-b border-hairline">
              <th className="sticky left-0 h-8 bg-surface pr-3 text-left font-normal whitespace-nowrap">
                {weekdayOf(day)} {formatDayShort(day)}
              </th>
              {HOURS.map((hour) => (
                <td key={hour} className="px-1 text-right whitespace-nowrap">
                  {cells.map(
                    ({ t, hour: own, point }) =>
                      point &&
                      own === hour && (
                        <span key={t} className="block">
                          {formatIndexValue(point.mean, props.index)}
                        </span>
                      ),
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
