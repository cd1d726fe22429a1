"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import type { AreaOverview } from "@/lib/areas/contract";
import { type TreeRow, typeAhead } from "@/lib/areas/tree";

/**
 * The keys of a tree: arrows, Home, End, Enter, and letters that lead to the next name. One row has the focus; each
 * row in view carries its number as `data-row`.
 */
export function useTreeKeys(
  rows: TreeRow<AreaOverview>[],
  current: string | null,
  setOpen: (path: string, opened: boolean) => void,
  reveal: (index: number) => void,
  enter: (row: TreeRow<AreaOverview>) => void,
) {
  const typed = useRef({ text: "", at: 0 });
  const chosen = rows.findIndex((row) => row.node.path === current);
  const [moved, setFocused] = useState<number | null>(null);
  const focused = Math.min(moved ?? Math.max(chosen, 0), Math.max(rows.length - 1, 0));

  const go = (tree: HTMLElement, index: number) => {
    setFocused(index);
    reveal(index);
    requestAnimationFrame(() => tree.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[focused];
    if (!row) return;
    const target = targetOf(event.key, rows, focused, row, typed.current);
    if (event.key === "Enter" || event.key === " ") enter(row);
    else if (event.key === "ArrowRight" && row.node.children.length > 0 && !row.expanded)
      setOpen(row.node.path, true);
    else if (event.key === "ArrowLeft" && row.expanded) setOpen(row.node.path, false);
    else if (target !== null) go(event.currentTarget, target);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { focused, setFocused, onKeyDown };
}

/** The row that a key leads to; null where it leads nowhere. */
export function targetOf(
  key: string,
  rows: TreeRow<AreaOverview>[],
  focused: number,
  row: TreeRow<AreaOverview>,
  typed: { text: string; at: number },
): number | null {
  if (key === "ArrowDown") return Math.min(focused + 1, rows.length - 1);
  if (key === "ArrowUp") return Math.max(focused - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return rows.length - 1;
  if (key === "ArrowRight") return row.expanded ? focused + 1 : null;
  if (key === "ArrowLeft") return parentIndex(rows, focused);
  if (key.length !== 1) return null;
  const now = Date.now();
  typed.text = now - typed.at < 700 ? typed.text + key : key;
  typed.at = now;
  return typeAhead(rows, typed.text.length > 1 ? focused - 1 : focused, typed.text);
}

function parentIndex(rows: TreeRow<AreaOverview>[], from: number): number | null {
  const depth = rows[from]?.node.depth ?? 0;
  for (let index = from - 1; index >= 0; index--) {
    if ((rows[index]?.node.depth ?? 0) < depth) return index;
  }
  return null;
}
