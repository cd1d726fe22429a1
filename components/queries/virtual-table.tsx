"use client";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useId,
  useLayoutEffect,
  useState,
} from "react";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import {
  countOutOfView,
  type OutOfView,
  outOfViewWords,
  type Span,
  stepByColumn,
  stepByView,
} from "./sideways";
import type { Row } from "./use-row-blocks";
import type { useVirtualScroll } from "./use-virtual-scroll";
import { type Extent, scrollHeight } from "./virtual-scroll";

export const HEAD_HEIGHT = 34;
const EDGE = "pointer-events-none absolute inset-y-0 z-10 w-2 from-control to-transparent";
const CELL = "truncate px-2 first:pl-4 last:pr-4";

export type Column = {
  id: string;
  head: ReactNode;
  /** Explains the column on hover. */
  hint?: string;
  /** Width in rem; unpinned columns share what is left of a wider table. */
  width: number;
  /** Stays in place while the others scroll sideways. Pinned columns come first. */
  pinned?: boolean;
  numeric?: boolean;
  cell: (row: Row) => ReactNode;
};

type Props = {
  label: string;
  columns: readonly Column[];
  /** Draws rows as cards where columns have no room. */
  card?: (row: Row) => ReactNode;
  scroll: ReturnType<typeof useVirtualScroll>;
  rowOf: (row: number) => Row | undefined;
  /** Opens a row: by Enter, or a click on its card. */
  onOpen?: (row: Row) => void;
};

/**
 * A table of any number of rows that draws only those in view. The frame has the focus; arrows, Page,
 * Home and End move its cursor row, left and right its columns.
 */
export function VirtualTable({ label, columns, card, scroll, rowOf, onOpen }: Props) {
  const id = useId();
  const { extent, first, last } = scroll;
  const [cursor, setCursor] = useState<number | null>(null);
  const { outOfView, move } = useSidewaysScroll(scroll.ref, columns);
  const open = (row: number | null) => {
    const found = row === null ? undefined : rowOf(row);
    if (found) onOpen?.(found);
  };
  const onKeyDown = useCursorKeys(cursor, setCursor, scroll, { move, open });
  const template = columns
    .map(({ width, pinned }) => (pinned ? `${width}rem` : `minmax(${width}rem, ${width}fr)`))
    .join(" ");
  const places = pinnedOffsets(columns);
  const minWidth = card ? undefined : `${columns.reduce((sum, { width }) => sum + width, 0)}rem`;
  const drawn = Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
  const isCursorDrawn = cursor !== null && cursor >= first && cursor < last;
  return (
    <>
      {!card && <MoreColumns outOfView={outOfView} move={move} opens={onOpen !== undefined} />}
      <div className="relative">
        <table
          ref={scroll.ref}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its own keys move through rows that are not all there
          role="grid"
          aria-label={label}
          aria-rowcount={extent.rows + 1}
          aria-colcount={columns.length}
          aria-activedescendant={isCursorDrawn ? `${id}-${cursor}` : undefined}
          tabIndex={0}
          onKeyDown={onKeyDown}
          className="peer relative block overflow-auto overscroll-x-contain outline-none [box-shadow:none]"
          style={{ height: frameHeight(extent, card === undefined) }}
        >
          <Head {...{ columns, template, minWidth, places }} isHidden={card !== undefined} />
          {/* Clipped, not hidden: a scroll container of its own would break the sticky columns. */}
          <tbody className="relative block overflow-clip" style={{ height: scrollHeight(extent), minWidth }}>
            {drawn.map((row) => (
              <tr
                key={row}
                id={`${id}-${row}`}
                aria-rowindex={row + 2}
                data-cursor={row === cursor || undefined}
                onPointerDown={() => setCursor(row)}
                onClick={card && onOpen && (() => open(row))}
                className={cx(
                  "group/row absolute inset-x-0 border-b border-hairline bg-surface text-sm data-cursor:bg-hover data-cursor:shadow-[inset_3px_0_0_var(--accent)]",
                  card ? "block px-4 py-2.5" : "grid items-center",
                  card && onOpen && "cursor-pointer",
                )}
                style={{
                  top: scroll.placeOf(row),
                  height: extent.rowHeight,
                  gridTemplateColumns: card ? undefined : template,
                }}
              >
                <Cells {...{ columns, card, places }} row={rowOf(row)} />
              </tr>
            ))}
          </tbody>
        </table>
        {!card && <Edges outOfView={outOfView} />}
        {/* The frame's own focus ring would be covered by the rows. */}
        <div className="pointer-events-none absolute inset-0 z-20 peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-2 peer-focus-visible:outline-focus" />
      </div>
    </>
  );
}

