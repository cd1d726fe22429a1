import { SEVERITY_LEVELS, type SeverityLevel } from "@/components/ui/severity";
import type { TimeWindow } from "./chart-frame";
import { PLOT_LEFT, PLOT_RIGHT } from "./plot";

/** One severity of an alert from when until when; null is still so. */
export type SpanStep = { level: SeverityLevel; word: string; from: number; to: number | null };
export type AlertSpan = { alertId: string; steps: SpanStep[] };

export const SPANS_HEIGHT = 28;

const BAR = { high: 10, medium: 7, low: 4, plain: 3 } as const;
const COLOR = {
  high: "var(--high)",
  medium: "var(--medium)",
  low: "var(--low)",
  plain: "var(--control)",
} as const;
/** 0 is the worst. */
const orderOf = (step: { level: SeverityLevel }) => SEVERITY_LEVELS.indexOf(step.level);

type Drawn = SpanStep & { key: string; x: number; width: number };

/** Where the steps of the spans lie in pixels; those outside the window are left out. */
export function drawnSteps(spans: readonly AlertSpan[], window: TimeWindow, width: number): Drawn[] {
  const scale = (width - PLOT_LEFT - PLOT_RIGHT) / (window.to - window.from);
  return spans.flatMap((span) =>
    span.steps
      .filter((step) => step.from < window.to && (step.to ?? window.to) > window.from)
      .map((step) => {
        const x = PLOT_LEFT + (Math.max(step.from, window.from) - window.from) * scale;
        const end = PLOT_LEFT + (Math.min(step.to ?? window.to, window.to) - window.from) * scale;
        return { ...step, key: `${span.alertId}-${step.from}-${step.level}`, x, width: Math.max(end - x, 3) };
      }),
  );
}

/** Alerts above the plot: a bar a severity, thicker the worse, with the word where there is room. */
export function AlertSpans(props: { spans: readonly AlertSpan[]; window: TimeWindow; width: number }) {
  const steps = drawnSteps(props.spans, props.window, props.width).sort((a, b) => orderOf(b) - orderOf(a));
  return (
    <svg width={props.width} height={SPANS_HEIGHT} aria-hidden="true" className="block text-(length:--fs-1)">
      {steps.map((step) => (
        <g key={step.key}>
          <rect
            x={step.x}
            y={SPANS_HEIGHT - BAR[step.level]}
            width={step.width}
            height={BAR[step.level]}
            fill={COLOR[step.level]}
          />
          {step.width > step.word.length * 8 + 2 && !hidden(step, steps) && (
            <text x={step.x} y={SPANS_HEIGHT - 14} fill="var(--text-2)" fontWeight={520}>
              {step.word}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** A word gives way to that of a worse alert that lies over it. */
function hidden(step: Drawn, all: readonly Drawn[]): boolean {
  const reach = step.x + step.word.length * 8;
  return all.some(
    (other) =>
      other !== step &&
      orderOf(other) <= orderOf(step) &&
      other.x < reach &&
      other.x + other.width > step.x &&
      (orderOf(other) < orderOf(step) || other.x > step.x),
  );
}

/** Closer than this on average, in pixels, the lines of rises would hide the plot: the bars above it say enough. */
const DROPS_APART = 22;

/** Thin lines that drop through the plot where an alert begins or rises. */
export function SpanDrops(props: {
  spans: readonly AlertSpan[];
  window: TimeWindow;
  width: number;
  height: number;
}) {
  const rises = drawnSteps(props.spans, props.window, props.width).filter(
    (step) => step.from >= props.window.from,
  );
  if (rises.length * DROPS_APART > props.width) return null;
  return rises.map((step) => (
    <line
      key={step.key}
      x1={step.x}
      x2={step.x}
      y1={0}
      y2={props.height}
      stroke={COLOR[step.level]}
      opacity={0.75}
    />
  ));
}
