/**
 * Scrolling through more rows than a browser can lay out: beyond some height the scrollbar is scaled, while
 * wheel, keys and touch still move by single pixels. Pure; all lengths are pixels.
 */

/** Every browser draws elements of this height; the lowest known limit is some 17 million. */
const HIGHEST = 8_000_000;
/** A scroll by more than this many views is a jump of the scrollbar; less is ordinary scrolling. */
const NEAR_VIEWS = 2;

export type Extent = {
  rows: number;
  rowHeight: number;
  /** Height of the visible area. */
  view: number;
};

/** `top` is the element's scroll offset, `at` the offset among the rows at full height. */
export type Scroll = { top: number; at: number };

const fullHeight = ({ rows, rowHeight }: Extent) => rows * rowHeight;
const room = (height: number, view: number) => Math.max(0, height - view);
const within = (value: number, most: number) => Math.min(Math.max(0, value), most);

/** Height of the scrolling element. */
export function heightOf(extent: Extent): number {
  return Math.min(fullHeight(extent), HIGHEST);
}

/** The position of the rows after the element was scrolled to `top`. */
export function scrolledTo(before: Scroll, top: number, extent: Extent): Scroll {
  const mostTop = room(heightOf(extent), extent.view);
  const mostAt = room(fullHeight(extent), extent.view);
  if (mostTop === mostAt) return { top, at: within(top, mostAt) };
  if (top <= 0) return { top, at: 0 };
  if (top >= mostTop - 1) return { top, at: mostAt };
  const by = top - before.top;
  if (Math.abs(by) <= NEAR_VIEWS * extent.view) return { top, at: within(before.at + by, mostAt) };
  return { top, at: (top / mostTop) * mostAt };
}

/** The scroll offset of the element that corresponds to `at`. */
export function topOf(at: number, extent: Extent): number {
  const mostTop = room(heightOf(extent), extent.view);
  const mostAt = room(fullHeight(extent), extent.view);
  return mostAt === 0 ? 0 : within((at / mostAt) * mostTop, mostTop);
}

/** The nearest position at which a row is in view. */
export function revealing(row: number, at: number, { rowHeight, view, rows }: Extent): number {
  const top = row * rowHeight;
  const lowest = top + rowHeight - view;
  const wanted = at > top ? top : Math.max(at, lowest);
  return within(wanted, room(rows * rowHeight, view));
}

/** The rows in view, the last one excluded. */
export function rowsInView(at: number, { rows, rowHeight, view }: Extent): { first: number; last: number } {
  const first = Math.min(Math.floor(at / rowHeight), Math.max(0, rows - 1));
  return { first, last: Math.min(rows, Math.ceil((at + view) / rowHeight)) };
}
