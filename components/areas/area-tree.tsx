"use client";
import {
  type KeyboardEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useIsSilent } from "@/components/places/area-state";
import { useFavourites } from "@/components/places/use-favourites";
import { useOpenPaths } from "@/components/places/use-tree-rows";
import { useShortcuts } from "@/components/shell/shortcuts";
import { SearchField } from "@/components/ui/field";
import { useOpenPage } from "@/components/ui/link";
import { saidAtOnce } from "@/components/ui/live-region";
import { Kbd } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { withAncestors } from "@/lib/base/core/paths";
import type { SeverityCounts as Counts } from "@/lib/base/core/severity";
import type { PlainKey } from "@/lib/base/words/messages";
import { addressOf } from "@/lib/farm/areas/address";
import type { TreeArea } from "@/lib/farm/areas/contract";
import { compareRanks, rankAreas, TREE_ORDERS, type TreeOrder } from "@/lib/farm/areas/order";
import {
  bestMatch,
  findAreas,
  growTree,
  matcher,
  parseSearch,
  pruneTree,
  type SearchTerms,
  sortTree,
  type Tree,
  visibleRows,
} from "@/lib/farm/areas/tree";
import { openFlag, TreeRows, withExtraRows } from "./tree-rows";

const OPEN_KEY = "leafwatch-open-areas:";
const ORDER_KEY = "leafwatch-tree-order:";

type Props = {
  tenantId: string;
  items: readonly TreeArea[];
  placeNotKnown: Counts;
  current: string | null;
  /** Width of a row, in pixels. */
  width: number;
};

/**
 * The control-area tree: search, keyboard navigation, three orders. Rendered only in the browser, whose storage keeps
 * the open areas and the order.
 */
export function AreaTree({ tenantId, items, placeNotKnown, current, width }: Props) {
  const { t } = useWords();
  const [typed, setTyped] = useState("");
  const looked = useDeferredValue(typed);
  const wanted = useMemo(() => parseSearch(looked), [looked]);
  const order = useHeldOrder(tenantId, items);
  const byName = useMemo(() => growTree(items), [items]);
  const tree = useMemo(
    () => (order.compare ? sortTree(byName, order.compare) : byName),
    [byName, order.compare],
  );
  const { paths, set: setFavourite } = useFavourites();
  const favourites = useMemo(() => new Set(paths), [paths]);
  const openRows = useOpenRows({ tenantId, tree, favourites, placeNotKnown, current });
  const search = useSearchRows(wanted, tree);
  const { rows, setOpen } = wanted ? search : openRows;
  return (
    <nav aria-label={t("areas.title")} className="flex min-h-0 flex-1 flex-col gap-2">
      <FindField items={items} typed={typed} setTyped={setTyped} />
      <OrderField order={order} />
      <TreeRows
        key={wanted ? "found" : "tree"}
        {...{ rows, current, wanted, placeNotKnown, favourites, setOpen, width }}
        setFavourite={(path, favourite) => void setFavourite(path, favourite)}
        order={order.shown}
      />
      {wanted && rows.length === 0 && (
        <p ref={saidAtOnce} className="flex-1 px-3 text-sm text-ink-3">
          {t("places.dialog.none", { typed: typed.trim() })}
        </p>
      )}
    </nav>
  );
}

/** Searches while typing. Enter goes to the best match, Escape clears, arrow down moves to the rows. */
function FindField({
  items,
  typed,
  setTyped,
}: {
  items: readonly TreeArea[];
  typed: string;
  setTyped: (typed: string) => void;
}) {
  const { t } = useWords();
  const openPage = useOpenPage();
  const input = useRef<HTMLInputElement>(null);
  useShortcuts(
    {
      "/": (event) => {
        event.preventDefault();
        input.current?.focus();
        input.current?.select();
      },
    },
    true,
  );
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") return setTyped("");
    const wanted = parseSearch(typed);
    if (event.key === "Enter" && wanted) {
      const best = bestMatch(findAreas(items, wanted), wanted);
      if (best) openPage(addressOf(best.path));
    } else if (event.key === "ArrowDown") {
      event.currentTarget
        .closest("nav")
        ?.querySelector<HTMLElement>("[role=treeitem][tabindex='0']")
        ?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <div data-takes-slash>
      <SearchField
        ref={input}
        label={t("places.dialog.find", { count: items.length })}
        icon="filter"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        end={typed === "" ? <Kbd>/</Kbd> : undefined}
      />
    </div>
  );
}

