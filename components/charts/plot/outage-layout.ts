/** Places the outages above a plot, and finds the one at the cursor. Pure; in pixels. */
import type { Words } from "@/lib/base/words/words";
import type { OutageSpan, TimeWindow } from "./chart-frame";
import { clamp, PLOT_RIGHT, timeScale } from "./geometry";

/** A narrower hatch would be invisible. */
const MIN_HATCH = 5;
/** Outages closer than this share one hatch. */
const HATCHES_APART = 6;

type PlacedOutage = OutageSpan & { x: number; wide: number };

/** Places the outages within the window; those close to each other become one. */
export function placeOutages(
  words: Words,
  outages: readonly OutageSpan[],
  window: TimeWindow,
  width: number,
): PlacedOutage[] {
  const toX = timeScale(window, width);
  const xOf = (t: number) => toX(clamp(t, window.from, window.to));
  const inside = outages
    .filter(({ from, to }) => from <= window.to && to >= window.from)
    .sort((a, b) => a.from - b.from);
  const groups: { x: number; end: number; outages: OutageSpan[] }[] = [];
  for (const outage of inside) {
    const wide = Math.max(xOf(outage.to) - xOf(outage.from), MIN_HATCH);
    const x = Math.min(xOf(outage.from), width - PLOT_RIGHT - wide);
    const last = groups.at(-1);
    if (!last || x - last.end >= HATCHES_APART) groups.push({ x, end: x + wide, outages: [outage] });
    else {
      last.end = Math.max(last.end, x + wide);
      last.outages.push(outage);
    }
  }
  return groups.map(({ x, end, outages: near }) => ({ ...joinOutages(words, near), x, wide: end - x }));
}

/** Joins outages into one span, with the words of the newest. */
function joinOutages({ t }: Words, outages: readonly OutageSpan[]): OutageSpan {
  const count = outages.length - 1;
  const outage = outages.at(-1)?.words ?? "";
  return {
    from: Math.min(...outages.map(({ from }) => from)),
    to: Math.max(...outages.map(({ to }) => to)),
    words: count === 0 ? outage : t("charts.moreOutages", { outage, count }),
  };
}

/** How far a finger may be from a hatch. */
const HATCH_REACH = 12;

/** The words of the outage at an instant, or so near that a finger means it; null if there is none. */
export function outageWordsAt(
  words: Words,
  outages: readonly OutageSpan[],
  t: number,
  window: TimeWindow,
  width: number,
): string | null {
  const x = timeScale(window, width)(t);
  const far = (placed: PlacedOutage) => Math.max(placed.x - x, x - placed.x - placed.wide, 0);
  const [nearest] = placeOutages(words, outages, window, width).sort((a, b) => far(a) - far(b));
  return nearest && far(nearest) <= HATCH_REACH ? nearest.words : null;
}
