"use client";
import { useRouter } from "next/navigation";
import { type MouseEvent, memo, useState } from "react";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { SeverityCounts } from "@/components/ui/severity";
import { displayPath } from "@/lib/base/core/paths";
import type { SeverityCounts as Counts } from "@/lib/base/core/severity";
import { addressOf } from "@/lib/farm/areas/address";
import type { TreeArea } from "@/lib/farm/areas/contract";
import { markedParts, type Wanted } from "@/lib/farm/areas/find";
import type { TreeOrder } from "@/lib/farm/areas/order";
import type { TreeRow as Row, Tree, TreeNode } from "@/lib/farm/areas/tree";
import { TREE_COUNTS } from "./area-state";
import { RowState, type RowView, useRowView } from "./row-state";
import { useIsTouch } from "./use-media";
import { useHeldRow, useTreeKeys, useVisibleRange } from "./use-tree-rows";

/** How high a row is, in pixels; where fingers press it, as high as they need. */
const ROW = 30;
const TOUCH_ROW = 44;
const INDENT = 16;
/** From the sixth level on the steps are narrow: the column would have no room for a name. */
const WIDE_STEPS = 4;
const NARROW_INDENT = 4;
const EDGE = 2;
const CHEVRON = 28;
const END = 8;
/** What fingers press is wider: the opener, and the star, which then has a place of its own. */
const TOUCH_CHEVRON = 48;
const TOUCH_STAR = 44;
const UNPLACED = "/alerts?place=unknown";
const LOOK = "min-w-0 flex-1 truncate text-left leading-7.5 touch:leading-11";
/** What stands in the tree beside the areas: no path has a NUL, so that none of these is taken for one. */
const FAVOURITES = "\0favourites";
const PLACE_NOT_KNOWN = "\0place-not-known";

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

type RowProps = {
  path: string;
  name: string;
  depth: number;
  item: TreeArea | null;
  isParent: boolean;
  expanded: boolean;
  position: number;
  siblings: number;
  /** Its place among the rows, and its height in pixels. */
  index: number;
  height: number;
  isTouch: boolean;
  chosen: boolean;
  focusable: boolean;
  /**
   * Whether it is a favourite, where that can be changed: in the row under the pointer, and in the one with the
   * focus; in every row where fingers press.
   */
  star: boolean | null;
  /** Of all that nobody can place; null in every other row. */
  unplaced: Counts | null;
  wanted: Wanted | null;
  order: TreeOrder;
  /** Of the rows, in pixels. */
  width: number;
  view: RowView;
};

/** Where a row leads; null where it only opens. */
function addressOfRow(node: Pick<AreaNode, "path" | "item">): string | null {
  const kind = kindOf(node);
  if (kind === "favourites") return null;
  if (kind === "place-not-known") return UNPLACED;
  return addressOf(node.item?.path ?? node.path);
}

/**
 * A row of the tree. Its parts are known by `data-part`: the rows hear what is pressed together. Drawn again only
 * where something of it changed, so that thousands can be scrolled.
 */
const TreeRow = memo(function TreeRow(props: RowProps) {
  const { depth, expanded, isParent, chosen, height, index, isTouch } = props;
  const indent =
    EDGE + Math.min(depth, WIDE_STEPS) * INDENT + Math.max(depth - WIDE_STEPS, 0) * NARROW_INDENT;
  const beside = isTouch ? TOUCH_CHEVRON + TOUCH_STAR : CHEVRON;
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={props.position}
      aria-setsize={props.siblings}
      aria-expanded={isParent ? expanded : undefined}
      aria-selected={chosen}
      tabIndex={props.focusable ? 0 : -1}
      data-row={index}
      style={{ top: index * height, height, paddingLeft: indent }}
      className={cx(
        "group absolute inset-x-0 flex items-center gap-1 rounded-1 pr-2 text-sm contain-strict hover:bg-hover focus-visible:-outline-offset-2!",
        chosen ? "bg-selected font-strong text-ink-1 shadow-[inset_2px_0_0_var(--accent)]" : "text-ink-2",
      )}
    >
      {isParent ? (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          data-part="opener"
          className="grid size-6 shrink-0 place-items-center touch:size-target"
        >
          <Icon name={expanded ? "chevron-down" : "chevron-right"} className="size-3.5 text-ink-3" />
        </button>
      ) : (
        <span className="size-6 shrink-0 touch:size-target" />
      )}
      <Content {...props} room={props.width - indent - beside - END} />
    </div>
  );
});

