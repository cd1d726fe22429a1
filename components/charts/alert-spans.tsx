import { SeverityIcon } from "@/components/ui/severity";
import type { TimeWindow } from "./chart-frame";
import { SPANS_HEIGHT } from "./plot-room";
import {
  type AlertSpan,
  COUNT_GAP,
  drawnSteps,
  dropsOf,
  LABEL_ICON,
  labelsOf,
  worstLast,
} from "./span-layout";
import { endAbove, type TextBox } from "./text-boxes";

const BAR = { high: 10, medium: 7, low: 4, plain: 3 } as const;
const COLOR = {
  high: "var(--high)",
  medium: "var(--medium)",
  low: "var(--low)",
  plain: "var(--control)",
} as const;

/**
 * Alerts above the plot: a bar a severity, thicker the worse, with the word, or the icon where it is short; one icon
 * with their number for those that lie too close.
 */
export function AlertSpans(props: { spans: readonly AlertSpan[]; window: TimeWindow; width: number }) {
  const steps = worstLast(drawnSteps(props.spans, props.window, props.width));
  return (
    <svg
      width={props.width}
      height={SPANS_HEIGHT}
      aria-hidden="true"
      className="pointer-events-none relative block text-(length:--fs-1)"
    >
      {steps.map((step) => (
        <rect
          key={step.key}
          x={step.x}
          y={SPANS_HEIGHT - BAR[step.level]}
          width={step.width}
          height={BAR[step.level]}
          fill={COLOR[step.level]}
        />
      ))}
      {labelsOf(steps, props.width).map(({ step, x, word, alerts }) =>
        word ? (
          <text key={step.key} x={x} y={SPANS_HEIGHT - 14} fill="var(--text-2)" fontWeight={520}>
            {step.word}
          </text>
        ) : (
          <g key={step.key} transform={`translate(${x} 2)`}>
            <SeverityIcon level={step.level} size={LABEL_ICON} className="" />
            {alerts.size > 1 && (
              <text x={LABEL_ICON + COUNT_GAP} y={LABEL_ICON - 2} fill="var(--text-1)" fontWeight={620}>
                {alerts.size}
              </text>
            )}
          </g>
        ),
      )}
    </svg>
  );
}

/** Closer than this on average, in pixels, the lines of rises would hide the plot: the bars above it say enough. */
const DROPS_APART = 22;

/** Thin lines that drop through the plot where an alert begins or rises; what is written there stays clear of them. */
export function SpanDrops(props: {
  spans: readonly AlertSpan[];
  window: TimeWindow;
  width: number;
  height: number;
  texts: readonly TextBox[];
}) {
  const rises = dropsOf(drawnSteps(props.spans, props.window, props.width), props.window);
  if (rises.length * DROPS_APART > props.width) return null;
  return rises.map((step) => (
    <line
      key={step.key}
      x1={step.x}
      x2={step.x}
      y1={0}
      y2={endAbove(step.x, props.texts, props.height)}
      stroke={COLOR[step.level]}
      opacity={0.75}
    />
  ));
}
