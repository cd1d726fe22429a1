/** Names that do not fit: they lose their parents first, then shorten in the middle (design.md, "Wall"). */

const SEPARATOR = ", ";
const ELLIPSIS = "…";

/** A name with what it lies in, the largest first: `Glasshouse 2, Zone B`. */
export const joinNames = (names: readonly string[]) => names.join(SEPARATOR);

/**
 * What of a name has room.
 * @param names what it lies in, the largest first, and itself last
 * @param measure how wide a text is, in the unit of `room`
 * @param others names that it is to be told apart from
 */
export function fitName(
  names: readonly string[],
  room: number,
  measure: (text: string) => number,
  others: readonly string[] = [],
): string {
  for (let from = 0; from < names.length; from++) {
    const text = joinNames(names.slice(from));
    if (measure(text) <= room) return text;
  }
  return shortenMiddle(names.at(-1) ?? "", room, measure, others);
}

/**
 * The middle goes, never the first and the last letter; where it is what tells it from others, the hole is cut
 * beside that.
 */
export function shortenMiddle(
  name: string,
  room: number,
  measure: (text: string) => number,
  others: readonly string[] = [],
): string {
  if (measure(name) <= room) return name;
  const letters = [...name];
  const own = ownPart(letters, others);
  const cut = (kept: number) => {
    const head = headOf(kept, letters.length, own);
    return `${letters.slice(0, head).join("").trimEnd()}${ELLIPSIS}${letters
      .slice(letters.length - (kept - head))
      .join("")
      .trimStart()}`;
  };
  let [fits, tooMany] = [2, letters.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (measure(cut(middle)) <= room) fits = middle;
    else tooMany = middle;
  }
  return letters.length <= 2 ? name : cut(fits);
}

/** How many letters stand before the hole. */
function headOf(kept: number, length: number, own: { from: number; to: number }): number {
  const even = Math.ceil(kept / 2);
  const isCut = even < own.to && length - (kept - even) > own.from;
  if (!isCut) return even;
  if (own.to < kept) return own.to;
  return length - own.from < kept ? kept - (length - own.from) : even;
}

/** The letters between what a name begins with and ends with like all the others. */
function ownPart(letters: readonly string[], others: readonly string[]): { from: number; to: number } {
  let [from, to] = [letters.length, 0];
  for (const other of others.map((text) => [...text])) {
    if (other.join("") === letters.join("")) continue;
    let start = 0;
    while (start < letters.length && letters[start] === other[start]) start += 1;
    let end = 0;
    const most = Math.min(letters.length, other.length) - start;
    while (end < most && letters[letters.length - 1 - end] === other[other.length - 1 - end]) end += 1;
    from = Math.min(from, start);
    to = Math.max(to, letters.length - end);
  }
  return from < to ? { from, to } : { from: letters.length, to: 0 };
}