/** The order within a level, held as of when it was chosen, so that rows do not move when numbers change. */
function useHeldOrder(tenantId: string, items: readonly TreeArea[]) {
  const { now } = useClock();
  const isSilent = useIsSilent();
  const heldNow = (order: TreeOrder) => ({ order, items, isSilent, at: now });
  const [held, setHeld] = useState(() => heldNow(toOrder(readStored(ORDER_KEY + tenantId))));
  // Show the choice at once; sorting thousands of areas may follow.
  const shown = useDeferredValue(held);
  const compare = useMemo(() => {
    const ranks = rankAreas(shown.order, shown.items, oncePerReading(shown.isSilent));
    return ranks ? compareRanks(ranks) : undefined;
  }, [shown]);
  return {
    order: held.order,
    shown: shown.order,
    compare,
    at: held.at,
    choose: (next: TreeOrder) => {
      store(ORDER_KEY + tenantId, next);
      setHeld(heldNow(next));
    },
  };
}

const toOrder = (id: string | null) => TREE_ORDERS.find((one) => one === id) ?? "name";

/** Memoised by newest reading, which most of the areas share. */
function oncePerReading(isSilent: ReturnType<typeof useIsSilent>): typeof isSilent {
  const known = new Map<string | null, boolean>();
  return (item) => {
    const answer = known.get(item.lastReadingAt) ?? isSilent(item);
    known.set(item.lastReadingAt, answer);
    return answer;
  };
}

const ORDERS = {
  name: "areas.tree.orders.name",
  worst: "areas.tree.orders.worst",
  worsening: "areas.tree.orders.worsening",
} as const satisfies Record<TreeOrder, PlainKey>;

function OrderField({ order }: { order: ReturnType<typeof useHeldOrder> }) {
  const { t, timeOfDay } = useWords();
  const { zone } = useClock();
  return (
    // The order never truncates; the time it is from wraps below it.
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
      <Select
        asFilter
        className="shrink-0"
        label={t("areas.tree.order")}
        options={TREE_ORDERS.map((id) => ({ id, label: t(ORDERS[id]) }))}
        value={order.order}
        onChange={(id) => order.choose(toOrder(id))}
      />
      {order.order !== "name" && (
        <button
          type="button"
          title={t("areas.tree.held")}
          onClick={() => order.choose(order.order)}
          className="rounded-1 px-1 text-xs whitespace-nowrap text-accent hover:text-accent-hover touch:min-h-target"
        >
          {t("areas.tree.sortAgain", { time: timeOfDay(order.at, zone) })}
        </button>
      )}
    </div>
  );
}

/**
 * The open part of the tree, with favourites above and unplaced alerts below. What is open is kept in this browser per
 * tenancy; ancestors of the chosen area are always open.
 */
function useOpenRows({
  tenantId,
  tree,
  favourites,
  placeNotKnown,
  current,
}: Pick<Props, "tenantId" | "placeNotKnown" | "current"> & {
  tree: Tree<TreeArea>;
  favourites: ReadonlySet<string>;
}) {
  const above = useMemo(() => (current === null ? [] : withAncestors(current)), [current]);
  const { open, setOpen, setPaths } = useOpenPaths(() => [...readOpen(tenantId), ...above]);
  useEffect(
    () => setPaths((now) => (above.every((path) => now.has(path)) ? now : new Set([...now, ...above]))),
    [above, setPaths],
  );
  useEffect(() => store(OPEN_KEY + tenantId, JSON.stringify([...open])), [open, tenantId]);
  const words = useWords();
  const rows = useMemo(() => {
    const nodes = withExtraRows(words, tree, [...favourites], placeNotKnown);
    return visibleRows(nodes, (path) => openFlag(path, open.has(path)));
  }, [words, tree, favourites, placeNotKnown, open]);
  return {
    rows,
    setOpen: useCallback((path: string, opened: boolean) => setOpen(path, openFlag(path, opened)), [setOpen]),
  };
}

const NOTHING_CLOSED: ReadonlySet<string> = new Set();

/** All matches with their ancestors; rows closed during a search reopen after it. */
function useSearchRows(wanted: SearchTerms | null, tree: Tree<TreeArea>) {
  const { open: closed, setOpen: setClosed, setPaths } = useOpenPaths(() => NOTHING_CLOSED);
  if (wanted === null && closed.size > 0) setPaths(NOTHING_CLOSED);
  const rows = useMemo(
    () => (wanted ? visibleRows(pruneTree(tree.roots, matcher(wanted)), (path) => !closed.has(path)) : []),
    [wanted, tree, closed],
  );
  return {
    rows,
    setOpen: useCallback((path: string, opened: boolean) => setClosed(path, !opened), [setClosed]),
  };
}

function readOpen(tenantId: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(OPEN_KEY + tenantId) ?? "[]");
    return Array.isArray(stored) ? stored.filter((path) => typeof path === "string") : [];
  } catch {
    return [];
  }
}

/** Null also if the browser refuses storage. */
function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}
