"use client";
import { type FormEvent, useMemo, useState } from "react";
import { useWidth } from "@/components/charts/use-width";
import { InstantField } from "@/components/forms/date-fields";
import { ReadError } from "@/components/live/read-error";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { SkeletonRows } from "@/components/ui/states";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { endOfHour } from "@/lib/base/core/time";
import type { Query } from "@/lib/history/queries/contract";
import type { RowCells } from "@/lib/history/queries/row-cells";
import { rowAt } from "@/lib/history/queries/row-map";
import { noRowWords, otherCountWords } from "@/lib/history/queries/words";
import { columnFormat } from "./column-format";
import {
  IndexCard,
  indexColumns,
  MeasurementCard,
  MeasurementDialog,
  measurementColumns,
} from "./row-columns";
import { type RowLayout, useRowBlocks, useRowLayout } from "./use-row-blocks";
import { useVirtualScroll } from "./use-virtual-scroll";
import { HEAD_HEIGHT, VirtualTable } from "./virtual-table";

/** Measurements scroll sideways; this is the width on a page of 640 px. */
const MIN_SIDEWAYS_WIDTH = 606;

/** The stored rows that a query's filters select, oldest first, as they stand now. */
export function ResultRows({ query }: { query: Query }) {
  const words = useWords();
  const layout = useRowLayout(query);
  const { ref, width } = useWidth<HTMLDivElement>();
  return (
    <div ref={ref}>
      {layout.error && !layout.data ? (
        <ReadError of={layout} title={words.t("queries.result.rowsUnread")} />
      ) : !layout.data || width === 0 ? (
        <SkeletonRows rows={8} label={words.t("queries.result.loadingRows")} />
      ) : layout.data.map.total === 0 ? (
        <>
          <p className="p-4 text-sm text-ink-2">{noRowWords(words, query)}</p>
          <UnrecordedLightNote query={query} className="px-4 pb-4" />
        </>
      ) : (
        <Rows key={query.id} query={query} layout={layout.data} width={width} />
      )}
    </div>
  );
}

/** Layouts by minimum width in pixels: all columns, fewer columns of two lines, or cards of three. */
const LOOKS = {
  wide: { minWidth: 980, rowHeight: 38 },
  narrow: { minWidth: 724, rowHeight: 50 },
  card: { minWidth: 0, rowHeight: 84 },
} as const;

function lookOf(query: Query, width: number): keyof typeof LOOKS {
  if (query.type === "chf") return width >= MIN_SIDEWAYS_WIDTH ? "narrow" : "card";
  if (width >= LOOKS.wide.minWidth) return "wide";
  return width >= LOOKS.narrow.minWidth ? "narrow" : "card";
}

function Rows({ query, layout, width }: { query: Query; layout: RowLayout; width: number }) {
  const words = useWords();
  const { t, formatCount } = words;
  const { map, columns: chosen } = layout;
  const look = lookOf(query, width);
  const scroll = useVirtualScroll(map.total, LOOKS[look].rowHeight, look === "card" ? 0 : HEAD_HEIGHT);
  const { rowOf, failed, some } = useRowBlocks(query, map, scroll);
  // Only the first rows that arrive: later ones must not move the columns.
  const [sample, setSample] = useState(some);
  if (sample === undefined && some !== undefined) setSample(some);
  /** Null for index values. */
  const format = useMemo(
    () => (query.type === "chf" ? columnFormat(chosen, sample ?? []) : null),
    [query.type, chosen, sample],
  );
  const columns = useMemo(
    () => (format ? measurementColumns(words, format) : indexColumns(words, chosen, look === "narrow")),
    [words, chosen, format, look],
  );
  const card = (row: RowCells) =>
    format ? <MeasurementCard row={row} format={format} /> : <IndexCard row={row} columns={chosen} />;
  const [opened, setOpened] = useState<RowCells | null>(null);
  const { first, last } = scroll.seen;
  const otherCount = otherCountWords(words, query, map.total);
  return (
    <>
      <VirtualTable
        label={t("queries.result.rows")}
        columns={columns}
        card={look === "card" ? card : undefined}
        scroll={scroll}
        rowOf={rowOf}
        onOpen={format ? setOpened : undefined}
      />
      {format && opened && <MeasurementDialog row={opened} format={format} onClose={() => setOpened(null)} />}
      {failed && <ReadError compact of={failed} title={t("queries.result.rowsUnread")} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hairline px-4 py-2 text-sm text-ink-3">
        <span className="flex-1 whitespace-nowrap">
          {t("queries.result.range", {
            first: formatCount(first + 1),
            last: formatCount(last),
            total: formatCount(map.total),
          })}
        </span>
        <GoToTime query={query} onGo={(at) => scroll.goTo(rowAt(map, at))} />
      </div>
      {otherCount && <p className="border-t border-hairline px-4 py-2.5 text-sm text-ink-2">{otherCount}</p>}
      <UnrecordedLightNote query={query} className="border-t border-hairline px-4 py-2.5" />
    </>
  );
}

/** Scrolls to the rows of an hour of site time. */
function GoToTime({ query, onGo }: { query: Query; onGo: (at: number) => void }) {
  const { t } = useWords();
  const { now } = useClock();
  const { from, to } = query.filters;
  const [at, setAt] = useState(() => (from === undefined ? endOfHour(now.getTime()) : Date.parse(from)));
  const go = (event: FormEvent) => {
    event.preventDefault();
    onGo(at);
  };
  return (
    <form onSubmit={go} className="flex items-center gap-2 max-sm:w-full max-sm:flex-wrap">
      <InstantField
        kind="hour"
        label={t("queries.result.siteTime")}
        help=""
        className="flex items-center gap-2 [&>:first-child]:mb-0!"
        at={at}
        onChange={setAt}
        min={from === undefined ? undefined : Date.parse(from)}
        max={to === undefined ? undefined : Date.parse(to)}
      />
      <Button type="submit">{t("queries.result.go")}</Button>
    </form>
  );
}

/** Warns that an old query by light did not record which rows matched, so its rows cannot be told apart. */
export function UnrecordedLightNote({ query, className }: { query: Query; className?: string }) {
  const { t } = useWords();
  const { type, filters, unrequested } = query;
  if (type !== "chf" || filters.isDaytime === undefined || unrequested !== null) return null;
  return (
    <p className={cx("text-sm text-ink-2", className)}>
      {t("queries.result.unrecordedLight", { light: filters.isDaytime ? "day" : "other" })}
    </p>
  );
}
