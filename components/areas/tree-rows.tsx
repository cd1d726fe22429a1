"use client";
import { type MouseEvent, memo, useState } from "react";
import { TREE_COUNTS } from "@/components/places/area-state";
import { useIsTouch } from "@/components/places/use-media";
import {
  rowAttributes,
  useAnchoredRow,
  useTreeKeys,
  useVisibleRange,
} from "@/components/places/use-tree-rows";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Link, useOpenPage } from "@/components/ui/link";
import { SeverityCounts } from "@/components/ui/severity";
import { useWords } from "@/components/words/words";
import { displayPath } from "@/lib/base/core/paths";
import type { SeverityCounts as Counts } from "@/lib/base/core/severity";
import type { Words } from "@/lib/base/words/words";
import { addressOf } from "@/lib/farm/areas/address";
import type { TreeArea } from "@/lib/farm/areas/contract";
import type { TreeOrder } from "@/lib/farm/areas/order";
import {
  markedParts,
  type TreeRow as Row,
  type SearchTerms,
  type Tree,
  type TreeNode,
} from "@/lib/farm/areas/tree";
import { RowState, type RowView, useRowView } from "./row-state";

/** Row heights in pixels; touch needs higher rows. */
const ROW = 30;
const TOUCH_ROW = 44;
const INDENT = 16;
/** Levels indent widely up to this depth, then narrowly, to leave room for names. */
const WIDE_STEPS = 4;
const NARROW_INDENT = 4;
const EDGE = 2;
const CHEVRON = 28;
const END = 8;
/** Touch needs a wider opener, and a place of its own for the star. */
const TOUCH_CHEVRON = 48;
const TOUCH_STAR = 44;
const LOOK = "min-w-0 flex-1 truncate text-left leading-7.5 touch:leading-11";
/** Rows of the tree that are not areas. Paths have no NUL, so these cannot collide with one. */
const FAVOURITES = "\0favourites";
const PLACE_NOT_KNOWN = "\0place-not-known";