/** Left edges of the pinned columns in rem; the first column is always pinned. */
function pinnedOffsets(columns: readonly Column[]): (number | null)[] {
  let left = 0;
  return columns.map(({ width, pinned }, index) => {
    const place = pinned || index === 0 ? left : null;
    left += width;
    return place;
  });
}

type Sideways = ReturnType<typeof useSidewaysScroll>;

/** How many columns are out of view, with buttons to scroll to them; nothing if all are in view. */
function MoreColumns({ outOfView, move, opens }: Sideways & { opens: boolean }) {
  const words = outOfViewWords(outOfView);
  if (!words) return null;
  return (
    <div className="flex items-center gap-1 border-b border-hairline py-1 pr-2 pl-4 text-sm">
      <p className="min-w-0 flex-1">
        <span className="font-medium" role="status">
          {words}
        </span>
        {opens && <span className="text-ink-3">; Enter shows all columns of a row</span>}
      </p>
      <IconButton
        icon="chevron-left"
        label="Columns to the left"
        disabled={outOfView.left === 0}
        onClick={() => move(-1, "view")}
      />
      <IconButton
        icon="chevron-right"
        label="Columns to the right"
        disabled={outOfView.right === 0}
        onClick={() => move(1, "view")}
      />
    </div>
  );
}

/** A shade over each edge with more columns behind it. */
function Edges({ outOfView: { left, right, bar, pinned } }: Pick<Sideways, "outOfView">) {
  return (
    <>
      {left > 0 && <span className={cx(EDGE, "bg-linear-to-r")} style={{ left: pinned }} />}
      {right > 0 && <span className={cx(EDGE, "bg-linear-to-l")} style={{ right: bar }} />}
    </>
  );
}

/** As high as its rows, but low enough to leave the page around it in view. */
const frameHeight = ({ rows, rowHeight }: Extent, hasHead: boolean) =>
  `min(${rows * rowHeight + (hasHead ? HEAD_HEIGHT : 0) + 2}px, max(22rem, 62svh))`;

type HeadProps = {
  columns: readonly Column[];
  template: string;
  minWidth: string | undefined;
  places: readonly (number | null)[];
  isHidden: boolean;
};

