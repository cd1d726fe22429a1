"use client";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/dialog";
import { SearchField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { said } from "@/components/ui/live-region";
import { useWords } from "@/components/words/words";
import { withAncestors } from "@/lib/base/core/paths";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { buildTree, type TreeRow, visibleRows } from "@/lib/farm/areas/tree";
import { type Tick, tickState, toggled } from "@/lib/history/queries/area-choice";
import { useIsTouch } from "./use-media";
import { rowAttributes, useOpenPaths, useTreeKeys, useVisibleRange } from "./use-tree-rows";

/** Pixels; touch needs higher rows. */
const ROW = 32;
const TOUCH_ROW = 44;
const INDENT = 18;

/** Control areas, ticked in the tree; each includes all below it. */
export function AreaDialog(props: {
  areas: readonly AreaOverview[];
  initial: readonly string[];
  /** At most one can be ticked. */
  single?: boolean;
  /** The meaning of an empty choice. */
  none?: string;
  onTake: (chosen: string[]) => void;
  onClose: () => void;
}) {
  const { areas, initial, single, onClose } = props;
  const { t } = useWords();
  const none = props.none ?? t("places.field.allAreas");
  const choice = { single: single ? "yes" : "other" } as const;
  const [chosen, setChosen] = useState<readonly string[]>(initial);
  const [wanted, setWanted] = useState("");
  const tree = useMemo(() => buildTree(areas), [areas]);
  const { open, setOpen } = useOpenPaths(() => [
    ...tree.roots.map(({ path }) => path),
    ...initial.flatMap((path) => withAncestors(path).slice(0, -1)),
  ]);
  const rows = useMemo(() => {
    const text = wanted.trim().toLocaleLowerCase();
    if (text === "") return visibleRows(tree.roots, (path) => open.has(path));
    const matchingAreas = areas.filter(({ name }) => name.toLocaleLowerCase().includes(text));
    return visibleRows(buildTree(matchingAreas).roots, () => true);
  }, [areas, tree, open, wanted]);
  const childrenOf = (path: string) => tree.byPath.get(path)?.children.map((child) => child.path) ?? [];
  return (
    <Dialog
      wide
      isOpen
      title={t("places.dialog.title", choice)}
      onClose={onClose}
      actions={
        <>
          <span ref={said} className="flex-1 text-sm text-ink-2 max-sm:basis-full">
            {t("places.dialog.ticked", { count: chosen.length, none })}
          </span>
          <Button variant="quiet" disabled={chosen.length === 0} onClick={() => setChosen([])}>
            {t("places.dialog.untick", choice)}
          </Button>
          <Button onClick={onClose}>{t("places.dialog.cancel")}</Button>
          <Button variant="primary" onClick={() => props.onTake([...chosen])}>
            {t("places.dialog.choose", choice)}
          </Button>
        </>
      }
    >
      <SearchField
        label={t("places.dialog.find", { count: areas.length })}
        icon="filter"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <p className="my-2 text-sm text-ink-3">{t("places.dialog.help")}</p>
      <AreaTicks
        key={wanted === "" ? "tree" : "found"}
        rows={rows}
        chosen={chosen}
        setOpen={setOpen}
        onToggle={(path) =>
          setChosen((before) => {
            if (!single) return toggled(path, before, childrenOf);
            return before.includes(path) ? [] : [path];
          })
        }
      />
      {rows.length === 0 && (
        <p className="px-1 text-sm text-ink-3">{t("places.dialog.none", { typed: wanted })}</p>
      )}
    </Dialog>
  );
}

/** The tree with a checkbox per area; only rows in view are drawn. Space ticks; arrows, Home, End and letters move. */
export function AreaTicks(props: {
  rows: TreeRow<AreaOverview>[];
  chosen: readonly string[];
  setOpen: (path: string, opened: boolean) => void;
  onToggle: (path: string) => void;
  /** True if a tick means that area only, not all below it. */
  alone?: boolean;
}) {
  const { rows, chosen, setOpen, onToggle } = props;
  const { t } = useWords();
  const tickOf = (path: string): Tick =>
    props.alone ? (chosen.includes(path) ? "all" : "none") : tickState(path, chosen);
  const height = useIsTouch() ? TOUCH_ROW : ROW;
  const { ref, first, last, reveal } = useVisibleRange(rows.length, height, -1);
  const keys = useTreeKeys(rows, null, { setOpen, reveal, enter: ({ node }) => onToggle(node.path) });
  return (
    <div ref={ref} className="h-[min(24rem,50svh)] overflow-y-auto rounded-2 border border-hairline">
      <div
        role="tree"
        aria-label={t("places.dialog.areas")}
        aria-multiselectable="true"
        onKeyDown={keys.onKeyDown}
        className="relative"
        style={{ height: rows.length * height }}
      >
        {rows.slice(first, last).map((row, offset) => (
          <Row
            key={row.node.path}
            row={row}
            index={first + offset}
            height={height}
            tick={tickOf(row.node.path)}
            isFocusable={first + offset === keys.focused}
            onFocus={() => keys.setFocused(row.node.path)}
            onOpen={() => setOpen(row.node.path, !row.expanded)}
            onToggle={() => onToggle(row.node.path)}
          />
        ))}
      </div>
    </div>
  );
}

function Row(props: {
  row: TreeRow<AreaOverview>;
  index: number;
  height: number;
  tick: Tick;
  isFocusable: boolean;
  onFocus: () => void;
  onOpen: () => void;
  onToggle: () => void;
}) {
  const { t } = useWords();
  const { row, index, height, tick } = props;
  const { node, expanded } = row;
  const isParent = node.children.length > 0;
  return (
    <div
      role="treeitem"
      tabIndex={props.isFocusable ? 0 : -1}
      {...rowAttributes(row, index)}
      aria-checked={tick === "some" ? "mixed" : tick === "all"}
      onFocus={props.onFocus}
      style={{ top: index * height, height, paddingLeft: 4 + node.depth * INDENT }}
      className="absolute inset-x-0 flex items-center gap-1.5 rounded-1 pr-3 text-sm hover:bg-hover focus-visible:-outline-offset-2!"
    >
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={props.onOpen}
        className={cx("grid size-7 shrink-0 place-items-center", !isParent && "invisible")}
      >
        <Icon name={expanded ? "chevron-down" : "chevron-right"} className="size-3.5 text-ink-3" />
      </button>
      <button
        type="button"
        tabIndex={-1}
        title={node.name}
        onClick={props.onToggle}
        className="flex h-full min-w-0 flex-1 items-center gap-1.5 text-left"
      >
        <Box tick={tick} />
        <span className="truncate">{node.name || t("ui.noName")}</span>
      </button>
      {isParent && (
        <span className="shrink-0 text-xs text-ink-3">
          {t("places.dialog.below", { count: node.children.length })}
        </span>
      )}
    </div>
  );
}

function Box({ tick }: { tick: Tick }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid size-4 shrink-0 place-items-center rounded-1 border-[1.5px]",
        tick === "none" ? "border-control bg-surface" : "border-accent bg-accent text-on-accent",
      )}
    >
      {tick !== "none" && <Icon name={tick === "some" ? "minus" : "check"} className="size-3 stroke-3" />}
    </span>
  );
}
