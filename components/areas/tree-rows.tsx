"use client";

import { useRouter } from "next/navigation";
import { type MouseEvent, useState } from "react";
import type { SeverityCounts as Counts } from "@/lib/base/core/severity";
import type { TreeArea } from "@/lib/farm/areas/contract";
import type { Wanted } from "@/lib/farm/areas/find";
import type { TreeOrder } from "@/lib/farm/areas/order";
import type { TreeRow as Row } from "@/lib/farm/areas/tree";
import { useRowView } from "./row-state";
import { kindOf } from "./tree-forest";
import { addressOfRow, TreeRow } from "./tree-row";
import { useIsTouch } from "./use-media";
import { useTreeKeys } from "./use-tree-keys";
import { useHeldRow, useVisibleRange } from "./use-visible-range";

type Props = {
  rows: Row<TreeArea>[];
  current: string | null;
  wanted: Wanted | null;
  order: TreeOrder;
  placeNotKnown: Counts;
  favourites: ReadonlySet<string>;
  setFavourite: (path: string, favourite: boolean) => void;
  setOpen: (path: string, opened: boolean) => void;
  /** Of the rows, in pixels. */
  width: number;
};

/** How high a row is, in pixels; where fingers press it, as high as they need. */
const ROW = 30;
const TOUCH_ROW = 44;

/** Rows of fixed height, of which only those in view are drawn. */
export function TreeRows({ rows, current, placeNotKnown, favourites, ...props }: Props) {
  const isTouch = useIsTouch();
  const height = isTouch ? TOUCH_ROW : ROW;
  const view = useRowView();
  const chosen = rows.findIndex((row) => row.node.path === current);
  const { ref, first, last, reveal } = useVisibleRange(rows.length, height, chosen, props.order);
  const hold = useHeldRow(ref, rows, height);
  const acts = useRowActs({ favourites, hold, ...props });
  const keys = useTreeKeys(rows, current, { setOpen: props.setOpen, reveal, ...acts });
  const [pointed, setPointed] = useState<string | null>(null);
  const rowOf = (target: EventTarget) => {
    const element = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
    return element ? rows[Number(element.dataset.row)] : undefined;
  };
  const onClick = (event: MouseEvent) => {
    const row = rowOf(event.target);
    const part = event.target instanceof Element && event.target.closest<HTMLElement>("[data-part]");
    if (!row || !part) return;
    if (part.dataset.part === "opener") acts.toggle(row);
    else if (part.dataset.part === "star") acts.star(row);
    else if (isPlain(event)) {
      event.preventDefault();
      acts.enter(row);
    }
  };
  return (
    <div ref={ref} className="contain-strict min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div
        role="tree"
        aria-label="Control areas"
        onKeyDown={keys.onKeyDown}
        onClick={onClick}
        onPointerOver={(event) => setPointed(rowOf(event.target)?.node.path ?? null)}
        onPointerLeave={() => setPointed(null)}
        onFocus={(event) => keys.setFocused(rowOf(event.target)?.node.path ?? null)}
        className="relative"
        style={{ height: rows.length * height }}
      >
        {rows.slice(first, last).map(({ node, expanded, position, siblings }, offset) => (
          <TreeRow
            key={node.path}
            {...{ height, isTouch, view, expanded, position, siblings }}
            path={node.path}
            name={node.name}
            depth={node.depth}
            item={node.item}
            isParent={node.children.length > 0}
            index={first + offset}
            chosen={node.path === current}
            focusable={first + offset === keys.focused}
            star={
              isTouch || node.path === pointed || first + offset === keys.focused
                ? favourites.has(node.item?.path ?? node.path)
                : null
            }
            unplaced={kindOf(node) === "place-not-known" ? placeNotKnown : null}
            wanted={props.wanted}
            order={props.order}
            width={props.width}
          />
        ))}
      </div>
    </div>
  );
}

/** Whether a press means this page: with a key held the browser opens another one. */
const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

function useRowActs({
  favourites,
  setFavourite,
  setOpen,
  hold,
}: Pick<Props, "favourites" | "setFavourite" | "setOpen"> & { hold: (path: string) => void }) {
  const router = useRouter();
  const toggle = ({ node, expanded }: Row<TreeArea>) => setOpen(node.path, !expanded);
  return {
    toggle,
    enter: (row: Row<TreeArea>) => {
      const address = addressOfRow(row.node);
      if (address) router.push(address);
      else toggle(row);
    },
    star: ({ node }: Row<TreeArea>) => {
      if (!node.item) return;
      hold(node.path);
      setFavourite(node.item.path, !favourites.has(node.item.path));
    },
  };
}
