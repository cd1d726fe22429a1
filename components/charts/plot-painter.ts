/** A plot on a canvas, layer by layer as the chart library's lies in the page. Pure but for the canvas. */
import type { TimeWindow } from "./chart-frame";
import type { Row, Stretch } from "./model";
import type { PlotScale } from "./plot-ground";
import type { PlotLook } from "./plot-look";

export type Painting = {
  rows: readonly Row[];
  window: TimeWindow;
  scale: PlotScale;
  ticks: readonly number[];
  signed: boolean;
  nights: readonly Stretch[];
  pendingFrom: number | null;
  band: { low: number; high: number } | null;
  /** Bars in the place of lines: how wide each is and whether it has the line of its extremes. */
  bars: { wide: number; hasRange: boolean } | null;
};

type Context = CanvasRenderingContext2D;

const DASH = [4, 3];
const DOT = 2.5;
/** As in the page: a canvas would draw sharper peaks. */
const MITER = 4;
/** Between two lines of the hatch, which run at 45 degrees, along the foot. */
const HATCH_STEP = 6 * Math.SQRT2;

/** Draws all anew, in pixels of the page. */
export function paintPlot(context: Context, painting: Painting, look: PlotLook): void {
  const { left, right, top, bottom } = painting.scale;
  paintField(context, painting, look);
  context.save();
  context.beginPath();
  context.rect(left, top, Math.max(right - left, 0), Math.max(bottom - top, 0));
  context.clip();
  const rows = rowsWithin(painting.rows, painting.window);
  context.fillStyle = look.hue;
  context.strokeStyle = look.hue;
  if (painting.bars) paintBars(context, rows, painting.scale, painting.bars, look);
  else paintLines(context, rows, painting.scale, look);
  context.restore();
}

/** Nights, the nominal band, hairlines, the hatch, the foot. */
function paintField(context: Context, painting: Painting, look: PlotLook): void {
  const { window, scale, band, pendingFrom } = painting;
  const { left, right, top, bottom } = scale;
  context.fillStyle = look.night;
  for (const { from, to } of painting.nights) {
    if (to <= window.from || from >= window.to) continue;
    const x = scale.toX(Math.max(from, window.from));
    context.fillRect(x, top, scale.toX(Math.min(to, window.to)) - x, bottom - top);
  }
  if (band) {
    context.globalAlpha = 0.1;
    context.fillStyle = look.nominal;
    context.fillRect(left, scale.toY(band.high), right - left, scale.toY(band.low) - scale.toY(band.high));
    context.globalAlpha = 1;
  }
  context.lineWidth = 1;
  for (const tick of painting.ticks)
    paintLevel(context, scale, scale.toY(tick), painting.signed && tick === 0 ? look.axis : look.grid);
  if (pendingFrom !== null && pendingFrom < window.to)
    paintHatch(context, scale.toX(Math.max(pendingFrom, window.from)), scale, look);
  paintLevel(context, scale, bottom, look.axis);
}

function paintLevel(context: Context, { left, right }: PlotScale, y: number, colour: string): void {
  context.strokeStyle = colour;
  context.beginPath();
  context.moveTo(left, y);
  context.lineTo(right, y);
  context.stroke();
}

function paintHatch(context: Context, from: number, { right, top, bottom }: PlotScale, look: PlotLook): void {
  context.save();
  context.beginPath();
  context.rect(from, top, right - from, bottom - top);
  context.clip();
  context.beginPath();
  // The line through the origin's corner lies half a step away from it.
  const first = Math.ceil((from + top) / HATCH_STEP - 1) * HATCH_STEP + HATCH_STEP / 2;
  for (let sum = first; sum < right + bottom + HATCH_STEP; sum += HATCH_STEP) {
    context.moveTo(sum - top, top);
    context.lineTo(sum - bottom, bottom);
  }
  context.globalAlpha = 0.5;
  context.strokeStyle = look.hatch;
  context.stroke();
  context.restore();
}

