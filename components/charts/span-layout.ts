import { SEVERITY_LEVELS, type SeverityLevel } from "@/components/ui/severity";
import type { TimeWindow } from "./chart-frame";
import { PLOT_LEFT, PLOT_RIGHT } from "./plot-room";

/** One severity of an alert from when until when; null is still so. */
export type SpanStep = { level: SeverityLevel; word: string; from: number; to: number | null };
export type AlertSpan = { alertId: string; steps: SpanStep[] };

/** 0 is the worst. */
const orderOf = (step: { level: SeverityLevel }) => SEVERITY_LEVELS.indexOf(step.level);

type Drawn = SpanStep & { alertId: string; key: string; x: number; width: number };

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
        const key = `${span.alertId}-${step.from}-${step.level}`;
        return { ...step, alertId: span.alertId, key, x, width: Math.max(end - x, 3) };
      }),
  );
}

/** Lines of rises closer than this are one, in pixels. */
const DROPS_APART = 8;

/** Where lines drop at the rises within the window: one for those that lie too close to be told apart, the worst. */
export function dropsOf(steps: readonly Drawn[], window: TimeWindow): Drawn[] {
  const drops: { at: number; step: Drawn }[] = [];
  const rises = steps.filter((step) => step.from >= window.from).sort((a, b) => a.x - b.x);
  for (const step of rises) {
    const last = drops.at(-1);
    if (!last || step.x - last.at >= DROPS_APART) drops.push({ at: step.x, step });
    else if (orderOf(step) < orderOf(last.step)) last.step = step;
  }
  return drops.map(({ step }) => step);
}

/** The side of an icon above a bar, in pixels. */
export const LABEL_ICON = 12;
/** Between an icon and its number. */
export const COUNT_GAP = 2;
const DIGIT = 7;
const LETTER = 9;
/** Between two labels: letters may be a little wider than thought. */
const APART = 4;

type Label = {
  step: Drawn;
  x: number;
  width: number;
  word: boolean;
  /** The alerts that an icon stands for: those of its severity that lie too close for an icon each. */
  alerts: ReadonlySet<string>;
};

/**
 * What stands above the bars: the word where the bar is long enough, else the icon, in pixels from the left. The
 * worst are placed first, the newest of equal ones. One that has no room any more is counted by the icon of its
 * severity there; what lies under a worse bar has none.
 */
export function labelsOf(steps: readonly Drawn[], width: number): Label[] {
  const labels: Label[] = [];
  const end = width - PLOT_RIGHT;
  for (const step of [...steps].sort((a, b) => orderOf(a) - orderOf(b) || b.x - a.x)) {
    const long = step.word.length * LETTER;
    const icon = {
      x: Math.min(step.x + Math.min((step.width - LABEL_ICON) / 2, 0), end - LABEL_ICON),
      width: LABEL_ICON,
    };
    const word = { x: step.x, width: long };
    const alerts = new Set([step.alertId]);
    if (step.width > long + 2 && isFree(word, labels) && !isCovered(step, long, steps))
      labels.push({ step, ...word, word: true, alerts });
    else if (!isCovered(step, Math.min(step.width, LABEL_ICON), steps)) {
      if (isFree(icon, labels)) labels.push({ step, ...icon, word: false, alerts });
      else countIn(labels, step, icon, end);
    }
  }
  return labels;
}

type Place = { x: number; width: number };

const touch = (a: Place, b: Place) => a.x < b.x + b.width + APART && a.x + a.width + APART > b.x;

const isFree = (place: Place, labels: readonly Label[]) => labels.every((label) => !touch(place, label));

/** Whether a worse bar lies over the first pixels of a step. */
const isCovered = (step: Drawn, length: number, steps: readonly Drawn[]) =>
  steps.some(
    (other) => orderOf(other) < orderOf(step) && other.x < step.x + length && other.x + other.width > step.x,
  );

/** Adds the alert to the icon of its severity that is in its way; the number grows to where there is room. */
function countIn(labels: Label[], step: Drawn, icon: Place, end: number): void {
  const at = labels.findIndex(
    (label) => !label.word && label.step.level === step.level && touch(label, icon),
  );
  const label = labels[at];
  if (!label || label.alerts.has(step.alertId)) return;
  const alerts = new Set([...label.alerts, step.alertId]);
  const wide = LABEL_ICON + COUNT_GAP + String(alerts.size).length * DIGIT;
  const others = labels.toSpliced(at, 1);
  const x = [label.x, label.x + label.width - wide].find(
    (left) =>
      left + wide <= end && left >= PLOT_LEFT - LABEL_ICON && isFree({ x: left, width: wide }, others),
  );
  if (x !== undefined) labels[at] = { ...label, x, width: wide, alerts };
}
