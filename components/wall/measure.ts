import { fitName, shortenMiddle } from "@/lib/display/wall/names";

/** Widths of texts in vmin, measured with the wall's own letters: what fits is known before it is drawn. */

/** The sizes of type on a wall, in vmin, with the weight that each has where names stand. */
export const TYPE = {
  place: { size: 19, weight: 680 },
  large: { size: 13, weight: 680 },
  title: { size: 7.2, weight: 640 },
  text: { size: 4.9, weight: 560 },
  extra: { size: 3.4, weight: 520 },
} as const;
export type TypeName = keyof typeof TYPE;

const PIXELS = 100;
const MOST_KEPT = 400;
const FAMILY = '"Inter Variable", Inter, system-ui, sans-serif';

let context: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** How wide a text is, in vmin; an estimate where nothing can be measured. */
export function widthOf(text: string, type: TypeName): number {
  const { size, weight } = TYPE[type];
  // On a wall each digit is as wide as a nought; a canvas would give a one less.
  const even = text.replace(/\d/g, "0");
  const key = `${type} ${even}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size > MOST_KEPT) widths.clear();
  const width = (measured(even, weight) / PIXELS) * size;
  widths.set(key, width);
  return width;
}

function measured(text: string, weight: number): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return text.length * PIXELS * 0.62;
  context.font = `${weight} ${PIXELS}px ${FAMILY}`;
  return context.measureText(text).width;
}

/** The letters have come: what was measured with others is wrong. */
export function forgetWidths(): void {
  widths.clear();
}

/** A name in the room that it has: without its parents, then shortened in the middle. */
export function nameIn(
  names: readonly string[],
  room: number,
  type: TypeName,
  others: readonly string[] = [],
): string {
  return fitName(
    names.map((name) => name || "(no name)"),
    room,
    (text) => widthOf(text, type),
    others,
  );
}

/** The longest way that has room in the letters of a title or of text; the letters are the smaller before a word goes. */
export function lettersIn(ways: readonly string[], room: number): { words: string; type: "title" | "text" } {
  const all = ways.flatMap((words) => (["title", "text"] as const).map((type) => ({ words, type })));
  return (
    all.find(({ words, type }) => widthOf(words, type) <= room) ?? {
      words: wordsIn(ways, room, "text"),
      type: "text",
    }
  );
}

/** The first of some ways to say it that has room; the last is shortened if need be. */
export function wordsIn(ways: readonly string[], room: number, type: TypeName): string {
  const fitting = ways.find((text) => widthOf(text, type) <= room);
  return fitting ?? shortenMiddle(ways.at(-1) ?? "", room, (text) => widthOf(text, type));
}
