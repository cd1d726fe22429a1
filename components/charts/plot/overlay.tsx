"use client";

import { type PointerEvent, useRef, useState } from "react";
import { indexColour } from "@/components/ui/index-mark";
import type { Stretch } from "@/lib/base/core/stretches";
import { useChartFrame } from "./chart-frame";
import type { Sentence } from "./chart-words";
import { clamp, PLOT_EDGE, PLOT_LEFT, PLOT_RIGHT, type PlotScale, plotScale, plotWidth } from "./geometry";
import {
  ALERT_COLOURS,
  type AlertSpan,
  type Bracket,
  bracketTexts,
  endAbove,
  FLAG,
  flagDirection,
  gapWords,
  onsetsIn,
  placeBrackets,
  placeFlags,
  placeSteps,
  type TextBox,
} from "./overlay-layout";
import type { Row } from "./rows";
import { useCursorKeys, type useFaintLine, useZoom } from "./use-plot-pointer";

/** A shorter drag is a click, in pixels. */
const MIN_DRAG = 8;

type Props = {
  index: string;
  rows: Row[];
  row: Row | null;
  /** The rows of other lines at the cursor. */
  otherRows?: readonly (Row | null)[];
  gaps: readonly Stretch[];
  spans?: readonly AlertSpan[];
  /** The room of a sentence in the plot. */
  sentences?: readonly TextBox[];
  domain: readonly [number, number];
  width: number;
  height: number;
  label: string;
  /** Time and value under the cursor, in words. */
  valueText: string;
  /** The faint line that is pointed at. */
  faintLine: Pick<ReturnType<typeof useFaintLine>, "path" | "point" | "step">;
};

/** The layer over a plot that takes the pointer: cursor, gaps, onsets of alerts, notes, the range of a drag. */
export function PlotOverlay(props: Props) {
  const { width, height, row, domain, faintLine } = props;
  const frame = useChartFrame();
  const { cursor, setCursor } = frame;
  const { from, to } = frame.window;
  const scale = plotScale(frame.window, domain, width, height);
  const toX = (t: number) => scale.toX(clamp(t, from, to));
  const element = useRef<HTMLDivElement>(null);
  const pinch = useZoom(element, width);
  const foot = height - PLOT_EDGE - BRACKET_ABOVE;
  const brackets = placeBrackets(props.gaps, toX);
  const texts = [...bracketTexts(brackets, foot), ...(props.sentences ?? [])];
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const pointAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const across = (event.clientX - box.left - PLOT_LEFT) / plotWidth(width);
    const down = (event.clientY - box.top - PLOT_EDGE) / (height - 2 * PLOT_EDGE);
    return {
      t: from + clamp(across, 0, 1) * (to - from),
      value: domain[1] - down * (domain[1] - domain[0]),
    };
  };

  const move = (event: PointerEvent<HTMLElement>) => {
    if (pinch.move(event)) return;
    const at = pointAt(event);
    setCursor(at.t);
    faintLine.point(at);
    setDrag((current) => current && { ...current, to: at.t });
  };
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (pinch.down(event)) return setDrag(null);
    const { t } = pointAt(event);
    setDrag({ from: t, to: t });
    setCursor(t);
  };
  const release = (event: PointerEvent<HTMLElement>) => {
    if (pinch.up(event)) return;
    if (drag && Math.abs(toX(drag.to) - toX(drag.from)) >= MIN_DRAG) {
      frame.onZoom({ from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) });
    } else if (drag) frame.onPick?.(drag.from, false);
    setDrag(null);
  };
  const onKeyDown = useCursorKeys(props.rows, faintLine.step, () => setDrag(null));

  return (
    <div
      ref={element}
      role="slider"
      aria-label={props.label}
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={Math.round(cursor ?? to)}
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
        faintLine.point(null);
        if (!drag) setCursor(null);
      }}
      onKeyDown={onKeyDown}
      className="group/plot absolute inset-0 cursor-crosshair touch-pan-y shadow-none outline-none"
    >
      <PlotRing top={PLOT_EDGE} bottom={PLOT_EDGE} />
      <svg width={width} height={height} aria-hidden="true" className="relative block text-(length:--fs-1)">
        <AlertOnsets {...{ texts, width }} spans={props.spans ?? []} foot={scale.bottom} />
        <NoteFlags {...{ texts, width }} foot={scale.bottom} />
        {faintLine.path && <path d={faintLine.path} fill="none" stroke="var(--text-2)" strokeWidth={1.75} />}
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
        {cursor !== null && (
          <>
            <line x1={toX(cursor)} x2={toX(cursor)} y1={scale.top} y2={scale.bottom} stroke="var(--cursor)" />
            <CursorDot {...{ row, scale }} radius={4.5} fill={indexColour(props.index)} />
            {props.otherRows?.map((other, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one row for each line, in their order
              <CursorDot key={place} row={other} scale={scale} radius={4} fill="var(--text-2)" />
            ))}
          </>
        )}
      </svg>
    </div>
  );
}