/** Those in view, and one on either side, to which the lines run on. */
function rowsWithin(rows: readonly Row[], { from, to }: TimeWindow): readonly Row[] {
  let first = rows.findIndex(({ t }) => t >= from);
  if (first < 0) first = rows.length;
  let end = first;
  while (end < rows.length && (rows[end]?.t ?? to) <= to) end += 1;
  return rows.slice(Math.max(first - 1, 0), end + 1);
}

function paintLines(context: Context, rows: readonly Row[], scale: PlotScale, look: PlotLook): void {
  context.globalAlpha = look.bandAlpha;
  traceBand(context, rows, scale);
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = look.lineWidth;
  context.lineJoin = "miter";
  context.miterLimit = MITER;
  context.setLineDash(DASH);
  traceLine(context, rows, (row) => row.filled, scale);
  context.stroke();
  context.setLineDash([]);
  context.lineJoin = "round";
  context.lineCap = "round";
  traceLine(context, rows, (row) => row.measured, scale);
  context.stroke();
  context.beginPath();
  for (const { t, lone } of rows) {
    if (lone === null) continue;
    context.moveTo(scale.toX(t) + DOT, scale.toY(lone));
    context.arc(scale.toX(t), scale.toY(lone), DOT, 0, 2 * Math.PI);
  }
  context.fill();
}

/** A line that breaks where there is no value. */
function traceLine(
  context: Context,
  rows: readonly Row[],
  pick: (row: Row) => number | null,
  { toX, toY }: PlotScale,
): void {
  context.beginPath();
  let isDown = false;
  for (const row of rows) {
    const value = pick(row);
    if (value === null) isDown = false;
    else {
      const [x, y] = [toX(row.t), toY(value)];
      if (!isDown) context.moveTo(x, y);
      // A value between two breaks is a point: of no length it would not be drawn.
      context.lineTo(isDown ? x : x + 0.01, y);
      isDown = true;
    }
  }
}

/** From break to break there along the highest and back along the lowest. */
function traceBand(context: Context, rows: readonly Row[], scale: PlotScale): void {
  context.beginPath();
  let begun = 0;
  rows.forEach((row, index) => {
    if (row.band) return;
    traceBandPart(context, rows, begun, index, scale);
    begun = index + 1;
  });
  traceBandPart(context, rows, begun, rows.length, scale);
}

function traceBandPart(
  context: Context,
  rows: readonly Row[],
  from: number,
  end: number,
  { toX, toY }: PlotScale,
): void {
  if (end - from < 2) return;
  for (let index = from; index < end; index++) {
    const row = rows[index];
    if (!row?.band) continue;
    if (index === from) context.moveTo(toX(row.t), toY(row.band[1]));
    else context.lineTo(toX(row.t), toY(row.band[1]));
  }
  for (let index = end - 1; index >= from; index--) {
    const row = rows[index];
    if (row?.band) context.lineTo(toX(row.t), toY(row.band[0]));
  }
  context.closePath();
}

function paintBars(
  context: Context,
  rows: readonly Row[],
  { toX, toY, bottom }: PlotScale,
  { wide, hasRange }: NonNullable<Painting["bars"]>,
  look: PlotLook,
): void {
  const foot = Math.min(toY(0), bottom);
  context.globalAlpha = 0.75;
  for (const { t, point } of rows)
    if (point) {
      const top = toY(point.mean);
      context.fillRect(toX(t) - wide / 2, top, wide, Math.max(foot - top, 0));
    }
  context.globalAlpha = 1;
  if (!hasRange) return;
  context.beginPath();
  for (const { t, point } of rows) {
    if (!point || point.max <= point.min) continue;
    context.moveTo(toX(t), toY(point.min));
    context.lineTo(toX(t), toY(point.max));
  }
  context.strokeStyle = look.mark;
  context.lineWidth = 1;
  context.stroke();
}
