"use client";

import { useRef } from "react";
import { indexColour } from "@/components/ui/index-mark";
import { useWords } from "@/components/words/words";
import type { Stretch } from "@/lib/base/core/stretches";
import { useChartFrame } from "./chart-frame";
import { clamp, PLOT_EDGE, type PlotScale, plotScale } from "./geometry";
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
import { PlotRing } from "./plot-parts";
import type { Row } from "./rows";
import type { useFaintLine } from "./use-faint-line";
import { useCursorKeys, usePlotPointer } from "./use-plot-pointer";

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
  const words = useWords();
  const { width, height, row, domain, faintLine } = props;
  const frame = useChartFrame();
  const { cursor } = frame;
  const { from, to } = frame.window;
  const scale = plotScale(frame.window, domain, width, height);
  const toX = (t: number) => scale.toX(clamp(t, from, to));
  const element = useRef<HTMLDivElement>(null);
  const pointer = usePlotPointer(element, { width, height, domain }, faintLine.point);
  const { drag } = pointer;
  const foot = height - PLOT_EDGE - BRACKET_ABOVE;
  const brackets = placeBrackets(words, props.gaps, toX);
  const texts = [...bracketTexts(brackets, foot), ...(props.sentences ?? [])];
  const onKeyDown = useCursorKeys(props.rows, faintLine.step, pointer.cancelDrag);

  return (
    <div
      ref={element}
      role="slider"
      aria-label={props.label}
      aria-valuemin={Math.round(from)}
      aria-valuemax={Math.round(to)}
      aria-valuenow={Math.round(cursor ?? to)}
      aria-valuetext={props.valueText}
      tabIndex={0}
      {...pointer.handlers}
      onKeyDown={onKeyDown}
      className="group/plot absolute inset-0 cursor-crosshair touch-pan-y select-none shadow-none outline-none"
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
  const title = gapWords(useWords(), gap);
  return (
    <g stroke="var(--control)" fill="none">
      <title>{title}</title>
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
