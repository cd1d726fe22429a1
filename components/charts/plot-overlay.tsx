"use client";

import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import { indexColour } from "@/components/ui/index-mark";
import { SpanDrops } from "./alert-spans";
import { type TimeWindow, useChartFrame } from "./chart-frame";
import type { Row, Stretch } from "./model";
import { NoteFlags } from "./note-flags";
import { PlotRing } from "./plot-ring";
import { PLOT_EDGE, PLOT_LEFT, PLOT_RIGHT } from "./plot-room";
import type { AlertSpan } from "./span-layout";
import { type Bracket, bracketsOf, bracketTexts, gapWords, type TextBox } from "./text-boxes";
import { useZoom } from "./use-zoom";

/** A drag shorter than this is a click, in pixels. */
const LEAST_DRAG = 8;

type Props = {
  index: string;
  rows: Row[];
  row: Row | null;
  gaps: readonly Stretch[];
  spans: readonly AlertSpan[];
  /** Where sentences stand in the plot. */
  sentences?: readonly TextBox[];
  domain: [number, number];
  width: number;
  height: number;
  label: string;
  /** Time and value under the cursor, in words. */
  valueText: string;
  /** The line of another that is pointed at, as a path. */
  besidePath: string | null;
  /** Where the pointer is: instant and value; null when it leaves. */
  onPoint: (at: { t: number; value: number } | null) => void;
  /** Up and down go through the lines of others. */
  onStep: (by: number) => void;
};

/** What moves over a plot: cursor, gaps' brackets, rises of alerts, the part being chosen by a drag. */
export function PlotOverlay(props: Props) {
  const { width, height, row } = props;
  const frame = useChartFrame();
  const { toX, toTime } = useScale(width);
  const element = useRef<HTMLDivElement>(null);
  const pinch = useZoom(element, width);
  const foot = height - PLOT_EDGE - BRACKET_ABOVE;
  const brackets = bracketsOf(props.gaps, toX);
  const texts = [...bracketTexts(brackets, foot), ...(props.sentences ?? [])];
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const y = (value: number) =>
    PLOT_EDGE + ((props.domain[1] - value) / (props.domain[1] - props.domain[0])) * (height - 2 * PLOT_EDGE);
  const toValue = (top: number) =>
    props.domain[1] - ((top - PLOT_EDGE) / (height - 2 * PLOT_EDGE)) * (props.domain[1] - props.domain[0]);

  const move = (event: PointerEvent<HTMLElement>) => {
    if (pinch.move(event)) return;
    const t = toTime(event.clientX - event.currentTarget.getBoundingClientRect().left);
    frame.setCursor(t);
    props.onPoint({ t, value: toValue(event.clientY - event.currentTarget.getBoundingClientRect().top) });
    setDrag((current) => current && { ...current, to: t });
  };
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (pinch.down(event)) return setDrag(null);
    const t = toTime(event.clientX - event.currentTarget.getBoundingClientRect().left);
    setDrag({ from: t, to: t });
    frame.setCursor(t);
  };
  const release = (event: PointerEvent<HTMLElement>) => {
    if (pinch.up(event)) return;
    if (drag && Math.abs(toX(drag.to) - toX(drag.from)) >= LEAST_DRAG) {
      frame.zoom({ from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) });
    } else if (drag) frame.onPick?.(drag.from, false);
    setDrag(null);
  };
  const onKeyDown = useCursorKeys(props.rows, props.onStep, () => setDrag(null));

  return (
    <div
      ref={element}
      role="slider"
      aria-label={props.label}
      aria-valuemin={frame.window.from}
      aria-valuemax={frame.window.to}
      aria-valuenow={Math.round(frame.cursor ?? frame.window.to)}
      aria-valuetext={props.valueText}
      tabIndex={0}
      onPointerMove={move}
      onPointerDown={press}
      onPointerUp={release}
      onPointerCancel={(event) => {
        pinch.up(event);
        setDrag(null);
      }}
      onPointerLeave={() => {
        props.onPoint(null);
        if (!drag) frame.setCursor(null);
      }}
      onKeyDown={onKeyDown}
      className="group/plot absolute inset-0 cursor-crosshair touch-pan-y shadow-none outline-none"
    >
      <PlotRing top={PLOT_EDGE} bottom={PLOT_EDGE} />
      <svg width={width} height={height} aria-hidden="true" className="relative block text-(length:--fs-1)">
        <SpanDrops
          {...{ texts, width }}
          spans={props.spans}
          window={frame.window}
          height={height - PLOT_EDGE}
        />
        <NoteFlags {...{ texts, width, height }} notes={frame.notes} window={frame.window} />
        {props.besidePath && (
          <path d={props.besidePath} fill="none" stroke="var(--text-2)" strokeWidth={1.75} />
        )}
        {brackets.map((bracket) => (
          <GapBracket key={bracket.gap.from} {...bracket} foot={foot} />
        ))}
        {drag && (
          <rect
            x={Math.min(toX(drag.from), toX(drag.to))}
            width={Math.abs(toX(drag.to) - toX(drag.from))}
            height={height}
            fill="var(--accent)"
            opacity={0.14}
          />
        )}
        {frame.cursor !== null && (
          <line
            x1={toX(frame.cursor)}
            x2={toX(frame.cursor)}
            y1={PLOT_EDGE}
            y2={height - PLOT_EDGE}
            stroke="var(--cursor)"
          />
        )}
        {frame.cursor !== null && row?.point && (
          <circle
            cx={toX(row.t)}
            cy={y(row.point.mean)}
            r={4.5}
            fill={indexColour(props.index)}
            stroke="var(--surface)"
            strokeWidth={2}
          />
        )}
      </svg>
    </div>
  );
}

