"use client";

import { memo } from "react";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { SeverityCounts } from "@/components/ui/severity";
import { displayPath } from "@/lib/base/core/paths";
import type { SeverityCounts as Counts } from "@/lib/base/core/severity";
import { addressOf } from "@/lib/farm/areas/address";
import type { TreeArea } from "@/lib/farm/areas/contract";
import { markedParts, type Wanted } from "@/lib/farm/areas/find";
import type { TreeOrder } from "@/lib/farm/areas/order";
import { TREE_COUNTS } from "./area-state";
import { RowState, type RowView } from "./row-state";
import { type AreaNode, kindOf } from "./tree-forest";

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

export type RowProps = {
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
export function addressOfRow(node: Pick<AreaNode, "path" | "item">): string | null {
  const kind = kindOf(node);
  if (kind === "favourites") return null;
  if (kind === "place-not-known") return UNPLACED;
  return addressOf(node.item?.path ?? node.path);
}

/**
 * A row of the tree. Its parts are known by `data-part`: the rows hear what is pressed together. Drawn again only
 * where something of it changed, so that thousands can be scrolled.
 */
export const TreeRow = memo(function TreeRow(props: RowProps) {
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

const LOOK = "min-w-0 flex-1 truncate text-left leading-7.5 touch:leading-11";

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
