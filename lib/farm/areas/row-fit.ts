/**
 * Decides what fits beside a name in a row of the tree; the name comes first. Widths are estimates in pixels for the
 * product's letters at 13 px, so that rows need no measuring before they are drawn.
 */

export type RowFit = {
  /** The part of Health that fits: value and arrow, the value, nothing. */
  health: "whole" | "value" | "none";
  /** Number of counts shown; the rest are summed in one number. */
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

/** The estimated width of a name. */
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

type RowParts = {
  /** Counts above 0, the weightiest first. */
  counts: readonly number[];
  hasHealth: boolean;
  hasTrend: boolean;
  isSilent: boolean;
};

/** @param room for the name and everything behind it, in pixels */
export function fitRow(room: number, name: string, { counts, hasHealth, ...parts }: RowParts): RowFit {
  const left = room - widthOfName(name) - (parts.isSilent ? GAP + ICON : 0);
  const value = widthOfCounts(counts) + GAP + VALUE;
  if (hasHealth && value + (parts.hasTrend ? ARROW : 0) <= left)
    return { health: "whole", counts: counts.length };
  if (hasHealth && value <= left) return { health: "value", counts: counts.length };
  // At least one count is always shown; two need no more room than one and the sum of the rest.
  let shown = counts.length;
  while (shown > 1 && widthOfCounts(counts.slice(0, shown)) + (shown < counts.length ? REST : 0) > left)
    shown -= 1;
  return { health: "none", counts: shown };
}

const widthOfCounts = (counts: readonly number[]) =>
  counts.reduce((sum, count) => sum + GAP + ICON + SMALL_DIGIT * String(count).length, 0);
