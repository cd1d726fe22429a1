/** Paints a plot on a canvas, layer by layer as recharts stacks them. Pure but for the canvas. */

import { type Bar, type Box, LOOK, type PlotDescription } from "./description";
import type { PlotScale } from "./geometry";
import { type Row, unbroken } from "./rows";

/** The styles of the page that a canvas needs, which has none itself. `range` is the line over a bar. */
export function readLook(style: CSSStyleDeclaration) {
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    hue: style.color,
    lineWidth: Number.parseFloat(token("--line-w")),
    bandAlpha: Number(token("--band-alpha")),
    night: token("--night"),
    grid: token("--grid"),
    axis: token("--axis"),
    hatch: token("--control"),
    nominal: token("--text-3"),
    range: token("--text-1"),
  };
}
export type CanvasLook = ReturnType<typeof readLook>;

type Context = CanvasRenderingContext2D;

/** The miter limit of SVG; that of a canvas would draw sharper peaks. */
const MITER = 4;
/** The horizontal distance of the hatch lines, which are 6 px apart at 45 degrees. */
const HATCH_STEP = 6 * Math.SQRT2;

/** Repaints everything, in pixels of the page. @param rows those in view */
export function paintPlot(
  context: Context,
  description: PlotDescription,
  rows: readonly Row[],
  look: CanvasLook,
): void {
  const { scale, bars } = description;
  const { left, right, top, bottom } = scale;
  paintField(context, description, look);
  context.save();
  clipTo(context, {
    ...{ x: left, y: top },
    width: Math.max(right - left, 0),
    height: Math.max(bottom - top, 0),
  });
  context.fillStyle = look.hue;
  context.strokeStyle = look.hue;
  if (bars) paintBars(context, bars, look);
  else paintLines(context, rows, scale, look);
  context.restore();
}

function clipTo(context: Context, { x, y, width, height }: Box): void {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
}

const fillBox = (context: Context, { x, y, width, height }: Box) => context.fillRect(x, y, width, height);

function paintField(context: Context, description: PlotDescription, look: CanvasLook): void {
  const { scale, band, pending } = description;
  context.fillStyle = look.night;
  for (const night of description.nights) fillBox(context, night);
  if (band) {
    context.globalAlpha = LOOK.bandOpacity;
    context.fillStyle = look.nominal;
    fillBox(context, band);
    context.globalAlpha = 1;
  }
  context.lineWidth = 1;
  for (const { y, isZero } of description.levels)
    paintLevel(context, scale, y, isZero ? look.axis : look.grid);
  if (pending) paintHatch(context, pending, look);
  paintLevel(context, scale, scale.bottom, look.axis);
}

function paintLevel(context: Context, { left, right }: PlotScale, y: number, colour: string): void {
  context.strokeStyle = colour;
  context.beginPath();
  context.moveTo(left, y);
  context.lineTo(right, y);
  context.stroke();
}

function paintHatch(context: Context, box: Box, look: CanvasLook): void {
  const [top, right, bottom] = [box.y, box.x + box.width, box.y + box.height];
  context.save();
  clipTo(context, box);
  context.beginPath();
  // The pattern in SVG has its first line half a step from the origin.
  const first = Math.ceil((box.x + top) / HATCH_STEP - 1) * HATCH_STEP + HATCH_STEP / 2;
  for (let sum = first; sum < right + bottom + HATCH_STEP; sum += HATCH_STEP) {
    context.moveTo(sum - top, top);
    context.lineTo(sum - bottom, bottom);
  }
  context.globalAlpha = LOOK.hatchOpacity;
  context.strokeStyle = look.hatch;
  context.stroke();
  context.restore();
}

function paintLines(context: Context, rows: readonly Row[], scale: PlotScale, look: CanvasLook): void {
  context.globalAlpha = look.bandAlpha;
  traceBand(context, rows, scale);
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = look.lineWidth;
  context.lineJoin = "miter";
  context.miterLimit = MITER;
  context.setLineDash(LOOK.dash);
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
    context.moveTo(scale.toX(t) + LOOK.dotRadius, scale.toY(lone));
    context.arc(scale.toX(t), scale.toY(lone), LOOK.dotRadius, 0, 2 * Math.PI);
  }
  context.fill();
}

/** A line that breaks where a value is null. */
function traceLine(
  context: Context,
  rows: readonly Row[],
  pick: (row: Row) => number | null,
  { toX, toY }: PlotScale,
): void {
  context.beginPath();
  for (const [first, ...others] of unbroken(rows, pick)) {
    if (!first) continue;
    context.moveTo(toX(first.t), toY(first.value));
    // A single value between two breaks needs some length to be drawn at all.
    context.lineTo(toX(first.t) + 0.01, toY(first.value));
    for (const { t, value } of others) context.lineTo(toX(t), toY(value));
  }
}

/** The area between lowest and highest, apart at every break. */
function traceBand(context: Context, rows: readonly Row[], { toX, toY }: PlotScale): void {
  context.beginPath();
  for (const part of unbroken(rows, (row) => row.band)) {
    if (part.length < 2) continue;
    const edge = [
      ...part.map(({ t, value: [, high] }) => ({ x: toX(t), y: toY(high) })),
      ...part.map(({ t, value: [low] }) => ({ x: toX(t), y: toY(low) })).reverse(),
    ];
    edge.forEach(({ x, y }, place) => {
      if (place === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.closePath();
  }
}

function paintBars(context: Context, bars: readonly Bar[], look: CanvasLook): void {
  context.globalAlpha = LOOK.barOpacity;
  for (const bar of bars) fillBox(context, bar);
  context.globalAlpha = 1;
  context.beginPath();
  for (const { x, width, range } of bars) {
    if (!range) continue;
    context.moveTo(x + width / 2, range[0]);
    context.lineTo(x + width / 2, range[1]);
  }
  context.strokeStyle = look.range;
  context.lineWidth = 1;
  context.stroke();
}
