"use client";
import { useRouter } from "next/navigation";
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
import { useShortcuts } from "@/components/shell/shortcuts";
import { SearchField } from "@/components/ui/field";
import { Kbd } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useClock } from "@/components/ui/time";
import { withAncestors } from "@/lib/base/core/paths";
import type { SeverityCounts as Counts } from "@/lib/base/core/severity";
import { timeOfDay } from "@/lib/base/core/time";
import { addressOf } from "@/lib/farm/areas/address";
import type { TreeArea } from "@/lib/farm/areas/contract";
import { compareRanks, ORDER_WORDS, rankAreas, TREE_ORDERS, type TreeOrder } from "@/lib/farm/areas/order";
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
import { isExpanded, storedFlag, TreeRows, withExtraRows } from "./tree-rows";

const OPEN_KEY = "leafwatch-open-areas:";
const ORDER_KEY = "leafwatch-tree-order:";

type Props = {
  tenantId: string;
  items: readonly TreeArea[];
  placeNotKnown: Counts;
  current: string | null;
  /** Of a row, in pixels. */
  width: number;
};

/**
 * The control-area tree: search, keyboard navigation, three orders. Rendered only in the browser, which keeps
 * what is open and the order.
 */
export function AreaTree({ tenantId, items, placeNotKnown, current, width }: Props) {
  const [typed, setTyped] = useState("");
  const looked = useDeferredValue(typed);
  const wanted = useMemo(() => parseSearch(looked), [looked]);
  const order = useHeldOrder(tenantId, items);
  const tree = useOrderedTree(items, order.compare);
  const { paths, set: setFavourite } = useFavourites(tenantId);
  const favourites = useMemo(() => new Set(paths), [paths]);
  const openRows = useOpenRows(tenantId, tree, favourites, placeNotKnown, current);
  const search = useSearchRows(wanted, tree);
  const { rows, setOpen } = wanted ? search : openRows;
  return (
    <nav aria-label="Control areas" className="flex min-h-0 flex-1 flex-col gap-2">
      <FindField items={items} typed={typed} setTyped={setTyped} />
      <OrderField order={order} />
      <TreeRows
        key={wanted ? "found" : "tree"}
        {...{ rows, current, wanted, placeNotKnown, favourites, setOpen, width }}
        setFavourite={(path, favourite) => void setFavourite(path, favourite)}
        order={order.shown}
      />
      {wanted && rows.length === 0 && (
        <p role="status" className="flex-1 px-3 text-sm text-ink-3">
          No area has “{typed.trim()}” in its name.
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
  const router = useRouter();
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
      if (best) router.push(addressOf(best.path));
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
        label={`Find in ${items.length.toLocaleString("en")} areas`}
        icon="filter"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        end={typed === "" ? <Kbd>/</Kbd> : undefined}
      />
    </div>
  );
}

type Order = ReturnType<typeof useHeldOrder>;

/** The order within a level, held as of when it was chosen, so that rows do not move when numbers change. */
function useHeldOrder(tenantId: string, items: readonly TreeArea[]) {
  const { now } = useClock();
  const isSilent = useIsSilent();
  const { order, choose } = useTreeOrder(tenantId);
  const heldNow = (wanted: typeof order) => ({ order: wanted, items, isSilent, at: now });
  const [held, setHeld] = useState(() => heldNow(order));
  // Show the choice at once; sorting thousands of areas may follow.
  const shown = useDeferredValue(held);
  const compare = useMemo(() => {
    const ranks = rankAreas(shown.order, shown.items, oncePerReading(shown.isSilent));
    return ranks ? compareRanks(ranks) : undefined;
  }, [shown]);
  return {
    order,
    shown: shown.order,
    compare,
    at: held.at,
    choose: (next: typeof order) => {
      choose(next);
      setHeld(heldNow(next));
    },
  };
}

/** Memoised by newest reading, which most of the areas share. */
function oncePerReading(isSilent: ReturnType<typeof useIsSilent>): typeof isSilent {
  const known = new Map<string | null, boolean>();
  return (item) => {
    const answer = known.get(item.lastReadingAt) ?? isSilent(item);
    known.set(item.lastReadingAt, answer);
    return answer;
  };
}

const ORDERS = TREE_ORDERS.map((id) => ({ id, label: ORDER_WORDS[id] }));

function OrderField({ order }: { order: Order }) {
  const { zone } = useClock();
  return (
    // The order never truncates; the time it is from wraps below it.
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
      <Select
        asFilter
        className="shrink-0"
        label="Order"
        options={ORDERS}
        value={order.order}
        onChange={(id) => order.choose(TREE_ORDERS.find((one) => one === id) ?? "name")}
      />
      {order.order !== "name" && (
        <button
          type="button"
          title="Rows stay where they are when numbers change"
          onClick={() => order.choose(order.order)}
          className="rounded-1 px-1 text-xs whitespace-nowrap text-accent hover:text-accent-hover touch:min-h-target"
        >
          as of {timeOfDay(order.at, zone)}, again
        </button>
      )}
    </div>
  );
}

/** Areas arrive sorted by name; another order sorts the children of each area. */
function useOrderedTree(items: readonly TreeArea[], compare: Order["compare"]): Tree<TreeArea> {
  const tree = useMemo(() => growTree(items), [items]);
  return useMemo(() => (compare ? sortTree(tree, compare) : tree), [tree, compare]);
}

/** The open part of the tree, with favourites above and unplaced alerts below. */
function useOpenRows(
  tenantId: string,
  tree: Tree<TreeArea>,
  favourites: ReadonlySet<string>,
  placeNotKnown: Counts,
  current: string | null,
) {
  const { open, set } = useOpenAreas(tenantId, current);
  const rows = useMemo(() => {
    const forest = withExtraRows(tree, [...favourites], placeNotKnown);
    return visibleRows(forest, (path) => isExpanded(open, path));
  }, [tree, favourites, placeNotKnown, open]);
  const setOpen = useCallback((path: string, opened: boolean) => set(path, storedFlag(path, opened)), [set]);
  return { rows, setOpen };
}

const NOTHING_CLOSED: ReadonlySet<string> = new Set();

/** All matches with their ancestors; rows closed during a search reopen after it. */
function useSearchRows(wanted: SearchTerms | null, tree: Tree<TreeArea>) {
  const [closed, setClosed] = useState(NOTHING_CLOSED);
  if (wanted === null && closed.size > 0) setClosed(NOTHING_CLOSED);
  const found = useMemo(() => (wanted ? pruneTree(tree, matcher(wanted)) : NOTHING_FOUND), [wanted, tree]);
  const rows = useMemo(() => visibleRows(found, (path) => !closed.has(path)), [found, closed]);
  const setOpen = useCallback(
    (path: string, opened: boolean) =>
      setClosed((now) => {
        const next = new Set(now);
        if (opened) next.delete(path);
        else next.add(path);
        return next;
      }),
    [],
  );
  return { rows, setOpen };
}

const NOTHING_FOUND: Pick<Tree<TreeArea>, "roots"> = { roots: [] };

/**
 * Which areas of the tree are open, kept in this browser per tenancy; ancestors of the chosen area are always
 * open. Not for server rendering, which cannot know what was kept.
 */
function useOpenAreas(tenantId: string, current: string | null) {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set([...readOpen(tenantId), ...(current === null ? [] : withAncestors(current))]),
  );
  useEffect(() => {
    if (current === null) return;
    setOpen((now) => {
      const missing = withAncestors(current).filter((path) => !now.has(path));
      return missing.length === 0 ? now : new Set([...now, ...missing]);
    });
  }, [current]);
  useEffect(() => store(OPEN_KEY + tenantId, JSON.stringify([...open])), [open, tenantId]);
  const set = useCallback(
    (path: string, opened: boolean) =>
      setOpen((now) => {
        const next = new Set(now);
        if (opened) next.add(path);
        else next.delete(path);
        return next;
      }),
    [],
  );
  return { open, set };
}

/** The order within a level, kept in the same way. */
function useTreeOrder(tenantId: string) {
  const [order, setOrder] = useState<TreeOrder>(() => {
    const stored = readStored(ORDER_KEY + tenantId);
    return TREE_ORDERS.find((one) => one === stored) ?? "name";
  });
  const choose = useCallback(
    (next: TreeOrder) => {
      setOrder(next);
      store(ORDER_KEY + tenantId, next);
    },
    [tenantId],
  );
  return { order, choose };
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
