/** Describes a plot in pixels; both painters, recharts and canvas, draw from this description. Pure. */

import type { ReactNode } from "react";
import { overlaps, type Stretch } from "@/lib/base/core/stretches";
import type { Words } from "@/lib/base/words/words";
import type { TimeWindow } from "./chart-frame";
import { clamp, isSignedIndex, type PlotScale, plotScale, tickFormat } from "./geometry";
import type { Row } from "./rows";

export type PlotProps = {
  index: string;
  rows: Row[];
  window: TimeWindow;
  width: number;
  height: number;
  scale: { domain: [number, number]; ticks: number[] };
  nights: readonly Stretch[];
  /** The end of what is published. */
  pendingFrom: number | null;
  /** Draws bars instead of lines, each for this many milliseconds. */
  bars?: number | null;
  /** The nominal band of an index. */
  band: { low: number; high: number } | null;
  /** Values carry their sign and zero has its line; by default if the index is signed. */
  isSigned?: boolean;
  /** SVG over the field and under the own line; memoised, else the plot is drawn again at every move of the cursor. */
  under?: ReactNode;
  /** SVG over everything; memoised. */
  over?: ReactNode;
};

export type Box = { x: number; y: number; width: number; height: number };

export type Bar = Box & {
  t: number;
  /** The pixels of lowest and highest; null where they are equal or the bar is too narrow. */
  range: [number, number] | null;
};

/** Dash pattern of interpolated lines, radius of a lone point, opacity of the bars and of the band. */
export const LOOK = { dash: [4, 3], dotRadius: 2.5, barOpacity: 0.75, bandOpacity: 0.1, hatchOpacity: 0.5 };

/** The share of its time that a bar fills. */
const BAR_SHARE = 0.66;
const MAX_BAR = 40;
/** A narrower bar would be hidden by the line of its range. */
const MIN_BAR_WITH_RANGE = 3;

/** Places everything but the lines, whose rows the painters draw by `scale`. */
export function describePlot(words: Words, props: PlotProps) {
  const { window, band, pendingFrom, rows } = props;
  const { ticks, domain } = props.scale;
  const scale = plotScale(window, domain, props.width, props.height);
  const isSigned = props.isSigned ?? isSignedIndex(props.index);
  const between = ({ from, to }: Stretch): Box => {
    const x = scale.toX(Math.max(from, window.from));
    const width = Math.max(scale.toX(Math.min(to, window.to)) - x, 0);
    return { x, width, y: scale.top, height: scale.bottom - scale.top };
  };
  return {
    scale,
    formatTick: tickFormat(words, ticks, isSigned),
    nights: props.nights.filter((night) => overlaps(night, window)).map(between),
    band: band && {
      ...{ x: scale.left, width: scale.right - scale.left, y: scale.toY(band.high) },
      height: Math.max(scale.toY(band.low) - scale.toY(band.high), 0),
    },
    /** Hairlines at the ticks; the one at zero is darker where values are signed. */
    levels: ticks.map((tick) => ({ y: scale.toY(tick), isZero: isSigned && tick === 0 })),
    /** The hatched part that is not published yet. */
    pending:
      pendingFrom !== null && pendingFrom < window.to ? between({ from: pendingFrom, to: window.to }) : null,
    /** Null where lines are drawn. */
    bars: props.bars == null ? null : placeBars(rowsInView(rows, window), props.bars, scale),
  };
}
export type PlotDescription = ReturnType<typeof describePlot>;

function placeBars(rows: readonly Row[], length: number, { toX, toY, bottom }: PlotScale): Bar[] {
  const width = clamp((toX(length) - toX(0)) * BAR_SHARE, 1, MAX_BAR);
  const foot = Math.min(toY(0), bottom);
  return rows.flatMap(({ t, point }) => {
    if (!point) return [];
    const y = toY(point.mean);
    const hasRange = point.max > point.min && width > MIN_BAR_WITH_RANGE;
    const range: Bar["range"] = hasRange ? [toY(point.min), toY(point.max)] : null;
    return [{ t, range, x: toX(t) - width / 2, width, y, height: Math.max(foot - y, 0) }];
  });
}

/** The rows in view, and one on either side, to which the lines run on. */
export function rowsInView(rows: readonly Row[], { from, to }: TimeWindow): readonly Row[] {
  let first = rows.findIndex(({ t }) => t >= from);
  if (first < 0) first = rows.length;
  let end = first;
  while (end < rows.length && (rows[end]?.t ?? to) <= to) end += 1;
  return rows.slice(Math.max(first - 1, 0), end + 1);
}
