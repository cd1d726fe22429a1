/** Names that do not fit: they lose their parents first, then shorten in the middle (design.md, "Wall"). */

const SEPARATOR = ", ";
const ELLIPSIS = "…";

/** A name with what it lies in, the largest first: `Glasshouse 2, Zone B`. */
export const joinNames = (names: readonly string[]) => names.join(SEPARATOR);

/**
 * What of a name has room.
 * @param names what it lies in, the largest first, and itself last
 * @param measure how wide a text is, in the unit of `room`
 */
export function fitName(names: readonly string[], room: number, measure: (text: string) => number): string {
  for (let from = 0; from < names.length; from++) {
    const text = joinNames(names.slice(from));
    if (measure(text) <= room) return text;
  }
  return shortenMiddle(names.at(-1) ?? "", room, measure);
}

/** Beginning and end tell names apart: the middle goes. Never less than a letter on each side. */
export function shortenMiddle(name: string, room: number, measure: (text: string) => number): string {
  if (measure(name) <= room) return name;
  const letters = [...name];
  const cut = (kept: number) => {
    const head = Math.ceil(kept / 2);
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
