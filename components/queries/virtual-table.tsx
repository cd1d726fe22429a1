"use client";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { cx } from "@/components/ui/cx";
import type { Row } from "./use-row-blocks";
import type { useVirtualScroll } from "./use-virtual-scroll";
import { type Extent, heightOf } from "./virtual-scroll";

export type Column = {
  id: string;
  head: ReactNode;
  /** What it means, on hover. */
  hint?: string;
  /** Width in rem; wider tables share what is left. */
  width: number;
  numeric?: boolean;
  cell: (row: Row) => ReactNode;
};

export const HEAD_HEIGHT = 34;

type Props = {
  label: string;
  columns: readonly Column[];
  /** Draws a row as a card instead, where there is no room for columns. */
  card?: (row: Row) => ReactNode;
  scroll: ReturnType<typeof useVirtualScroll>;
  rowOf: (row: number) => Row | undefined;
};

/**
 * A table of any number of rows, of which only those in view are drawn. The frame has the focus; arrows, Page,
 * Home and End move its cursor row.
 */
export function VirtualTable({ label, columns, card, scroll, rowOf }: Props) {
  const id = useId();
  const { extent, first, last } = scroll;
  const [cursor, setCursor] = useState<number | null>(null);
  const onKeyDown = useCursorKeys(cursor, setCursor, scroll);
  const template = columns.map(({ width }) => `minmax(${width}rem, ${width}fr)`).join(" ");
  const minWidth = card ? undefined : `${columns.reduce((sum, { width }) => sum + width, 0)}rem`;
  const drawn = Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
  const isCursorDrawn = cursor !== null && cursor >= first && cursor < last;
  return (
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
        <Head columns={columns} template={template} minWidth={minWidth} isHidden={card !== undefined} />
        <tbody className="relative block overflow-hidden" style={{ height: heightOf(extent), minWidth }}>
          {drawn.map((row) => (
            <tr
              key={row}
              id={`${id}-${row}`}
              aria-rowindex={row + 2}
              data-cursor={row === cursor || undefined}
              onPointerDown={() => setCursor(row)}
              className={cx(
                "group/row absolute inset-x-0 border-b border-hairline bg-surface text-sm data-cursor:bg-hover data-cursor:shadow-[inset_3px_0_0_var(--accent)]",
                card ? "block px-4 py-2.5" : "grid items-center",
              )}
              style={{
                top: scroll.placeOf(row),
                height: extent.rowHeight,
                gridTemplateColumns: card ? undefined : template,
              }}
            >
              <Cells columns={columns} card={card} row={rowOf(row)} />
            </tr>
          ))}
        </tbody>
      </table>
      {/* The frame's own ring would lie under its rows. */}
      <div className="pointer-events-none absolute inset-0 z-20 peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-2 peer-focus-visible:outline-focus" />
    </div>
  );
}

/** As high as its rows, and no higher than leaves the page around it in view. */
const frameHeight = ({ rows, rowHeight }: Extent, hasHead: boolean) =>
  `min(${rows * rowHeight + (hasHead ? HEAD_HEIGHT : 0) + 2}px, max(22rem, 62svh))`;

type HeadProps = {
  columns: readonly Column[];
  template: string;
  minWidth: string | undefined;
  isHidden: boolean;
};

function Head({ columns, template, minWidth, isHidden }: HeadProps) {
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
            className={cx(
              CELL,
              "font-medium",
              numeric ? "text-right" : "text-left",
              index === 0 && "sticky left-0 bg-surface leading-8",
            )}
          >
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const CELL = "truncate px-2 first:pl-4 last:pr-4";

type CellsProps = { columns: readonly Column[]; card: Props["card"]; row: Row | undefined };

function Cells({ columns, card, row }: CellsProps) {
  if (card) return <td className="block">{row ? card(row) : <Waiting />}</td>;
  return columns.map(({ id, cell, numeric }, index) => (
    <td
      key={id}
      className={cx(
        CELL,
        numeric && "text-right",
        index === 0 &&
          "sticky left-0 z-1 bg-surface group-data-cursor/row:bg-hover group-data-cursor/row:shadow-[inset_3px_0_0_var(--accent)]",
      )}
    >
      {row ? cell(row) : <Waiting />}
    </td>
  ));
}

/** A row that is on its way: its place in the final shape, at rest. */
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
    if (target === undefined) return;
    event.preventDefault();
    const row = Math.min(Math.max(0, target), extent.rows - 1);
    setCursor(row);
    reveal(row);
  };
}
