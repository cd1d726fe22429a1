// The part of the chart benchmark that runs in the browser: our chart and uPlot's, drawn into boxes of the same size.

import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import uPlot from "uplot";
import { IndexChart } from "@/components/charts/index-chart";
import { ChartFrame, type TimeWindow } from "@/components/charts/plot/chart-frame";
import type { Stretch } from "@/lib/base/core/stretches";
import type { Point, Series } from "@/lib/farm/series/contract";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse("2025-10-31T23:00:00Z");
const ZONE = "Europe/Amsterdam";
const WIDTH = 640;
/** Height of our plot in pixels, without its time axis; HEIGHT includes the axis. */
const PLOT_HEIGHT = 132;
const HEIGHT = 162;
const WARM_UP = 10;

export type Span = "week" | "month" | "year";
/** A first draw, the window moved on by one point, the middle half of the window. */
export type Work = "first" | "refresh" | "zoom";
type View = { series: Series; window: TimeWindow; nights: Stretch[]; columns: uPlot.AlignedData };
type Chart = { show(view: View): void; end(): void };
type Maker = (box: HTMLElement, view: View) => Chart;

const LENGTHS: Record<Span, number> = { week: 7 * DAY, month: 30 * DAY, year: 365 * DAY };

/** Hourly points of an index of eight sensors: it varies over the day; some hours are interpolated, some missing. */
function hoursOf({ from, to }: TimeWindow): Point[] {
  const points: Point[] = [];
  for (let t = from; t < to; t += HOUR) {
    const hour = (t - START) / HOUR;
    const mean = 60 + 14 * Math.sin(hour / 3.82) + 6 * Math.sin(hour * 1.7) + 3 * Math.sin(hour * 7.1);
    const spread = 3 + 2 * Math.sin(hour / 11) ** 2;
    if (hour % 190 >= 170 && hour % 190 < 179) continue;
    const filled = hour % 61 < 5 ? 1 : 0;
    const [min, max] = [mean - spread, mean + spread].map((value) => Number(value.toFixed(1)));
    points.push({
      ...{ t, mean: Number(mean.toFixed(3)), count: 8, filled },
      ...{ min: min ?? mean, max: max ?? mean },
    });
  }
  return points;
}

/** Daily points with the extremes of their hours; four days in ninety are missing. */
function daysOf({ from, to }: TimeWindow): Point[] {
  const days: Point[] = [];
  for (let t = from; t < to; t += DAY) {
    const hours = hoursOf({ from: t, to: t + DAY });
    const day = (t - START) / DAY;
    if (day % 90 >= 80 && day % 90 < 84) continue;
    days.push({
      t,
      mean: hours.reduce((sum, point) => sum + point.mean, 0) / hours.length,
      min: Math.min(...hours.map((point) => point.min)),
      max: Math.max(...hours.map((point) => point.max)),
      count: hours.length * 8,
      filled: day % 37 < 3 ? 1 : 0,
    });
  }
  return days;
}

function nightsOf({ from, to }: TimeWindow): Stretch[] {
  const nights: Stretch[] = [];
  for (let t = from - 4 * HOUR; t < to; t += DAY) nights.push({ from: t, to: t + 8 * HOUR });
  return nights;
}

function viewOf(span: Span, from: number): View {
  const step = span === "year" ? DAY : HOUR;
  const window = { from, to: from + LENGTHS[span] };
  const points = span === "year" ? daysOf(window) : hoursOf(window);
  const series: Series = {
    ...{ index: "EFFICIENCY", unit: "Fq'/Fm' index", area: "Farm", jobId: null, points },
    ...(span === "year" ? { resolution: "day", step: "P1D" } : { resolution: "hour", step: "PT1H" }),
  };
  const nights = span === "year" ? [] : nightsOf(window);
  return { series, window, nights, columns: columnsOf(points, step) };
}

/** Returns the view shown first and the one after the work: the window one step later, or its middle half. */
function viewsOf(span: Span, work: Work, turn: number): [before: View, after: View] {
  const step = span === "year" ? DAY : HOUR;
  const before = viewOf(span, START + (turn % 5) * step);
  if (work === "refresh") return [before, viewOf(span, before.window.from + step)];
  if (work === "first") return [before, before];
  const { from, to } = before.window;
  const quarter = (to - from) / 4;
  return [before, { ...before, window: { from: from + quarter, to: to - quarter } }];
}

