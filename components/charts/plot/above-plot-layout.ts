/** Places the labels of alerts above a plot. Pure; in pixels. */
import { PLOT_LEFT, PLOT_RIGHT } from "./geometry";
import { type PlacedStep, severityRank } from "./overlay-layout";

/** The size of an icon above a bar. */
export const LABEL_ICON = 12;
/** Between an icon and its count. */
export const COUNT_GAP = 2;
const DIGIT = 7;
const LETTER = 9;
/** Between two labels, whose widths are estimates. */
const LABELS_APART = 4;

type Label = {
  step: PlacedStep;
  x: number;
  width: number;
  word: boolean;
  /** The alerts counted by an icon: those of its severity too close for icons of their own. */
  alerts: ReadonlySet<string>;
};

/**
 * Places the labels above the bars of alerts: the word where the bar is long enough, else the icon. The worst get their
 * places first, of equal ones the newest. A label without room is counted by the icon of its severity there; a step under
 * a worse bar has none.
 */
export function placeLabels(steps: readonly PlacedStep[], width: number): Label[] {
  const labels: Label[] = [];
  const end = width - PLOT_RIGHT;
  for (const step of [...steps].sort((a, b) => severityRank(a) - severityRank(b) || b.x - a.x)) {
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

const touch = (a: Place, b: Place) =>
  a.x < b.x + b.width + LABELS_APART && a.x + a.width + LABELS_APART > b.x;

const isFree = (place: Place, labels: readonly Label[]) => labels.every((label) => !touch(place, label));

/** Returns true if a worse bar covers the first pixels of a step. */
const isCovered = (step: PlacedStep, length: number, steps: readonly PlacedStep[]) =>
  steps.some(
    (other) =>
      severityRank(other) < severityRank(step) && other.x < step.x + length && other.x + other.width > step.x,
  );

/** Adds the alert to the icon of its severity that is in its way; the count extends to the side with room. */
function countIn(labels: Label[], step: PlacedStep, icon: Place, end: number): void {
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
