/** Where times of which alerts may be missing lie above a plot. Pure. */
import type { BlindTime, TimeWindow } from "./chart-frame";
import { PLOT_LEFT, PLOT_RIGHT } from "./plot-room";

/** Narrower would not be seen. */
const LEAST_WIDTH = 5;
/** Closer than this, several would look like bars of their own: one hatch stands for all, in pixels. */
const APART = 6;

type DrawnTime = BlindTime & { x: number; wide: number };

/** Where the times lie in pixels, from the left; those outside the window are left out, and those close by are one. */
export function drawnTimes(times: readonly BlindTime[], window: TimeWindow, width: number): DrawnTime[] {
  const scale = (width - PLOT_LEFT - PLOT_RIGHT) / (window.to - window.from);
  const xOf = (t: number) =>
    PLOT_LEFT + (Math.min(Math.max(t, window.from), window.to) - window.from) * scale;
  const inside = times
    .filter(({ from, to }) => from <= window.to && to >= window.from)
    .sort((a, b) => a.from - b.from);
  const groups: { x: number; end: number; times: BlindTime[] }[] = [];
  for (const time of inside) {
    const wide = Math.max(xOf(time.to) - xOf(time.from), LEAST_WIDTH);
    const x = Math.min(xOf(time.from), width - PLOT_RIGHT - wide);
    const last = groups.at(-1);
    if (!last || x - last.end >= APART) groups.push({ x, end: x + wide, times: [time] });
    else {
      last.end = Math.max(last.end, x + wide);
      last.times.push(time);
    }
  }
  return groups.map(({ x, end, times: joined }) => ({ ...spanOf(joined), x, wide: end - x }));
}

/** From the first of some times to the end of the last, in the words of the newest. */
function spanOf(times: readonly BlindTime[]): BlindTime {
  const before = times.length - 1;
  const words = times.at(-1)?.words ?? "";
  return {
    from: Math.min(...times.map(({ from }) => from)),
    to: Math.max(...times.map(({ to }) => to)),
    words: before === 0 ? words : `${words}, and at ${before} ${before === 1 ? "time" : "times"} before`,
  };
}
