"use client";
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type TreeRow, typeAhead } from "@/lib/farm/areas/tree";

/** Letters typed within this time belong to one name. */
const TYPE_AHEAD_MS = 700;
/** Rows drawn above and below those in view, so that a quick scroll shows no gap. */
const OVERSCAN = 8;
/** The drawn range moves in steps of this many rows, not with each pixel. */
const STEP = 4;
/** When most rows are new, those out of view are drawn only after this pause. */
const OVERSCAN_AFTER_MS = 80;

type SetOpen = (path: string, opened: boolean) => void;

/** A set of open paths, and a function that keeps its identity and opens or closes one. */
export function useOpenPaths(initial: () => Iterable<string>) {
  const [open, setPaths] = useState<ReadonlySet<string>>(() => new Set(initial()));
  const setOpen: SetOpen = useCallback(
    (path, opened) =>
      setPaths((before) => new Set(opened ? [...before, path] : [...before].filter((one) => one !== path))),
    [],
  );
  return { open, setOpen, setPaths };
}

type Acts<Row> = {
  setOpen: SetOpen;
  reveal: (index: number) => void;
  /** Follows or ticks a row, on Enter or Space. */
  enter: (row: Row) => void;
  /** Makes a row a favourite, on `*`; undefined in a tree of checkboxes, where Space always ticks. */
  star?: (row: Row) => void;
};

/** The attributes of a `treeitem` for assistive technology and the keyboard. */
export function rowAttributes<T>(row: TreeRow<T>, index: number) {
  return {
    "aria-level": row.node.depth + 1,
    "aria-posinset": row.position,
    "aria-setsize": row.siblings,
    "aria-expanded": row.node.children.length > 0 ? row.expanded : undefined,
    "data-row": index,
  };
}

/**
 * Keyboard handling of a tree: arrows, Home, End, Enter, `*` for a favourite, and type-ahead. One row is focusable; each
 * row in view carries its index as `data-row`.
 */
