"use client";

import Link from "next/link";
import { useMemo, useState } from "react";
import { cx } from "@/components/ui/cx";
import { SearchField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { SeverityCounts } from "@/components/ui/severity";
import type { SeverityCounts as Counts } from "@/lib/alerts/contract";
import { addressOf } from "@/lib/areas/address";
import type { AreaOverview } from "@/lib/areas/contract";
import { buildTree, type TreeRow, visibleRows } from "@/lib/areas/tree";
import { AreaState, TREE_COUNTS } from "./area-state";
import { useRowHeight } from "./use-row-height";
import { useTreeKeys } from "./use-tree-keys";
import { useOpenAreas } from "./use-tree-state";
import { useVisibleRange } from "./use-visible-range";

const INDENT = 16;

type Props = {
  tenantId: string;
  items: readonly AreaOverview[];
  placeNotKnown: Counts;
  current: string | null;
};

/** The control-area tree: rows of fixed height, only those in view are drawn; arrows, Home, End and type-ahead. */
export function AreaTree({ tenantId, items, placeNotKnown, current }: Props) {
  const [wanted, setWanted] = useState("");
  const rows = useRows(items, tenantId, current, wanted);
  const unplaced = Object.values(placeNotKnown).some((count) => count > 0);
  return (
    <nav aria-label="Control areas" className="flex min-h-0 flex-1 flex-col gap-2">
      <SearchField
        label={`Find in ${items.length} areas`}
        icon="filter"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && setWanted("")}
      />
      <Rows
        key={wanted === "" ? "tree" : "found"}
        rows={rows.rows}
        current={current}
        setOpen={rows.setOpen}
      />
      {rows.rows.length === 0 && (
        <p className="px-3 text-sm text-ink-3">No area has “{wanted}” in its name.</p>
      )}
      {unplaced && (
        <Link
          href="/alerts?place=unknown"
          className="flex h-7.5 shrink-0 items-center gap-2 rounded-1 pr-2 pl-7.5 text-sm text-ink-2 hover:bg-hover touch:h-target touch:pl-12.5"
        >
          <span className="flex-1">Place not known</span>
          <SeverityCounts counts={placeNotKnown} className={TREE_COUNTS} />
        </Link>
      )}
    </nav>
  );
}

/** While something is looked for, all that fits is shown with its ancestors; else what is open. */
function useRows(items: readonly AreaOverview[], tenantId: string, current: string | null, wanted: string) {
  const { open, set } = useOpenAreas(tenantId, current);
  const rows = useMemo(() => {
    const text = wanted.trim().toLocaleLowerCase();
    if (text === "") return visibleRows(buildTree(items), (path) => open.has(path));
    const fits = items.filter((item) => item.name.toLocaleLowerCase().includes(text));
    const byPath = new Map(items.map((item) => [item.path, item]));
    const tree = buildTree(fits);
    for (const node of tree.byPath.values()) node.item ??= byPath.get(node.path) ?? null;
    return visibleRows(tree, () => true);
  }, [items, open, wanted]);
  return { rows, setOpen: set };
}

type RowsProps = {
  rows: TreeRow<AreaOverview>[];
  current: string | null;
  setOpen: (path: string, opened: boolean) => void;
};

function Rows({ rows, current, setOpen }: RowsProps) {
  const height = useRowHeight();
  const { ref, first, last, reveal } = useVisibleRange(
    rows.length,
    height,
    rows.findIndex((row) => row.node.path === current),
  );
  const keys = useTreeKeys(rows, current, setOpen, reveal);
  return (
    <div ref={ref} className="min-h-0 flex-1 overflow-y-auto">
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
            row={row}
            top={(first + offset) * height}
            height={height}
            chosen={row.node.path === current}
            focusable={first + offset === keys.focused}
            onToggle={() => setOpen(row.node.path, !row.expanded)}
            onFocus={() => keys.setFocused(first + offset)}
          />
        ))}
      </div>
    </div>
  );
}

function Row(props: {
  row: TreeRow<AreaOverview>;
  top: number;
  height: number;
  chosen: boolean;
  focusable: boolean;
  onToggle: () => void;
  onFocus: () => void;
}) {
  const { node, expanded, position, siblings } = props.row;
  const parent = node.children.length > 0;
  return (
    <div
      role="treeitem"
      aria-level={node.depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={parent ? expanded : undefined}
      aria-selected={props.chosen}
      tabIndex={props.focusable ? 0 : -1}
      data-path={node.path}
      onFocus={props.onFocus}
      style={{ top: props.top, height: props.height, paddingLeft: 2 + node.depth * INDENT }}
      className={cx(
        "absolute inset-x-0 flex items-center gap-1 rounded-1 pr-2 text-sm hover:bg-hover focus-visible:-outline-offset-2!",
        props.chosen
          ? "bg-selected font-strong text-ink-1 shadow-[inset_2px_0_0_var(--accent)]"
          : "text-ink-2",
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={props.onToggle}
        className={cx("grid size-6 shrink-0 place-items-center touch:size-target", !parent && "invisible")}
      >
        <Icon name={expanded ? "chevron-down" : "chevron-right"} className="size-3.5 text-ink-3" />
      </button>
      <Link
        href={addressOf(node.path)}
        tabIndex={-1}
        title={node.name}
        className="min-w-0 flex-1 truncate leading-7.5 touch:leading-11"
      >
        {node.name || "(no name)"}
      </Link>
      {node.item && <AreaState item={node.item} />}
    </div>
  );
}
