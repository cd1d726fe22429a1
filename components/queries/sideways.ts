/** Which columns of a table are out of view sideways. Pure; all lengths are pixels of the whole table. */
import type { Words } from "@/lib/base/words/words";

export type Span = { from: number; to: number };
/** The number of columns on each side that are not fully in view. */
type OutOfView = { left: number; right: number };

/** Columns are laid out in fractions of pixels, but scroll positions are whole pixels. */
const ROUNDING = 1;

const isBefore = (column: Span, view: Span) => column.from < view.from - ROUNDING;
const isBeyond = (column: Span, view: Span) => column.to > view.to + ROUNDING;

/** Counts the columns out of view; one cut on both sides counts as right. */
export function countOutOfView(columns: readonly Span[], view: Span): OutOfView {
  const right = columns.filter((column) => isBeyond(column, view));
  return {
    left: columns.filter((column) => isBefore(column, view) && !right.includes(column)).length,
    right: right.length,
  };
}

/** Start of the view after a step by one column. */
export function stepByColumn(columns: readonly Span[], view: Span, by: 1 | -1): number {
  if (by < 0) return columns.filter((column) => isBefore(column, view)).at(-1)?.from ?? view.from;
  if (!columns.some((column) => isBeyond(column, view))) return view.from;
  return columns.find((column) => column.from > view.from + ROUNDING)?.from ?? view.from;
}

/** Start of the view after a step by all columns in view. */
export function stepByView(columns: readonly Span[], view: Span, by: 1 | -1): number {
  if (by > 0) return columns.find((column) => isBeyond(column, view))?.from ?? view.from;
  const last = columns.filter((column) => isBefore(column, view)).at(-1);
  return last ? last.to - (view.to - view.from) : view.from;
}

/** `7 more columns to the right`, `3 more columns to the left, 4 to the right`; null if all are in view. */
export function outOfViewWords({ t }: Words, { left, right }: OutOfView): string | null {
  if (left > 0 && right > 0) return t("queries.rows.moreBoth", { left, right });
  if (right > 0) return t("queries.rows.moreRight", { count: right });
  return left > 0 ? t("queries.rows.moreLeft", { count: left }) : null;
}
