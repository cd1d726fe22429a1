/** The size of the screen and the widths of texts, in vmin, to choose texts that fit before they are drawn. */

import type { Words } from "@/lib/base/words/words";
import { fitName, shortenMiddle } from "@/lib/display/wall/look";
import type { Grid } from "@/lib/display/wall/pages";

/** The size of the screen in vmin: 178 by 100 in landscape, 100 by 178 in portrait. */
export type Room = { width: number; height: number; portrait: boolean };

/** The measures of docs/spec/design.md "Wall", in vmin; wall.css repeats them. */
const MARGIN = 4.4;
const GAP = 1.7;
export const TILE_PADDING = 2.2;

/** The width between the margins, in vmin. */
export const innerWidth = ({ width }: Room) => width - 2 * MARGIN;

/** The width of the text in a tile of a grid, in vmin. */
export function tileRoom(room: Room, { columns }: Grid): number {
  return (innerWidth(room) - GAP * (columns - 1)) / columns - 2 * TILE_PADDING;
}

/** The font sizes of a wall in vmin, each with the font weight of its names and the letter spacing in em. */
export const TYPE = {
  place: { size: 19, weight: 680, spacing: -0.025 },
  large: { size: 13, weight: 680, spacing: -0.025 },
  title: { size: 7.2, weight: 640, spacing: -0.02 },
  text: { size: 4.9, weight: 560, spacing: -0.01 },
  extra: { size: 3.4, weight: 520, spacing: 0 },
} as const;
export type TypeName = keyof typeof TYPE;

const PIXELS = 100;
const MAX_CACHED = 400;
const FAMILY = '"Inter Variable", Inter, system-ui, sans-serif';

let context: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** The width of a text in vmin; estimated if no canvas is available. */
export function widthOf(text: string, type: TypeName): number {
  const { size, weight, spacing } = TYPE[type];
  // wall.css draws digits of equal width; a canvas measures them with their own widths.
  const even = text.replace(/\d/g, "0");
  const key = `${type} ${even}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size > MAX_CACHED) widths.clear();
  const width = (measureText(even, weight) / PIXELS + text.length * spacing) * size;
  widths.set(key, width);
  return width;
}

function measureText(text: string, weight: number): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return text.length * PIXELS * 0.62;
  context.font = `${weight} ${PIXELS}px ${FAMILY}`;
  return context.measureText(text).width;
}

/** Clears the cache; called once the fonts are loaded. */
export function forgetWidths(): void {
  widths.clear();
}

/** Fits a name into `room`: drops its parents, then shortens it in the middle. */
export function fitNames(
  { t }: Words,
  names: readonly string[],
  room: number,
  type: TypeName,
  others: readonly string[] = [],
): string {
  return fitName(
    names.map((name) => name || t("ui.noName")),
    room,
    (text) => widthOf(text, type),
    others,
  );
}

/** The longest variant that fits as a title or as text; the smaller type is tried before the shorter words. */
export function fitTitleOrText(
  variants: readonly string[],
  room: number,
): { words: string; type: "title" | "text" } {
  const all = variants.flatMap((words) => (["title", "text"] as const).map((type) => ({ words, type })));
  return (
    all.find(({ words, type }) => widthOf(words, type) <= room) ?? {
      words: fitText(variants, room, "text"),
      type: "text",
    }
  );
}

/** The first variant that fits; else the last one, shortened. */
export function fitText(variants: readonly string[], room: number, type: TypeName): string {
  const fitting = variants.find((text) => widthOf(text, type) <= room);
  return fitting ?? shortenMiddle(variants.at(-1) ?? "", room, (text) => widthOf(text, type));
}
