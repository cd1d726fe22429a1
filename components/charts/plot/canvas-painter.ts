/** Paints the lines or bars of a plot on a canvas, as recharts draws them. Pure but for the canvas. */

import { type Bar, LOOK, type PlotDescription } from "./description";
import type { PlotScale } from "./geometry";
import { type Row, unbroken } from "./rows";

/** The styles of the page that a canvas needs, which has none itself. `range` is the line over a bar. */
export function readLook(style: CSSStyleDeclaration) {
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    hue: style.color,
    lineWidth: Number.parseFloat(token("--line-w")),
    bandAlpha: Number(token("--band-alpha")),
    range: token("--text-1"),
  };
}
export type CanvasLook = ReturnType<typeof readLook>;

type Context = CanvasRenderingContext2D;

/** The miter limit of SVG; that of a canvas would draw sharper peaks. */
const MITER = 4;

/** Repaints everything, in pixels of the page. @param rows those in view */
export function paintPlot(
  context: Context,
  description: PlotDescription,
  rows: readonly Row[],
  look: CanvasLook,
): void {
  const { scale, bars } = description;
  const { left, right, top, bottom } = scale;
  context.save();
  context.beginPath();
  context.rect(left, top, Math.max(right - left, 0), Math.max(bottom - top, 0));
  context.clip();
  context.fillStyle = look.hue;
  context.strokeStyle = look.hue;
  if (bars) paintBars(context, bars, look);
  else paintLines(context, rows, scale, look);
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
  for (const { x, y, width, height } of bars) context.fillRect(x, y, width, height);
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
