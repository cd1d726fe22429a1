/**
 * What has room beside a name in a row of the tree: a name that people must tell apart comes before all that is
 * written behind it. Widths are near enough in pixels for the product's letters at 13 px; pure, so that a row needs
 * not be measured before it is drawn.
 */

export type RowFit = {
  /** How much of Health: its value and the arrow, the value, nothing. An arrow alone says too little. */
  health: "whole" | "value" | "none";
  /** How many counts are shown; the rest is one number. */
  counts: number;
};

const CAPITAL = 8.6;
const DIGIT = 8.2;
const SMALL = 7;
const NARROW = 4;
const WIDE = 13.5;

const GAP = 8;
const ICON = 16;
const SMALL_DIGIT = 7.5;
const ARROW = 14;
const VALUE = 30;
const REST = 20;

/** About how wide a name is. */
export function widthOfName(name: string): number {
  let sum = 0;
  for (const letter of name) sum += widthOfLetter(letter);
  return sum;
}

function widthOfLetter(letter: string): number {
  if ((letter.codePointAt(0) ?? 0) >= 0x1100) return WIDE;
  if (/[\s.,:;'|!iljIftr()[\]/-]/.test(letter)) return NARROW + (letter === "r" || letter === "t" ? 1 : 0);
  if (/\p{Nd}/u.test(letter)) return DIGIT;
  return /[\p{Lu}mwM%@&+=<>“”]/u.test(letter) ? CAPITAL + 1 : SMALL;
}

const widthOfCount = (count: number) => GAP + ICON + SMALL_DIGIT * String(count).length;

/**
 * @param room for the name and all behind it, in pixels
 * @param counts those that are not 0, the weightiest first
 */
export function fitRow(
  room: number,
  name: string,
  {
    counts,
    hasHealth,
    hasTrend,
    isSilent,
  }: {
    counts: readonly number[];
    hasHealth: boolean;
    hasTrend: boolean;
    isSilent: boolean;
  },
): RowFit {
  const left = room - widthOfName(name) - (isSilent ? GAP + ICON : 0);
  const all = counts.reduce((sum, count) => sum + widthOfCount(count), 0);
  const value = all + GAP + VALUE;
  if (hasHealth && value + (hasTrend ? ARROW : 0) <= left) return { health: "whole", counts: counts.length };
  if (hasHealth && value <= left) return { health: "value", counts: counts.length };
  return { health: "none", counts: howMany(left, counts) };
}

/** At least one is always shown; two need no more room than one and the number of the rest. */
function howMany(left: number, counts: readonly number[]): number {
  for (let shown = counts.length; shown > 1; shown -= 1) {
    const own = counts.slice(0, shown).reduce((sum, count) => sum + widthOfCount(count), 0);
    if (own + (shown < counts.length ? REST : 0) <= left) return shown;
  }
  return Math.min(1, counts.length);
}
