import { SEVERITY_LEVELS, type SeverityLevel } from "@/components/ui/severity";
import type { TimeWindow } from "./chart-frame";
import { PLOT_LEFT, PLOT_RIGHT } from "./plot-room";

/** One severity of an alert from when until when; null is still so. */
export type SpanStep = { level: SeverityLevel; word: string; from: number; to: number | null };
export type AlertSpan = { alertId: string; steps: SpanStep[] };

/** 0 is the worst. */
const orderOf = (step: { level: SeverityLevel }) => SEVERITY_LEVELS.indexOf(step.level);

type Drawn = SpanStep & { key: string; x: number; width: number };

/** Worse bars are drawn over the others. */
export function worstLast(steps: readonly Drawn[]): Drawn[] {
  return [...steps].sort((a, b) => orderOf(b) - orderOf(a));
}

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

/** The side of an icon above a bar, in pixels. */
export const LABEL_ICON = 12;
const LETTER = 9;
/** Between two labels: letters may be a little wider than thought. */
const APART = 4;

type Label = { step: Drawn; x: number; width: number; word: boolean };

/**
 * What stands above the bars: the word where the bar is long enough, else the icon, in pixels from the left. The
 * worst are placed first, the newest of equal ones; what has no room any more, or lies under a worse bar, has none.
 */
export function labelsOf(steps: readonly Drawn[], width: number): Label[] {
  const labels: Label[] = [];
  const isFree = (x: number, length: number) =>
    labels.every((label) => x >= label.x + label.width + APART || x + length + APART <= label.x);
  const covered = (step: Drawn) => (x: number, length: number) =>
    steps.some(
      (other) => orderOf(other) < orderOf(step) && other.x < x + length && other.x + other.width > x,
    );
  for (const step of [...steps].sort((a, b) => orderOf(a) - orderOf(b) || b.x - a.x)) {
    const long = step.word.length * LETTER;
    const iconAt = Math.min(
      step.x + Math.min((step.width - LABEL_ICON) / 2, 0),
      width - PLOT_RIGHT - LABEL_ICON,
    );
    const isCovered = covered(step);
    if (step.width > long + 2 && isFree(step.x, long) && !isCovered(step.x, long))
      labels.push({ step, x: step.x, width: long, word: true });
    else if (isFree(iconAt, LABEL_ICON) && !isCovered(step.x, Math.min(step.width, LABEL_ICON)))
      labels.push({ step, x: iconAt, width: LABEL_ICON, word: false });
  }
  return labels;
}