/** Rows of fixed height; only those in view are drawn. */
export function TreeRows(props: {
  rows: Row<TreeArea>[];
  current: string | null;
  wanted: SearchTerms | null;
  order: TreeOrder;
  placeNotKnown: Counts;
  favourites: ReadonlySet<string>;
  setFavourite: (path: string, favourite: boolean) => void;
  setOpen: (path: string, opened: boolean) => void;
  /** Width of the rows, in pixels. */
  width: number;
}) {
  const { rows, current, wanted, order, favourites, setOpen, width } = props;
  const { t } = useWords();
  const openPage = useOpenPage();
  const isTouch = useIsTouch();
  const height = isTouch ? TOUCH_ROW : ROW;
  const view = useRowView({ wanted, order, width, isTouch });
  const chosen = rows.findIndex((row) => row.node.path === current);
  const { ref, first, last, reveal } = useVisibleRange(rows.length, height, chosen, order);
  const anchor = useAnchoredRow(ref, rows, height);
  const toggle = ({ node, expanded }: Row<TreeArea>) => setOpen(node.path, !expanded);
  const enter = (row: Row<TreeArea>) => {
    const address = addressOfRow(row.node);
    if (address) openPage(address);
    else toggle(row);
  };
  const star = ({ node }: Row<TreeArea>) => {
    if (!node.item) return;
    anchor(node.path);
    props.setFavourite(node.item.path, !favourites.has(node.item.path));
  };
  const keys = useTreeKeys(rows, current, { setOpen, reveal, enter, star });
  const [pointed, setPointed] = useState<string | null>(null);
  const rowOf = (target: EventTarget) => {
    const element = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
    return element ? rows[Number(element.dataset.row)] : undefined;
  };
  const onClick = (event: MouseEvent) => {
    const row = rowOf(event.target);
    const part = event.target instanceof Element && event.target.closest<HTMLElement>("[data-part]");
    if (!row || !part) return;
    if (part.dataset.part === "opener") toggle(row);
    else if (part.dataset.part === "star") star(row);
    else if (isPlain(event)) {
      event.preventDefault();
      enter(row);
    }
  };
  return (
    <div ref={ref} className="contain-strict min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div
        role="tree"
        aria-label={t("areas.title")}
        onKeyDown={keys.onKeyDown}
        onClick={onClick}
        onPointerOver={(event) => setPointed(rowOf(event.target)?.node.path ?? null)}
        onPointerLeave={() => setPointed(null)}
        onFocus={(event) => keys.setFocused(rowOf(event.target)?.node.path ?? null)}
        className="relative"
        style={{ height: rows.length * height }}
      >
        {rows.slice(first, last).map((row, offset) => {
          const { node } = row;
          const isFocusable = first + offset === keys.focused;
          return (
            <TreeRow
              key={node.path}
              {...row}
              index={first + offset}
              height={height}
              chosen={node.path === current}
              focusable={isFocusable}
              star={
                isTouch || isFocusable || node.path === pointed
                  ? favourites.has(node.item?.path ?? node.path)
                  : null
              }
              unplaced={node.path === PLACE_NOT_KNOWN ? props.placeNotKnown : null}
              view={view}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Returns false for a click that opens another tab or window. */
const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

type RowProps = Row<TreeArea> & {
  /** Index among the rows, and height in pixels. */
  index: number;
  height: number;
  chosen: boolean;
  focusable: boolean;
  /**
   * True if the area is a favourite; null hides the star. The star shows in the row under the pointer, in the focused
   * row, and on touch in every row.
   */
  star: boolean | null;
  /** Counts of the row of unplaced alerts; null in all others. */
  unplaced: Counts | null;
  view: RowView;
};

/** Address of a row; null if it only expands. */
function addressOfRow({ path, item }: AreaNode): string | null {
  if (path === FAVOURITES) return null;
  return path === PLACE_NOT_KNOWN ? "/alerts?place=unknown" : addressOf(item?.path ?? path);
}

/**
 * A row of the tree. `data-part` names its parts for the one click handler of all rows. Memoised, so that
 * thousands of rows scroll smoothly.
 */
const TreeRow = memo(function TreeRow(props: RowProps) {
  const { node, chosen, height, index, view } = props;
  const { depth } = node;
  const indent =
    EDGE + Math.min(depth, WIDE_STEPS) * INDENT + Math.max(depth - WIDE_STEPS, 0) * NARROW_INDENT;
  const beside = view.isTouch ? TOUCH_CHEVRON + TOUCH_STAR : CHEVRON;
  return (
    <div
      role="treeitem"
      tabIndex={props.focusable ? 0 : -1}
      {...rowAttributes(props, index)}
      aria-selected={chosen}
      style={{ top: index * height, height, paddingLeft: indent }}
      className={cx(
        "group absolute inset-x-0 flex items-center gap-1 rounded-1 pr-2 text-sm contain-strict hover:bg-hover focus-visible:-outline-offset-2!",
        chosen ? "bg-selected font-strong text-ink-1 shadow-[inset_2px_0_0_var(--accent)]" : "text-ink-2",
      )}
    >
      {node.children.length > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          data-part="opener"
          className="grid size-6 shrink-0 place-items-center touch:size-target"
        >
          <Icon name={props.expanded ? "chevron-down" : "chevron-right"} className="size-3.5 text-ink-3" />
        </button>
      ) : (
        <span className="size-6 shrink-0 touch:size-target" />
      )}
      <Content {...props} room={view.width - indent - beside - END} />
    </div>
  );
});

function Content({ room, node, star, unplaced, view }: RowProps & { room: number }) {
  const { t } = useWords();
  const { path, item } = node;
  const address = addressOfRow(node);
  const name = node.name || t("ui.noName");
  if (address === null)
    return (
      <span data-part="opener" className={cx(LOOK, "cursor-default")}>
        {name}
      </span>
    );
  return (
    <>
      <span className="relative flex min-w-0 flex-1 bg-inherit">
        <Link
          href={address}
          // Truncates a right-to-left name at its own end.
          dir="auto"
          tabIndex={-1}
          data-part="link"
          title={item && path !== item.path ? displayPath(item.path) : name}
          className={cx(LOOK, star !== null && "group-hover:pr-6.5 group-focus-visible:pr-6.5 touch:pr-0!")}
        >
          <Marked name={name} wanted={view.wanted} />
        </Link>
        {item && star !== null && <Star isFavourite={star} />}
      </span>
      {unplaced && <SeverityCounts counts={unplaced} className={TREE_COUNTS} />}
      {item && <RowState item={item} room={room} view={view} />}
    </>
  );
}

/**
 * Shows on hover or focus; the name makes room for it, so that the counts behind it do not move. On touch it
 * always shows, behind the name.
 */
function Star({ isFavourite }: { isFavourite: boolean }) {
  const { t } = useWords();
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      data-part="star"
      title={t(isFavourite ? "areas.favourites.removeByKey" : "areas.favourites.addByKey")}
      className={cx(
        "absolute inset-y-0 right-0 my-auto hidden size-6 place-items-center rounded-1 bg-inherit group-hover:grid group-focus-visible:grid touch:static touch:-my-px touch:grid touch:size-target touch:shrink-0",
        isFavourite ? "text-accent [&_path]:fill-current" : "text-ink-3 hover:text-ink-1",
      )}
    >
      <Icon name="star" className="size-4" />
    </button>
  );
}

/** A name with the search text highlighted. */
function Marked({ name, wanted }: { name: string; wanted: SearchTerms | null }) {
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

type AreaNode = TreeNode<TreeArea>;

/** The favourites above the areas, and unplaced alerts below, if there are any. */
export function withExtraRows(
  { t }: Words,
  tree: Tree<TreeArea>,
  favourites: readonly string[],
  placeNotKnown: Counts,
): AreaNode[] {
  const chosen = favourites.flatMap((path): AreaNode[] => {
    const node = tree.byPath.get(path);
    return node ? [{ ...node, path: FAVOURITES + path, depth: 1, children: [] }] : [];
  });
  const hasUnplaced = Object.values(placeNotKnown).some((count) => count > 0);
  const label = { depth: 0, item: null, children: [] };
  return [
    ...(chosen.length > 0
      ? [{ ...label, path: FAVOURITES, name: t("areas.favourites.title"), children: chosen }]
      : []),
    ...tree.roots,
    ...(hasUnplaced ? [{ ...label, path: PLACE_NOT_KNOWN, name: t("alertFacts.unplaced") }] : []),
  ];
}

/** Translates between open rows and stored flags: the favourites are open by default, so their flag means closed. */
export const openFlag = (path: string, isSet: boolean) => (path === FAVOURITES ? !isSet : isSet);