function useScale(width: number) {
  const { window } = useChartFrame();
  return useMemo(() => {
    const plot = Math.max(width - PLOT_LEFT - PLOT_RIGHT, 1);
    const length = window.to - window.from;
    return {
      toX: (t: number) =>
        PLOT_LEFT + ((Math.min(Math.max(t, window.from), window.to) - window.from) / length) * plot,
      toTime: (x: number) => window.from + (Math.min(Math.max(x - PLOT_LEFT, 0), plot) / plot) * length,
    };
  }, [window, width]);
}

function useCursorKeys(rows: Row[], step: (by: number) => void, cancel: () => void) {
  const frame = useChartFrame();
  return (event: KeyboardEvent) => {
    const points = rows.filter((row) => row.point);
    const last = points.length - 1;
    const found = points.findIndex((row) => row.t >= (frame.cursor ?? Number.POSITIVE_INFINITY));
    const here = found < 0 ? last + 1 : found;
    const target = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key];
    if (event.key === "Escape") {
      cancel();
      frame.setCursor(null);
      if (frame.zoomed) frame.zoom(null);
    }
    if (event.key === "Enter" && frame.cursor !== null && frame.onPick) {
      event.preventDefault();
      frame.onPick(frame.cursor, true);
    }
    const along = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (along !== undefined && frame.cursor !== null) {
      event.preventDefault();
      step(along);
    }
    const part = /^[+=]$/.test(event.key) ? nearer(frame.window, frame.cursor, points) : null;
    if (part) frame.zoom(part);
    if (event.key === "-" && frame.zoomed) frame.zoom(null);
    if (target === undefined || points.length === 0) return;
    event.preventDefault();
    frame.setCursor(points[Math.min(Math.max(target, 0), last)]?.t ?? null);
  };
}

/** Half of a time around the cursor, or its middle; null where that would not have a line any more. */
function nearer({ from, to }: TimeWindow, cursor: number | null, points: readonly Row[]): TimeWindow | null {
  const quarter = (to - from) / 4;
  const middle = Math.min(Math.max(cursor ?? from + 2 * quarter, from + quarter), to - quarter);
  const part = { from: middle - quarter, to: middle + quarter };
  const left = points.filter(({ t }) => t >= part.from && t <= part.to);
  return left.length > 1 ? part : null;
}

/** From the foot of a plot to the brackets of its gaps, in pixels. */
const BRACKET_ABOVE = 6;

/** A bracket at the foot of the plot that says how long nothing came; a short one says it when it is pointed at. */
function GapBracket({ from, to, foot, gap, words }: Bracket & { foot: number }) {
  return (
    <g stroke="var(--control)" fill="none">
      <title>{gapWords(gap)}</title>
      <rect x={from} y={foot - 8} width={to - from} height={14} stroke="none" pointerEvents="all" />
      <path d={`M${from + 1} ${foot - 4}v8M${from + 1} ${foot}H${to - 1}M${to - 1} ${foot - 4}v8`} />
      {words && (
        <text x={(from + to) / 2} y={foot - 7} fill="var(--text-3)" stroke="none" textAnchor="middle">
          {words}
        </text>
      )}
    </g>
  );
}