function Head({ columns, template, minWidth, places, isHidden }: HeadProps) {
  return (
    <thead className={isHidden ? "sr-only" : "sticky top-0 z-10 block bg-surface"} style={{ minWidth }}>
      <tr
        aria-rowindex={1}
        className="grid items-center border-b border-hairline text-xs text-ink-3"
        style={{ gridTemplateColumns: template, height: HEAD_HEIGHT }}
      >
        {columns.map(({ id, head, hint, numeric }, index) => (
          <th
            key={id}
            scope="col"
            title={hint}
            data-pinned={places[index] === null ? undefined : ""}
            style={leftStyle(places[index])}
            className={cx(
              CELL,
              "font-medium",
              numeric ? "text-right" : "text-left",
              places[index] !== null && "sticky z-1 bg-surface leading-8",
            )}
          >
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const leftStyle = (place: number | null | undefined) => (place == null ? undefined : { left: `${place}rem` });

type CellsProps = Pick<HeadProps, "columns" | "places"> & { card: Props["card"]; row: Row | undefined };

function Cells({ columns, places, card, row }: CellsProps) {
  if (card) return <td className="block">{row ? card(row) : <Waiting />}</td>;
  return columns.map(({ id, cell, numeric }, index) => (
    <td
      key={id}
      style={leftStyle(places[index])}
      className={cx(
        CELL,
        numeric && "text-right",
        // As high as the row, so that nothing scrolling below it shows through.
        places[index] !== null &&
          "sticky z-1 grid h-full content-center bg-surface group-data-cursor/row:bg-hover",
        index === 0 && "group-data-cursor/row:shadow-[inset_3px_0_0_var(--accent)]",
      )}
    >
      {row ? cell(row) : <Waiting />}
    </td>
  ));
}

/** Placeholder for a row that is being read. */
function Waiting() {
  return (
    <span className="inline-block h-2.5 w-3/5 rounded-1 bg-sunken align-middle">
      <span className="sr-only">being read</span>
    </span>
  );
}

function useCursorKeys(
  cursor: number | null,
  setCursor: (row: number) => void,
  { extent, seen, reveal }: Props["scroll"],
  { move, open }: { move: Sideways["move"]; open: (row: number | null) => void },
) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(extent.view / extent.rowHeight) - 1);
    const here = cursor ?? seen.first - 1;
    const target = {
      ArrowDown: here + 1,
      ArrowUp: (cursor ?? seen.first + 1) - 1,
      PageDown: here + page,
      PageUp: here - page,
      Home: 0,
      End: extent.rows - 1,
    }[event.key];
    if (event.key === "ArrowRight" || event.key === "ArrowLeft" || event.key === "Enter") {
      event.preventDefault();
      if (event.key === "Enter") open(cursor);
      else move(event.key === "ArrowRight" ? 1 : -1, "column");
    }
    if (target === undefined) return;
    event.preventDefault();
    const row = Math.min(Math.max(0, target), extent.rows - 1);
    setCursor(row);
    reveal(row);
  };
}

type Frame = RefObject<HTMLTableElement | null>;

/** Which columns of a table are out of view, and how to scroll to them. Pinned columns have `data-pinned`. */
function useSidewaysScroll(frame: Frame, columns: readonly unknown[]) {
  const [outOfView, setOutOfView] = useState<OutOfView & { bar: number; pinned: number }>(ALL_IN_VIEW);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || columns.length === 0) return;
    const measure = () => {
      const { spans, view, pinned } = readLayout(element);
      const next = {
        ...countOutOfView(spans, view),
        bar: element.offsetWidth - element.clientWidth,
        pinned,
      };
      setOutOfView((last) => (isSame(last, next) ? last : next));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [frame, columns]);

  const move = useCallback(
    (by: 1 | -1, step: "column" | "view") => {
      const element = frame.current;
      if (!element) return;
      const { spans, view, pinned } = readLayout(element);
      element.scrollLeft = (step === "column" ? stepByColumn : stepByView)(spans, view, by) - pinned;
    },
    [frame],
  );
  return { outOfView, move };
}

const ALL_IN_VIEW = { left: 0, right: 0, bar: 0, pinned: 0 };

const isSame = (a: typeof ALL_IN_VIEW, b: typeof ALL_IN_VIEW) =>
  a.left === b.left && a.right === b.right && a.bar === b.bar && a.pinned === b.pinned;

/** The extents of the scrolling columns, and the part of them in view beside the pinned ones. */
function readLayout(element: HTMLTableElement): { spans: Span[]; view: Span; pinned: number } {
  const heads = [...element.querySelectorAll<HTMLElement>("thead th")];
  const pinned = heads
    .filter((head) => head.dataset.pinned !== undefined)
    .reduce((sum, head) => sum + head.offsetWidth, 0);
  const spans = heads
    .filter((head) => head.dataset.pinned === undefined)
    .map((head) => ({ from: head.offsetLeft, to: head.offsetLeft + head.offsetWidth }));
  const { scrollLeft, clientWidth } = element;
  return { spans, view: { from: scrollLeft + pinned, to: scrollLeft + clientWidth }, pinned };
}