function Content({
  room,
  item,
  wanted,
  ...row
}: Pick<RowProps, "path" | "item" | "wanted" | "order" | "unplaced" | "view" | "star"> & {
  name: string;
  room: number;
}) {
  const address = addressOfRow({ path: row.path, item });
  const name = row.name || "(no name)";
  if (address === null)
    return (
      <span data-part="opener" className={cx(LOOK, "cursor-default")}>
        {name}
      </span>
    );
  return (
    <>
      <span className="relative flex min-w-0 flex-1 bg-inherit">
        <a
          href={address}
          // A name of the other direction is cut at its own end as well.
          dir="auto"
          tabIndex={-1}
          data-part="link"
          title={kindOf({ path: row.path }) === "favourite" && item ? displayPath(item.path) : name}
          className={cx(
            LOOK,
            row.star !== null && "group-hover:pr-6.5 group-focus-visible:pr-6.5 touch:pr-0!",
          )}
        >
          <Marked name={name} wanted={wanted} />
        </a>
        {item && row.star !== null && <Star isFavourite={row.star} />}
      </span>
      {row.unplaced && <SeverityCounts counts={row.unplaced} className={TREE_COUNTS} />}
      {item && <RowState item={item} room={room} order={row.order} view={row.view} />}
    </>
  );
}

/**
 * Comes with the pointer or the focus; the name makes room for it, and what is counted behind it stays where it is. For
 * fingers it is always there, behind the name.
 */
function Star({ isFavourite }: { isFavourite: boolean }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      data-part="star"
      title={`${isFavourite ? "No longer a favourite" : "Make it a favourite"} (key *)`}
      className={cx(
        "absolute inset-y-0 right-0 my-auto hidden size-6 place-items-center rounded-1 bg-inherit group-hover:grid group-focus-visible:grid touch:static touch:-my-px touch:grid touch:size-target touch:shrink-0",
        isFavourite ? "text-accent [&_path]:fill-current" : "text-ink-3 hover:text-ink-1",
      )}
    >
      <Icon name="star" className="size-4" />
    </button>
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

type AreaNode = TreeNode<TreeArea>;

const bare = (path: string, name: string, children: AreaNode[] = []): AreaNode => ({
  path,
  name,
  depth: 0,
  item: null,
  children,
});

/** The favourites above the areas, where there are any; the alerts that nobody can place below them. */
export function forestOf(
  tree: Tree<TreeArea>,
  favourites: readonly string[],
  placeNotKnown: Counts,
): Pick<Tree<TreeArea>, "roots"> {
  const chosen = favourites.flatMap((path): AreaNode[] => {
    const node = tree.byPath.get(path);
    return node ? [{ ...node, path: FAVOURITES + path, depth: 1, children: [] }] : [];
  });
  const unplaced = Object.values(placeNotKnown).some((count) => count > 0);
  return {
    roots: [
      ...(chosen.length > 0 ? [bare(FAVOURITES, "Favourites", chosen)] : []),
      ...tree.roots,
      ...(unplaced ? [bare(PLACE_NOT_KNOWN, "Place not known")] : []),
    ],
  };
}

/** What a row of the tree is. */
function kindOf(node: Pick<AreaNode, "path">): "area" | "favourite" | "favourites" | "place-not-known" {
  if (node.path === FAVOURITES) return "favourites";
  if (node.path === PLACE_NOT_KNOWN) return "place-not-known";
  return node.path.startsWith(FAVOURITES) ? "favourite" : "area";
}

/** The favourites stand open until somebody closes them; only that they are closed is kept. */
export function isOpenIn(open: ReadonlySet<string>, path: string): boolean {
  return path === FAVOURITES ? !open.has(FAVOURITES) : open.has(path);
}

/** How `setOpen` is to be called for a row. */
export function openingOf(path: string, opened: boolean): boolean {
  return path === FAVOURITES ? !opened : opened;
}
