import {
  type HeldList,
  holdStill,
  type LeftRows,
  type News,
  NOTHING_LEFT,
  type RowKind,
  type Rows,
} from "./held-list";

/** Rows as they were last shown, and for what. */
export type Held<T> = Rows<T> & {
  /** Another epoch or scope shows everything as it is. */
  epoch: number;
  scope: string;
  /** The number of pages that were asked for. */
  pages: number;
  /** Alerts that the person's own acts change; their rows come and go at once. */
  own: ReadonlySet<string>;
  left: LeftRows;
};

/** What has been read, and what the person is doing. */
export type Seen<T> = Omit<Held<T>, "own" | "left"> & {
  /** False: these are no rows of this scope yet. */
  isRead: boolean;
  /** True while it is being read, so an act may not have been heard yet. */
  isFetching: boolean;
  /** True while nobody looks. */
  isAway: boolean;
  /** True: an empty list shows its first rows at once, since it would say that there are none. */
  showsFirst: boolean;
  /** Alerts of acts that run. */
  running: ReadonlySet<string>;
};

const NOBODY: ReadonlySet<string> = new Set();
export const NO_NEWS: News = { added: 0, gone: 0, worse: 0, changed: 0, isMoved: false };

/**
 * What a list shows next, and what it holds from then on: the same object if that is what it holds already.
 * @param held null before anything was shown
 */
export function holdRows<T>(
  held: Held<T> | null,
  seen: Seen<T>,
  kind: RowKind<T>,
): { held: Held<T> | null; list: HeldList<T> } {
  const asRead: HeldList<T> = { shown: seen.rows as T[], news: NO_NEWS, goneIds: NOBODY };
  if (!seen.isRead) return { held, list: asRead };
  if (held === null || !isStill(held, seen)) return { held: holdAnew(held, seen), list: asRead };
  const acting = { ...held, own: including(held.own, seen.running) };
  const still = holdStill(acting, seen, acting.own, kind, held.left);
  const isLonger = seen.pages > held.pages;
  const list = isLonger ? { ...still, shown: [...still.shown, ...rowsBehind(held, seen, kind)] } : still;
  const isOver = acting.own.size > 0 && !isAnyOf(acting.own, seen.running) && !seen.isFetching;
  if (!isLonger && !isOver) return { held: acting.own === held.own ? held : acting, list };
  const { pages, isAll } = isLonger ? seen : held;
  const own = isOver ? NOBODY : acting.own;
  const left = new Map([...held.left, ...takenAway(held.rows, list.shown, kind)]);
  return { held: { ...acting, rows: list.shown, pages, isAll, own, left }, list };
}

/** Returns true if the rows are to stay where they are. */
function isStill<T>(held: Held<T>, { epoch, scope, isAway, showsFirst }: Seen<T>): boolean {
  return held.epoch === epoch && held.scope === scope && !isAway && (held.rows.length > 0 || !showsFirst);
}

function holdAnew<T>(held: Held<T> | null, { epoch, scope, pages, rows, isAll }: Seen<T>): Held<T> {
  if (held?.rows === rows && held.epoch === epoch && held.scope === scope) return held;
  return { epoch, scope, pages, rows, isAll, own: NOBODY, left: NOTHING_LEFT };
}

function takenAway<T>(before: readonly T[], shown: readonly T[], { idOf }: RowKind<T>): LeftRows {
  const [ids, stay] = [before.map(idOf), new Set(shown.map(idOf))];
  return new Map(ids.flatMap((id, place) => (stay.has(id) ? [] : [[id, ids.slice(0, place)] as const])));
}

/** The rows behind the last one that was shown before. */
function rowsBehind<T>(held: Rows<T>, latest: Rows<T>, { idOf }: RowKind<T>): readonly T[] {
  const known = new Set(held.rows.map(idOf));
  return latest.rows.slice(latest.rows.findLastIndex((row) => known.has(idOf(row))) + 1);
}

/** The same set if it has them all. */
function including(own: ReadonlySet<string>, running: ReadonlySet<string>): ReadonlySet<string> {
  return [...running].every((id) => own.has(id)) ? own : new Set([...own, ...running]);
}

const isAnyOf = (own: ReadonlySet<string>, running: ReadonlySet<string>) =>
  [...own].some((id) => running.has(id));