export function useTreeKeys<T>(
  rows: TreeRow<T>[],
  current: string | null,
  { setOpen, reveal, enter, star }: Acts<TreeRow<T>>,
) {
  const typed = useRef({ text: "", at: 0 });
  const [moved, setFocused] = useState<string | null>(null);
  // The row last moved to, else the chosen one, else the first.
  const indexOf = (path: string | null) => rows.findIndex(({ node }) => node.path === path);
  const movedTo = indexOf(moved);
  const focused = movedTo >= 0 ? movedTo : Math.max(indexOf(current), 0);

  const go = (tree: HTMLElement, index: number) => {
    setFocused(rows[index]?.node.path ?? null);
    reveal(index);
    requestAnimationFrame(() =>
      tree.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true }),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[focused];
    if (!row) return;
    // Names may contain spaces: during typing, a space belongs to the name.
    if (event.key === "Enter" || (event.key === " " && !(star && isTyping(typed.current)))) enter(row);
    else if (star && event.key === "*") star(row);
    else if (star && event.key === "/") focusSearch(event.currentTarget);
    else if (event.key === "ArrowRight" && row.node.children.length > 0 && !row.expanded)
      setOpen(row.node.path, true);
    else if (event.key === "ArrowLeft" && row.expanded) setOpen(row.node.path, false);
    else {
      const target = keyTarget(event.key, rows, focused, row, typed.current);
      if (target === null) return;
      go(event.currentTarget, target);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return { focused, setFocused, onKeyDown };
}

const isTyping = ({ text, at }: { text: string; at: number }) =>
  text !== "" && Date.now() - at < TYPE_AHEAD_MS;

function focusSearch(tree: HTMLElement): void {
  const field = tree.closest("nav")?.querySelector<HTMLInputElement>("input[type=search]");
  field?.focus();
  field?.select();
}

/** The index of the row that a key moves to; null if it does not move. */
function keyTarget<T>(
  key: string,
  rows: TreeRow<T>[],
  focused: number,
  row: TreeRow<T>,
  typed: { text: string; at: number },
): number | null {
  if (key === "ArrowDown") return Math.min(focused + 1, rows.length - 1);
  if (key === "ArrowUp") return Math.max(focused - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return rows.length - 1;
  if (key === "ArrowRight") return row.expanded ? focused + 1 : null;
  if (key === "ArrowLeft") {
    const parent = rows.slice(0, focused).findLastIndex(({ node }) => node.depth < row.node.depth);
    return parent < 0 ? null : parent;
  }
  if (key.length !== 1) return null;
  typed.text = isTyping(typed) ? typed.text + key : key;
  typed.at = Date.now();
  return typeAhead(rows, typed.text.length > 1 ? focused - 1 : focused, typed.text);
}

type Range = { first: number; last: number };

function drawnRange(top: number, height: number, rowHeight: number): Range {
  const step = (row: number) => Math.floor(row / STEP) * STEP;
  return { first: step(top / rowHeight), last: step((top + height) / rowHeight) + STEP };
}

const isSame = (one: Range, other: Range) => one.first === other.first && one.last === other.last;

const isApart = (one: Range, other: Range) => one.first >= other.last || one.last <= other.first;

/**
 * Which rows of a long list of equally high rows to draw.
 * @param start a row to begin at, -1 for none
 * @param order while it and the count are the same, only scrolling brings new rows into view
 */
export function useVisibleRange(count: number, rowHeight: number, start: number, order = "") {
  const ref: RefObject<HTMLDivElement | null> = useRef(null);
  const [range, setRange] = useState<Range>(() =>
    drawnRange(Math.max(0, start - 6) * rowHeight, 900, rowHeight),
  );
  const overscan = useOverscan(`${count} ${order}`, range);
  const measure = useCallback(() => {
    const element = ref.current;
    if (!element) return;
    const now = drawnRange(element.scrollTop, element.clientHeight, rowHeight);
    setRange((before) => (isSame(before, now) ? before : now));
  }, [rowHeight]);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [measure]);
  const reveal = useCallback(
    (index: number) => {
      const element = ref.current;
      if (!element) return;
      const top = index * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = top + rowHeight - element.clientHeight;
      // Not left to the scroll event: the row must exist in the next frame to receive the focus.
      measure();
    },
    [rowHeight, measure],
  );
  const chosen = useRef(start);
  useLayoutEffect(() => {
    if (chosen.current >= 0) reveal(chosen.current);
  }, [reveal]);
  const first = Math.min(Math.max(0, range.first - overscan), count);
  return { ref, first, last: Math.min(range.last + overscan, count), reveal };
}

/** Returns the number of rows to draw beyond those in view: none at first if most rows in view are new. */
function useOverscan(version: string, range: Range): number {
  const [drawn, setDrawn] = useState({ version, range, isWhole: false });
  const isNew = drawn.version !== version || isApart(drawn.range, range);
  if (isNew || drawn.range !== range) setDrawn({ version, range, isWhole: drawn.isWhole && !isNew });
  useEffect(() => {
    if (drawn.isWhole) return;
    const timer = setTimeout(() => setDrawn((now) => ({ ...now, isWhole: true })), OVERSCAN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [drawn.isWhole]);
  return drawn.isWhole ? OVERSCAN : 0;
}

/**
 * Keeps a row under the pointer while rows are added or removed above it.
 * @returns a function to call with the row's path just before the rows change
 */
export function useAnchoredRow(
  ref: RefObject<HTMLElement | null>,
  rows: readonly { node: { path: string } }[],
  rowHeight: number,
): (path: string) => void {
  const anchored = useRef<{ path: string; index: number } | null>(null);
  useLayoutEffect(() => {
    const before = anchored.current;
    const now = before ? rows.findIndex((row) => row.node.path === before.path) : -1;
    if (before && now >= 0 && ref.current) ref.current.scrollTop += (now - before.index) * rowHeight;
    anchored.current = null;
  }, [ref, rows, rowHeight]);
  return (path) => {
    anchored.current = { path, index: rows.findIndex((row) => row.node.path === path) };
  };
}
