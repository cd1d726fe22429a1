/**
 * Scrolling through more rows than a browser can lay out: beyond some height the scrollbar is scaled, while
 * wheel, keys and touch still move by single pixels. Pure; all lengths are pixels.
 */

/** Every browser draws elements of this height; the lowest known limit is some 17 million. */
const MAX_HEIGHT = 8_000_000;
/** A scroll by more than this many views is a jump of the scrollbar; less is ordinary scrolling. */
const JUMP_VIEWS = 2;

export type Extent = {
  rows: number;
  rowHeight: number;
  /** Height of the visible area. */
  view: number;
};

/** `top` is the element's scroll offset, `at` the offset among the rows at full height. */
export type Scroll = { top: number; at: number };

const fullHeight = ({ rows, rowHeight }: Extent) => rows * rowHeight;
const scrollRange = (height: number, view: number) => Math.max(0, height - view);
const clamp = (value: number, max: number) => Math.min(Math.max(0, value), max);

/** Height of the scrolling element. */
export function scrollHeight(extent: Extent): number {
  return Math.min(fullHeight(extent), MAX_HEIGHT);
}

/** The position of the rows after the element was scrolled to `top`. */
export function positionAfterScroll(before: Scroll, top: number, extent: Extent): Scroll {
  const maxTop = scrollRange(scrollHeight(extent), extent.view);
  const maxAt = scrollRange(fullHeight(extent), extent.view);
  if (maxTop === maxAt) return { top, at: clamp(top, maxAt) };
  if (top <= 0) return { top, at: 0 };
  if (top >= maxTop - 1) return { top, at: maxAt };
  const by = top - before.top;
  if (Math.abs(by) <= JUMP_VIEWS * extent.view) return { top, at: clamp(before.at + by, maxAt) };
  return { top, at: (top / maxTop) * maxAt };
}

/** The scroll offset of the element that corresponds to `at`. */
export function scrollTopAt(at: number, extent: Extent): number {
  const maxTop = scrollRange(scrollHeight(extent), extent.view);
  const maxAt = scrollRange(fullHeight(extent), extent.view);
  return maxAt === 0 ? 0 : clamp((at / maxAt) * maxTop, maxTop);
}

/** The nearest position at which a row is in view. */
export function positionToReveal(row: number, at: number, { rowHeight, view, rows }: Extent): number {
  const top = row * rowHeight;
  const lowest = top + rowHeight - view;
  const wanted = at > top ? top : Math.max(at, lowest);
  return clamp(wanted, scrollRange(rows * rowHeight, view));
}

/** The rows in view, the last one excluded. */
export function rowsInView(at: number, { rows, rowHeight, view }: Extent): { first: number; last: number } {
  const first = Math.min(Math.floor(at / rowHeight), Math.max(0, rows - 1));
  return { first, last: Math.min(rows, Math.ceil((at + view) / rowHeight)) };
}
