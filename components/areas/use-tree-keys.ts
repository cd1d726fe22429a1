"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import type { TreeArea } from "@/lib/farm/areas/contract";
import { type TreeRow, typeAhead } from "@/lib/farm/areas/tree";

type Row = TreeRow<TreeArea>;

type Acts = {
  setOpen: (path: string, opened: boolean) => void;
  reveal: (index: number) => void;
  enter: (row: Row) => void;
  star: (row: Row) => void;
};

/**
 * The keys of a tree: arrows, Home, End, Enter, `*` for a favourite, and letters that lead to the next name. One row
 * has the focus; each row in view carries its number as `data-row`.
 */
export function useTreeKeys(rows: Row[], current: string | null, { setOpen, reveal, enter, star }: Acts) {
  const typed = useRef({ text: "", at: 0 });
  const [moved, setFocused] = useState<string | null>(null);
  const focused = focusedOf(rows, moved, current);

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
    // A name may have spaces: while one is typed, a space is of it.
    if (event.key === "Enter" || (event.key === " " && !isTyping(typed.current))) enter(row);
    else if (event.key === "*") star(row);
    else if (event.key === "/") toFind(event.currentTarget);
    else if (event.key === "ArrowRight" && row.node.children.length > 0 && !row.expanded)
      setOpen(row.node.path, true);
    else if (event.key === "ArrowLeft" && row.expanded) setOpen(row.node.path, false);
    else {
      const target = targetOf(event.key, rows, focused, row, typed.current);
      if (target === null) return;
      go(event.currentTarget, target);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return { focused, setFocused, onKeyDown };
}

/** Letters that come within this time are of one name. */
const PAUSE_MS = 700;

const isTyping = ({ text, at }: { text: string; at: number }) => text !== "" && Date.now() - at < PAUSE_MS;

function toFind(tree: HTMLElement): void {
  const field = tree.closest("nav")?.querySelector<HTMLInputElement>("input[type=search]");
  field?.focus();
  field?.select();
}

/** The row that was last gone to, else the chosen one, else the first. */
function focusedOf(rows: readonly Row[], moved: string | null, current: string | null): number {
  const placeOf = (path: string | null) =>
    path === null ? -1 : rows.findIndex((row) => row.node.path === path);
  const place = placeOf(moved);
  return place >= 0 ? place : Math.max(placeOf(current), 0);
}

/** The row that a key leads to; null where it leads nowhere. */
export function targetOf(
  key: string,
  rows: Row[],
  focused: number,
  row: Row,
  typed: { text: string; at: number },
): number | null {
  if (key === "ArrowDown") return Math.min(focused + 1, rows.length - 1);
  if (key === "ArrowUp") return Math.max(focused - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return rows.length - 1;
  if (key === "ArrowRight") return row.expanded ? focused + 1 : null;
  if (key === "ArrowLeft") return parentIndex(rows, focused);
  if (key.length !== 1) return null;
  typed.text = isTyping(typed) ? typed.text + key : key;
  typed.at = Date.now();
  return typeAhead(rows, typed.text.length > 1 ? focused - 1 : focused, typed.text);
}

function parentIndex(rows: Row[], from: number): number | null {
  const depth = rows[from]?.node.depth ?? 0;
  for (let index = from - 1; index >= 0; index--) {
    if ((rows[index]?.node.depth ?? 0) < depth) return index;
  }
  return null;
}
