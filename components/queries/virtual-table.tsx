"use client";
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { said } from "@/components/ui/live-region";
import { useWords } from "@/components/words/words";
import type { RowCells } from "@/lib/history/queries/row-cells";
import { countOutOfView, outOfViewWords, type Span, stepByColumn, stepByView } from "./sideways";
import type { useVirtualScroll } from "./use-virtual-scroll";
import { scrollHeight } from "./virtual-scroll";

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
  cell: (row: RowCells) => ReactNode;
};

/**
 * A table of any number of rows that draws only those in view. The frame has the focus; arrows, Page,
 * Home and End move its cursor row, left and right its columns.
 */
export function VirtualTable({
  label,
  columns,
  card,
  scroll,
  rowOf,
  onOpen,
}: {
  label: string;
  columns: readonly Column[];
  /** Draws rows as cards where columns have no room. */
  card?: (row: RowCells) => ReactNode;
  scroll: ReturnType<typeof useVirtualScroll>;
  rowOf: (row: number) => RowCells | undefined;
  /** Opens a row: by Enter, or a click on its card. */
  onOpen?: (row: RowCells) => void;
}) {
  const id = useId();
  const { extent, first, last } = scroll;
  const [cursor, setCursor] = useState<number | null>(null);
  const { outOfView, move } = useSidewaysScroll(scroll.ref, columns);
  const open = (row: number | null) => {
    const found = row === null ? undefined : rowOf(row);
    if (found) onOpen?.(found);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rowAfterKey(event.key, cursor, scroll);
    if (event.key === "Enter") open(cursor);
    else if (event.key === "ArrowRight") move(1, "column");
    else if (event.key === "ArrowLeft") move(-1, "column");
    else if (row === undefined) return;
    else {
      setCursor(row);
      scroll.reveal(row);
    }
    event.preventDefault();
  };
  const template = columns
    .map(({ width, pinned }) => (pinned ? `${width}rem` : `minmax(${width}rem, ${width}fr)`))
    .join(" ");
  const offsets = pinnedOffsets(columns);
  const minWidth = card ? undefined : `${columns.reduce((sum, { width }) => sum + width, 0)}rem`;
  const drawn = Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
  const isCursorDrawn = cursor !== null && cursor >= first && cursor < last;
  // As high as its rows, but low enough to leave the page around it in view.
  const rowsHeight = extent.rows * extent.rowHeight + (card ? 0 : HEAD_HEIGHT) + 2;
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
          style={{ height: `min(${rowsHeight}px, max(22rem, 62svh))` }}
        >
          <thead className={card ? "sr-only" : "sticky top-0 z-10 block bg-surface"} style={{ minWidth }}>
            <tr
              aria-rowindex={1}
              className="grid items-center border-b border-hairline text-xs text-ink-3"
              style={{ gridTemplateColumns: template, height: HEAD_HEIGHT }}
            >
              {columns.map(({ id, head, hint, numeric }, nth) => (
                <th
                  key={id}
                  scope="col"
                  title={hint}
                  {...pinnedAt(offsets[nth])}
                  className={cx(
                    CELL,
                    "font-medium data-pinned:sticky data-pinned:z-1 data-pinned:bg-surface data-pinned:leading-8",
                    numeric ? "text-right" : "text-left",
                  )}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
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
                <Cells {...{ columns, card, offsets }} row={rowOf(row)} />
              </tr>
            ))}
          </tbody>
        </table>
        {/* A shade over each edge with more columns behind it. */}
        {!card && outOfView.left > 0 && (
          <span className={cx(EDGE, "bg-linear-to-r")} style={{ left: outOfView.pinned }} />
        )}
        {!card && outOfView.right > 0 && (
          <span className={cx(EDGE, "bg-linear-to-l")} style={{ right: outOfView.bar }} />
        )}
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

/** Shows the number of columns out of view, with buttons to scroll to them; nothing if all are in view. */
function MoreColumns({ outOfView, move, opens }: ReturnType<typeof useSidewaysScroll> & { opens: boolean }) {
  const words = useWords();
  const { t } = words;
  const text = outOfViewWords(words, outOfView);
  if (!text) return null;
  return (
    <div className="flex items-center gap-1 border-b border-hairline py-1 pr-2 pl-4 text-sm">
      <p className="min-w-0 flex-1">
        <span className="font-medium" ref={said}>
          {text}
        </span>
        {opens && <span className="text-ink-3">{t("queries.rows.openHint")}</span>}
      </p>
      <IconButton
        icon="chevron-left"
        label={t("queries.rows.toLeft")}
        disabled={outOfView.left === 0}
        onClick={() => move(-1, "view")}
      />
      <IconButton
        icon="chevron-right"
        label={t("queries.rows.toRight")}
        disabled={outOfView.right === 0}
        onClick={() => move(1, "view")}
      />
    </div>
  );
}

/** Marks a pinned column and keeps it in its place, an offset in rem. */
const pinnedAt = (offset: number | null | undefined) =>
  offset == null ? {} : { "data-pinned": "", style: { left: `${offset}rem` } };

function Cells({
  columns,
  offsets,
  card,
  row,
}: {
  columns: readonly Column[];
  offsets: readonly (number | null)[];
  card: ((row: RowCells) => ReactNode) | undefined;
  row: RowCells | undefined;
}) {
  if (card) return <td className="block">{row ? card(row) : <Waiting />}</td>;
  return columns.map(({ id, cell, numeric }, nth) => (
    <td
      key={id}
      {...pinnedAt(offsets[nth])}
      className={cx(
        CELL,
        numeric && "text-right",
        // As high as the row, so that nothing scrolling below it shows through.
        "data-pinned:sticky data-pinned:z-1 data-pinned:grid data-pinned:h-full data-pinned:content-center data-pinned:bg-surface group-data-cursor/row:data-pinned:bg-hover",
        nth === 0 && "group-data-cursor/row:shadow-[inset_3px_0_0_var(--accent)]",
      )}
    >
      {row ? cell(row) : <Waiting />}
    </td>
  ));
}

/** Placeholder for a row that is being read. */
function Waiting() {
  const { t } = useWords();
  return (
    <span className="inline-block h-2.5 w-3/5 rounded-1 bg-sunken align-middle">
      <span className="sr-only">{t("queries.rows.loading")}</span>
    </span>
  );
}

/** The cursor's row after a key; undefined for keys that do not move it. */
function rowAfterKey(
  key: string,
  cursor: number | null,
  { extent, seen }: ReturnType<typeof useVirtualScroll>,
): number | undefined {
  const page = Math.max(1, Math.floor(extent.view / extent.rowHeight) - 1);
  const here = cursor ?? seen.first - 1;
  const row = {
    ArrowDown: here + 1,
    ArrowUp: (cursor ?? seen.first + 1) - 1,
    PageDown: here + page,
    PageUp: here - page,
    Home: 0,
    End: extent.rows - 1,
  }[key];
  return row === undefined ? undefined : Math.min(Math.max(0, row), extent.rows - 1);
}

/** Counts the columns of a table that are out of view, and scrolls to them. Pinned columns have `data-pinned`. */
function useSidewaysScroll(frame: RefObject<HTMLTableElement | null>, columns: readonly unknown[]) {
  const [outOfView, setOutOfView] = useState({ left: 0, right: 0, bar: 0, pinned: 0 });

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || columns.length === 0) return;
    const measure = () => {
      const { spans, view, pinned } = readLayout(element);
      const bar = element.offsetWidth - element.clientWidth;
      const next = { ...countOutOfView(spans, view), bar, pinned };
      const keys = ["left", "right", "bar", "pinned"] as const;
      setOutOfView((last) => (keys.every((key) => last[key] === next[key]) ? last : next));
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

  const move = (by: 1 | -1, step: "column" | "view") => {
    const element = frame.current;
    if (!element) return;
    const { spans, view, pinned } = readLayout(element);
    element.scrollLeft = (step === "column" ? stepByColumn : stepByView)(spans, view, by) - pinned;
  };
  return { outOfView, move };
}

/** The extents of the scrolling columns, and the part of them in view beside the pinned ones. */
function readLayout(element: HTMLTableElement): { spans: Span[]; view: Span; pinned: number } {
  const heads = [...element.querySelectorAll<HTMLElement>("thead th")];
  const fixed = heads.filter((head) => "pinned" in head.dataset);
  const scrolling = heads.filter((head) => !("pinned" in head.dataset));
  const pinned = fixed.reduce((sum, head) => sum + head.offsetWidth, 0);
  const spans = scrolling.map((head) => ({ from: head.offsetLeft, to: head.offsetLeft + head.offsetWidth }));
  const { scrollLeft, clientWidth } = element;
  return { spans, view: { from: scrollLeft + pinned, to: scrollLeft + clientWidth }, pinned };
}