/** A dot where the cursor meets a line. */
function CursorDot(props: { row: Row | null; scale: PlotScale; radius: number; fill: string }) {
  const { row, scale, radius, fill } = props;
  if (!row?.point) return null;
  const [cx, cy] = [scale.toX(row.t), scale.toY(row.point.mean)];
  return <circle {...{ cx, cy, fill }} r={radius} stroke="var(--surface)" strokeWidth={2} />;
}

/** Between the foot of a plot and the brackets of its gaps, in pixels. */
const BRACKET_ABOVE = 6;

/** A bracket at the foot of the plot with the length of a gap; where it is short, on hover only. */
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

/** Closer on average, in pixels, these lines would hide the plot: the bars above it are enough. */
const MIN_ONSET_DISTANCE = 22;

/** Vertical lines end at the foot of the plot, or above a text in their way. */
type PoleProps = { width: number; foot: number; texts: readonly TextBox[] };

/** Thin lines through the plot where an alert begins or changes its severity; they end above texts. */
function AlertOnsets({ spans, width, foot, texts }: PoleProps & { spans: readonly AlertSpan[] }) {
  const { window } = useChartFrame();
  const onsets = onsetsIn(placeSteps(spans, window, width), window);
  if (onsets.length * MIN_ONSET_DISTANCE > width) return null;
  return onsets.map(({ key, x, level }) => (
    <line
      key={key}
      x1={x}
      x2={x}
      y1={0}
      y2={endAbove(x, texts, foot)}
      stroke={ALERT_COLOURS[level]}
      opacity={0.75}
    />
  ));
}

/** A flag at the top of the plot for each pinned note; its pole ends above texts. */
function NoteFlags({ width, foot, texts }: PoleProps) {
  const frame = useChartFrame();
  return placeFlags(frame.notes, frame.window, width).map(({ x, notes }, at, flags) => {
    const direction = flagDirection(x, flags[at - 1]?.x, width);
    return (
      <g key={notes[0]?.id} data-note={notes.length}>
        <path d={`M${x} 0V${endAbove(x, texts, foot)}`} stroke="var(--text-3)" opacity={0.45} />
        <path
          d={`M${x} 0h${direction * FLAG}l${direction * -2.5} 4 ${direction * 2.5} 4h${direction * -FLAG}z`}
          fill="var(--text-2)"
        />
      </g>
    );
  });
}

/** The focus ring around the plot alone: the focused element, `group/plot`, also holds the labels of the axes. */
export function PlotRing({ top = 0, bottom = 0 }: { top?: number; bottom?: number }) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute hidden rounded-1 outline-2 outline-offset-2 outline-focus group-focus-visible/plot:block"
      style={{ left: PLOT_LEFT, right: PLOT_RIGHT, top, bottom }}
    />
  );
}

/** A sentence in the middle of a plot, on a background that hides the lines behind it. */
export function PlotSentence({ words, until }: Sentence) {
  return (
    <p
      className="pointer-events-none absolute inset-y-0 grid place-items-center text-center text-sm text-balance text-ink-3"
      style={
        until === undefined
          ? { left: PLOT_LEFT, right: PLOT_RIGHT }
          : { left: PLOT_LEFT, width: until - PLOT_LEFT }
      }
    >
      <span className="rounded-1 bg-surface px-2 py-0.5">{words}</span>
    </p>
  );
}
