import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/components/ui/cx";

export type Column<Row, State = undefined> = {
  head: string;
  /** Only screen readers get the head: the cells speak for themselves. */
  isHeadHidden?: boolean;
  headClass?: string;
  isNumber?: boolean;
  className?: string;
  /**
   * Label of the cell in a stacked row. By default the head, and nothing for the first column, which names the row, and
   * for those with a hidden head.
   */
  label?: string | null;
  cell: (row: Row, state: State) => ReactNode;
};

type Rows<Row, State> = {
  columns: readonly Column<Row, State>[];
  /** A hook that runs once for each row; every cell gets what it returns. */
  useRow?: (row: Row) => State;
  rowProps?: (row: Row) => ComponentProps<"tr"> & Record<`data-${string}`, unknown>;
};

/** Under 640 px a row becomes a block of lines; a cell's `data-label` says what its column's head said. */
const STACKED = [
  "max-sm:block max-sm:[&_thead]:sr-only max-sm:[&_tbody]:block",
  "max-sm:[&_tr]:block max-sm:[&_tr]:border-b max-sm:[&_tr]:border-hairline max-sm:[&_tr]:px-4 max-sm:[&_tr]:py-2.5 max-sm:[&_tr:last-child]:border-b-0",
  "max-sm:[&_td]:relative max-sm:[&_td]:block max-sm:[&_td]:h-auto max-sm:[&_td]:max-w-none max-sm:[&_td]:border-0 max-sm:[&_td]:p-0! max-sm:[&_td]:py-0.5! max-sm:[&_td]:text-left!",
  "max-sm:[&_td[data-label]]:pl-32!",
  "max-sm:[&_td[data-label]]:before:absolute max-sm:[&_td[data-label]]:before:left-0 max-sm:[&_td[data-label]]:before:text-sm max-sm:[&_td[data-label]]:before:font-normal max-sm:[&_td[data-label]]:before:text-ink-3 max-sm:[&_td[data-label]]:before:content-[attr(data-label)]",
].join(" ");

/** A table built from its columns; without state, so that server and client components can use it. */
export function DataTable<Row, State = undefined>({
  rows,
  keyOf,
  caption,
  isDense = false,
  isStacked = true,
  isFixed = false,
  headClass,
  ...shared
}: Rows<Row, State> & {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  caption?: string;
  isDense?: boolean;
  /** A row becomes a block of lines on a phone. */
  isStacked?: boolean;
  /** The heads alone give the widths of the columns, so that no row that comes later moves them. */
  isFixed?: boolean;
  headClass?: string;
}) {
  return (
    <table className={cx("data-table", isDense && "dense", isStacked && STACKED, isFixed && "table-fixed")}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead className={headClass}>
        <tr>
          {shared.columns.map(({ head, isHeadHidden, isNumber, headClass: own }) => (
            <th key={head} className={cx(isNumber && "num", own) || undefined}>
              {isHeadHidden ? <span className="sr-only">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={keyOf(row)} row={row} {...shared} />
        ))}
      </tbody>
    </table>
  );
}

function TableRow<Row, State>({ row, columns, useRow = noState, rowProps }: Rows<Row, State> & { row: Row }) {
  const state = useRow(row);
  return (
    <tr {...rowProps?.(row)}>
      {columns.map(({ head, isHeadHidden, isNumber, className, label, cell }, nth) => (
        <td
          key={head}
          data-label={(label === undefined && nth > 0 && !isHeadHidden ? head : label) ?? undefined}
          className={cx(isNumber && "num", className) || undefined}
        >
          {cell(row, state)}
        </td>
      ))}
    </tr>
  );
}

const noState = () => undefined as never;
