import { levelOf } from "@/components/ui/alert-words";
import { SEVERITY_LEVELS } from "@/components/ui/severity";
import type { ListedAlert } from "@/lib/alerting/alerts/contract";
import type { Words } from "@/lib/base/words/words";
import { isGroup, rowAlertIds, rowKey } from "./groups/group-rows";

/** How the rows of a list are held. */
export type RowKind<T> = {
  idOf: (row: T) => string;
  /** The alerts that a row stands for, where they are not its id. */
  alertIdsOf?: (row: T) => readonly string[];
  /** What a row would change beyond its own state, so that it waits; null: it shows its newest state in its place. */
  changeOf?: (held: T, latest: T) => "worse" | "changed" | null;
  /** A row whose change waits, with as much of its newest state as keeps its height. */
  inPlace?: (held: T, latest: T) => T;
  /** What its news are called. */
  words: "alerts" | "outages" | "order";
};

/** What waits to be shown. */
export type News = { added: number; gone: number; worse: number; changed: number; isMoved: boolean };

/** Of rows that the person's acts took away: those that stood before them, by ids. */
export type LeftRows = ReadonlyMap<string, readonly string[]>;
export const NOTHING_LEFT: LeftRows = new Map();

/** Rows, and whether the list has no further ones after them. */
export type Rows<T> = { rows: readonly T[]; isAll: boolean };

export type HeldList<T> = {
  shown: T[];
  news: News;
  /** Rows in `shown` that have left the list; they show their last known state. */
  goneIds: ReadonlySet<string>;
};

/**
 * Holds back what would move rows: new rows wait, removed rows stay, and the others show their newest state in their
 * old place. Where one side has further rows, what only moved over its end is neither new nor gone.
 * @param held the rows as they were last shown
 * @param acted ids of alerts that the person's own acts change; their rows come and go at once
 * @param left where rows stood that such acts took away; undone, they come back there
 */
export function holdStill<T>(
  held: Rows<T>,
  latest: Rows<T>,
  acted: ReadonlySet<string>,
  { idOf, alertIdsOf, changeOf, inPlace }: RowKind<T>,
  left: LeftRows = NOTHING_LEFT,
): HeldList<T> {
  const isOwn = (row: T) => (alertIdsOf?.(row) ?? [idOf(row)]).some((id) => acted.has(id));
  const own = new Set(acted.size === 0 ? [] : [...held.rows, ...latest.rows].filter(isOwn).map(idOf));
  const now = new Map(latest.rows.map((row) => [idOf(row), row]));
  const known = new Set(held.rows.map(idOf));
  const kept = held.rows.filter((row) => !own.has(idOf(row)) || now.has(idOf(row)));
  const end = kept.findLastIndex((row) => now.has(idOf(row)));
  const news: News = { added: 0, gone: 0, worse: 0, changed: 0, isMoved: false };
  const goneIds = new Set<string>();
  const shown = kept.map((row, index) => {
    const id = idOf(row);
    const next = now.get(id);
    if (next === undefined) {
      if (latest.isAll || index < end) goneIds.add(id);
      return row;
    }
    const change = own.has(id) ? null : (changeOf?.(row, next) ?? null);
    if (change === null) return next;
    news[change] += 1;
    return inPlace?.(row, next) ?? row;
  });
  const latestEnd = latest.rows.findLastIndex((row) => known.has(idOf(row)));
  for (const [index, row] of latest.rows.entries()) {
    const id = idOf(row);
    if (known.has(id)) continue;
    const before = () => left.get(id) ?? latest.rows.slice(0, index).map(idOf);
    if (own.has(id)) shown.splice(placeBehind(before(), shown.map(idOf)), 0, row);
    else if (held.isAll || index < latestEnd) news.added += 1;
  }
  news.gone = goneIds.size;
  news.isMoved = isReordered(held.rows, latest.rows, own, idOf);
  return { shown, news, goneIds };
}

/** Where a row belongs among those shown: behind the nearest of the rows before it that is shown. */
function placeBehind(before: readonly string[], shown: readonly string[]): number {
  const nearest = before.findLast((id) => shown.includes(id));
  return nearest === undefined ? 0 : shown.indexOf(nearest) + 1;
}

function isReordered<T>(
  held: readonly T[],
  latest: readonly T[],
  own: ReadonlySet<string>,
  idOf: (row: T) => string,
): boolean {
  const places = new Map(held.map((row, place) => [idOf(row), place]));
  const order = latest.flatMap((row) => (own.has(idOf(row)) ? [] : (places.get(idOf(row)) ?? [])));
  return order.some((place, index) => index > 0 && place < (order[index - 1] ?? 0));
}

const rankOf = (alert: ListedAlert) => -SEVERITY_LEVELS.indexOf(levelOf(alert));

const keyOfAreas = ({ areas }: ListedAlert) => areas.map(({ path }) => path).join("\n");

/** What can add or remove a line of a row, or put it under another heading. */
const facts = (alert: ListedAlert) => [
  alert.type,
  alert.category,
  alert.severity,
  alert.roseSinceAcknowledged,
  alert.snoozed,
  alert.continues?.alertId,
  alert.replacedBy,
  alert.recovery === null,
  alert.recoveryConfirmedAt === null,
  alert.incomplete,
  alert.evidence === undefined,
  isGroup(alert),
  keyOfAreas(alert),
];

/** Rows of alerts: who has one and that it closed shows at once, a rise or another hint waits. */
export const ALERT_ROWS: RowKind<ListedAlert> = {
  words: "alerts",
  idOf: rowKey,
  alertIdsOf: rowAlertIds,
  changeOf: (held, latest) => {
    const before = facts(held);
    if (facts(latest).every((fact, index) => fact === before[index])) return null;
    return rankOf(latest) > rankOf(held) ? "worse" : "changed";
  },
  inPlace: (held, { status, closedAt, closeReason, acknowledgedAt, acknowledgedBy, owner, attention }) => ({
    ...held,
    ...{ status, closedAt, closeReason, acknowledgedAt, acknowledgedBy, owner, attention },
  }),
};

/** What waits in one list, and how its news are called. */
export type PartNews = { words: RowKind<unknown>["words"]; news: News };

/**
 * "2 new, 1 closed, 1 got worse"; empty when nothing waits.
 * @param left what is said of alerts that have left their list
 */
export function newsWords({ t }: Words, parts: readonly PartNews[], left: "closed" | "gone"): string {
  const sum = (words: PartNews["words"], key: Exclude<keyof News, "isMoved">) =>
    parts.reduce((total, part) => total + (part.words === words ? part.news[key] : 0), 0);
  const counted = [
    [sum("alerts", "added"), "alerts.news.new"],
    [sum("alerts", "gone"), left === "closed" ? "alerts.news.closed" : "alerts.news.gone"],
    [sum("alerts", "worse"), "alerts.news.worse"],
    [sum("alerts", "changed"), "alerts.news.changed"],
    [sum("outages", "added"), "alerts.news.outages"],
  ] as const;
  const said = counted.filter(([count]) => count > 0).map(([count, word]) => t(word, { count }));
  if (said.length > 0) return said.join(", ");
  const isOther = ({ words, news }: PartNews) =>
    news.isMoved || (words === "order" && news.added + news.gone + news.changed > 0);
  return parts.some(isOther) ? t("alerts.news.order") : "";
}
