"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { memo, useCallback } from "react";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { SeverityCounts } from "@/components/ui/severity";
import type { SeverityCounts as Counts } from "@/lib/alerts/contract";
import { addressOf } from "@/lib/areas/address";
import type { AreaOverview } from "@/lib/areas/contract";
import { markedParts, type Wanted } from "@/lib/areas/find";
import type { TreeOrder } from "@/lib/areas/order";
import type { TreeRow } from "@/lib/areas/tree";
import { displayPath } from "@/lib/core/paths";
import { TREE_COUNTS } from "./area-state";
import { RowState } from "./row-state";
import { kindOf } from "./tree-forest";
import { useRowHeight } from "./use-media";
import { useTreeKeys } from "./use-tree-keys";
import { useVisibleRange } from "./use-visible-range";

const INDENT = 16;
const EDGE = 2;
const CHEVRON = 28;
const END = 8;
const UNPLACED = "/alerts?place=unknown";

type Props = {
  rows: TreeRow<AreaOverview>[];
  current: string | null;
  wanted: Wanted | null;
  order: TreeOrder;
  placeNotKnown: Counts;
  setOpen: (path: string, opened: boolean) => void;
  /** Of the rows, in pixels. */
  width: number;
};

/** Rows of fixed height, of which only those in view are drawn. */
export function TreeRows({ rows, current, setOpen, ...rest }: Props) {
  const router = useRouter();
  const height = useRowHeight();
  const chosen = rows.findIndex((row) => row.node.path === current);
  const { ref, first, last, reveal } = useVisibleRange(rows.length, height, chosen);
  const keys = useTreeKeys(rows, current, setOpen, reveal, (row) => {
    const address = addressOfRow(row);
    if (address) router.push(address);
    else setOpen(row.node.path, !row.expanded);
  });
  const { setFocused } = keys;
  const onToggle = useCallback(
    (row: TreeRow<AreaOverview>) => setOpen(row.node.path, !row.expanded),
    [setOpen],
  );
  return (
    <div ref={ref} className="contain-strict min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div
        role="tree"
        aria-label="Control areas"
        onKeyDown={keys.onKeyDown}
        className="relative"
        style={{ height: rows.length * height }}
      >
        {rows.slice(first, last).map((row, offset) => (
          <Row
            key={row.node.path}
            {...rest}
            {...{ row, height, onToggle, setFocused }}
            index={first + offset}
            chosen={row.node.path === current}
            focusable={first + offset === keys.focused}
          />
        ))}
      </div>
    </div>
  );
}

function addressOfRow({ node }: TreeRow<AreaOverview>): string | null {
  const kind = kindOf(node);
  if (kind === "favourites") return null;
  if (kind === "place-not-known") return UNPLACED;
  return addressOf(node.item?.path ?? node.path);
}

type RowProps = Omit<Props, "rows" | "current" | "setOpen"> & {
  row: TreeRow<AreaOverview>;
  index: number;
  height: number;
  chosen: boolean;
  focusable: boolean;
  onToggle: (row: TreeRow<AreaOverview>) => void;
  setFocused: (index: number) => void;
};

const Row = memo(function Row({
  row,
  index,
  height,
  chosen,
  focusable,
  onToggle,
  setFocused,
  ...rest
}: RowProps) {
  const { node, expanded, position, siblings } = row;
  const isParent = node.children.length > 0;
  const indent = EDGE + node.depth * INDENT;
  return (
    <div
      role="treeitem"
      aria-level={node.depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isParent ? expanded : undefined}
      aria-selected={chosen}
      tabIndex={focusable ? 0 : -1}
      data-row={index}
      onFocus={() => setFocused(index)}
      style={{ top: index * height, height, paddingLeft: indent }}
      className={cx(
        "absolute inset-x-0 flex items-center gap-1 rounded-1 pr-2 text-sm hover:bg-hover focus-visible:-outline-offset-2!",
        chosen ? "bg-selected font-strong text-ink-1 shadow-[inset_2px_0_0_var(--accent)]" : "text-ink-2",
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => onToggle(row)}
        className={cx("grid size-6 shrink-0 place-items-center touch:size-target", !isParent && "invisible")}
      >
        <Icon name={expanded ? "chevron-down" : "chevron-right"} className="size-3.5 text-ink-3" />
      </button>
      <RowContent row={row} onToggle={onToggle} room={rest.width - indent - CHEVRON - END} {...rest} />
    </div>
  );
});

type ContentProps = Pick<RowProps, "row" | "wanted" | "order" | "placeNotKnown" | "onToggle"> & {
  room: number;
};

function RowContent({ row, wanted, order, placeNotKnown, onToggle, room }: ContentProps) {
  const { node } = row;
  const kind = kindOf(node);
  const address = addressOfRow(row);
  const name = node.name || "(no name)";
  const look = "min-w-0 flex-1 truncate leading-7.5 touch:leading-11";
  if (address === null)
    return (
      <button type="button" tabIndex={-1} onClick={() => onToggle(row)} className={cx(look, "text-left")}>
        {name}
      </button>
    );
  return (
    <>
      <Link
        href={address}
        prefetch={false}
        tabIndex={-1}
        title={kind === "favourite" && node.item ? displayPath(node.item.path) : name}
        className={look}
      >
        <Marked name={name} wanted={wanted} />
      </Link>
      {kind === "place-not-known" && <SeverityCounts counts={placeNotKnown} className={TREE_COUNTS} />}
      {node.item && <RowState item={node.item} room={room} order={order} />}
    </>
  );
}

/** A name with what was looked for in it. */
function Marked({ name, wanted }: { name: string; wanted: Wanted | null }) {
  if (!wanted) return name;
  return markedParts(name, wanted).map((part, at) =>
    part.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
      <mark key={at} className="rounded-1 bg-accent-tint font-strong text-ink-1">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