/** Converts points to uPlot's columns, outside the measured time; our chart takes the points as the API sends them. */
function columnsOf(points: readonly Point[], step: number): uPlot.AlignedData {
  const rows: (number | null)[][] = [];
  let before: Point | undefined;
  for (const point of points) {
    const { t } = point;
    // A row of nulls breaks the lines at a gap.
    if (before && t - before.t > 1.6 * step) rows.push([(t - step) / 1000, null, null, null, null]);
    const isFilled = point.filled >= 0.5;
    const isJoined = isFilled || (before !== undefined && before.filled >= 0.5);
    rows.push([t / 1000, point.min, point.max, isJoined ? point.mean : null, isFilled ? null : point.mean]);
    before = point;
  }
  const column = (place: number) => rows.map((row) => row[place] ?? null);
  return [rows.map(([t]) => t ?? 0), column(1), column(2), column(3), column(4)];
}

const nothing: readonly never[] = [];
const ignore = () => {};

/** Draws our chart as an area page does. */
const drawOurs: Maker = (box, first) => {
  const root = createRoot(box);
  const show = ({ series, window, nights }: View) =>
    flushSync(() =>
      root.render(
        <ChartFrame window={window} timeZone={ZONE} zoomed={false} onZoom={ignore}>
          <IndexChart
            index={series.index}
            series={series}
            now={window.to}
            nights={nights}
            spans={nothing}
            publishedUntil={window.to}
            pooled="readings"
            height={PLOT_HEIGHT}
            spanLinks
          />
        </ChartFrame>,
      ),
    );
  show(first);
  return { show, end: () => root.unmount() };
};

const range = ({ from, to }: TimeWindow) => ({ min: from / 1000, max: to / 1000 });

/** Draws uPlot's chart: line (dashed where interpolated), band and axes. Unlike ours it has no read-out. */
const drawTheirs: Maker = (box, first) => {
  const line = { stroke: "#0d949f", width: 1.75, points: { show: false } };
  const bound = { width: 0, points: { show: false } };
  const options: uPlot.Options = {
    ...{ width: WIDTH, height: HEIGHT, legend: { show: false } },
    scales: { x: range(first.window) },
    series: [{}, bound, bound, { ...line, dash: [4, 3] }, line],
    bands: [{ series: [2, 1], fill: "rgb(13 148 159 / 0.14)" }],
    axes: [{}, { size: 38 }],
  };
  const plot = new uPlot(options, first.columns, box);
  const show = ({ columns, window }: View) =>
    plot.batch(() => {
      if (columns !== plot.data) plot.setData(columns, false);
      plot.setScale("x", range(window));
    });
  return { show, end: () => plot.destroy() };
};

const MAKERS = { ours: drawOurs, theirs: drawTheirs };
type Side = keyof typeof MAKERS;

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Returns the milliseconds from the start of `work` until its frame is painted. The work runs at the beginning of a
 * frame; the browser then computes styles, layout and paint before it delivers the message that stops the clock.
 */
async function painted(work: () => void): Promise<number> {
  for (let calm = 0; calm < 3; calm++) await frame();
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const begun = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - begun);
      work();
      port2.postMessage(null);
    });
  });
}

/** Measures one piece of work of one side, in milliseconds. */
async function timeOf(side: Side, work: Work, [before, after]: [View, View]): Promise<number> {
  const box = document.createElement("div");
  box.style.width = `${WIDTH}px`;
  document.body.append(box);
  let chart = work === "first" ? undefined : MAKERS[side](box, before);
  const took = await painted(() => {
    if (chart) chart.show(after);
    else chart = MAKERS[side](box, after);
  });
  chart?.end();
  box.remove();
  return took;
}

/** Measures both sides alternately, after some rounds of warm-up; milliseconds. */
async function timesOf(span: Span, work: Work, rounds: number): Promise<Record<Side, number[]>> {
  const times: Record<Side, number[]> = { ours: [], theirs: [] };
  for (let round = -WARM_UP; round < rounds; round++) {
    const views = viewsOf(span, work, round + WARM_UP);
    for (const side of round % 2 === 0 ? (["ours", "theirs"] as const) : (["theirs", "ours"] as const)) {
      const took = await timeOf(side, work, views);
      if (round >= 0) times[side].push(took);
    }
  }
  return times;
}

/** Measures a frame in which nothing is drawn: the overhead of the measurement, in milliseconds. */
const emptyFrames = () => painted(ignore);

const chartsPage = { timesOf, emptyFrames };
export type ChartsPage = typeof chartsPage;
Object.assign(window, { chartsPage });
