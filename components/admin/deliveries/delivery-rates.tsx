"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Segmented } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { Panel } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
import type { ListFilter, RateBar, Rates } from "@/lib/alerting/deliveries/list";
import { HOUR_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import { type Column, DataTable } from "../data-table";
import { listAddress, outcomeWord } from "./delivery-parts";
import { barTime, roundTicks, STACK, tickOf, totalDeliveries } from "./rate-scale";

/** Shades of one hue, as deliveries are not plants: quarantined is darkest, rejected is hatched. */
const FILLS: Record<(typeof STACK)[number], string> = {
  accepted: "bg-ink-3/55",
  spooled: "bg-ink-3/80",
  duplicate: "bg-line",
  quarantined: "bg-ink-1",
  rejected:
    "bg-[repeating-linear-gradient(135deg,var(--text-1)_0_2px,transparent_2px_5px)] shadow-[inset_0_0_0_1px_var(--text-1)]",
};

/** Deliveries by hour or day and outcome; a bar narrows the list to its time. */
export function DeliveryRates({ rates, filter }: { rates: Rates; filter: ListFilter }) {
  const { t } = useWords();
  const [table, setTable] = useState(false);
  const { each, bars } = rates;
  return (
    <Panel
      title={t(each === "hour" ? "admin.deliveries.rates.hourTitle" : "admin.deliveries.rates.dayTitle")}
      hint={t("admin.deliveries.rates.hint")}
      className="mb-3.5"
      end={
        <Segmented
          label={t("admin.deliveries.rates.shownAs")}
          options={[
            { value: "chart", label: t("admin.deliveries.rates.chart") },
            { value: "table", label: t("admin.deliveries.rates.table") },
          ]}
          value={table ? "table" : "chart"}
          onChange={(value) => setTable(value === "table")}
        />
      }
    >
      {table ? <RateTable rates={rates} /> : <RateChart rates={rates} filter={filter} key={bars[0]?.at} />}
    </Panel>
  );
}

function RateChart({ rates, filter }: { rates: Rates; filter: ListFilter }) {
  const words = useWords();
  const { t, formatCount } = words;
  const { bars } = rates;
  const router = useRouter();
  const [at, setAt] = useState<number | null>(null);
  const ticks = roundTicks(Math.max(...bars.map(totalDeliveries)));
  const top = ticks.at(-1) ?? 1;
  const narrow = (nth: number) => {
    const address = addressOf(rates, filter, nth);
    if (address) router.push(address, { scroll: false });
  };
  const step = (by: number) =>
    setAt((before) => Math.min(Math.max((before ?? bars.length) + by, 0), bars.length - 1));
  return (
    <div className="px-4 pt-2.5 pb-3">
      <p className="min-h-5 truncate text-sm text-ink-2 max-sm:min-h-10 max-sm:whitespace-normal">
        {at === null ? totalWords(words, rates) : wordsOf(words, rates, bars[at])}
      </p>
      <div className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div aria-hidden="true" className="relative h-28 min-w-5 text-right text-xs text-ink-3">
          <span className="invisible">{formatCount(top)}</span>
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute right-0 translate-y-1/2 leading-none"
              style={{ bottom: `${(100 * tick) / top}%` }}
            >
              {formatCount(tick)}
            </span>
          ))}
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label={t(
            rates.each === "hour" ? "admin.deliveries.rates.hourLabel" : "admin.deliveries.rates.dayLabel",
          )}
          aria-valuemin={0}
          aria-valuemax={bars.length - 1}
          aria-valuenow={at ?? bars.length - 1}
          aria-valuetext={wordsOf(words, rates, bars[at ?? bars.length - 1])}
          className="relative h-28 cursor-pointer rounded-1"
          onPointerLeave={() => setAt(null)}
          onBlur={() => setAt(null)}
          onKeyDown={(event) => {
            const by = { ArrowLeft: -1, ArrowRight: 1, Home: -bars.length, End: bars.length }[event.key];
            if (by !== undefined) {
              event.preventDefault();
              step(by);
            } else if (event.key === "Enter" && at !== null) narrow(at);
          }}
        >
          {ticks.map((tick) => (
            <span
              key={tick}
              className={cx("absolute inset-x-0 border-t", tick === 0 ? "border-line" : "border-hairline")}
              style={{ bottom: `${(100 * tick) / top}%` }}
            />
          ))}
          <div className="absolute inset-0 flex">
            {bars.map((bar, nth) => (
              <Bar
                key={bar.at}
                bar={bar}
                top={top}
                chosen={at === nth || filter.from === bar.at}
                onPoint={() => setAt(nth)}
                onPress={() => narrow(nth)}
              />
            ))}
          </div>
        </div>
        <TimeAxis rates={rates} />
      </div>
      <Legend bars={bars} />
    </div>
  );
}

function Bar({
  bar,
  top,
  chosen,
  onPoint,
  onPress,
}: {
  bar: RateBar;
  top: number;
  chosen: boolean;
  onPoint: () => void;
  onPress: () => void;
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the slider around it takes the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      data-bar={bar.at}
      className={cx(
        "flex h-full min-w-0 flex-1 flex-col items-center justify-end",
        chosen && "bg-accent-tint",
      )}
      onPointerEnter={onPoint}
      onClick={onPress}
    >
      {STACK.toReversed().map(
        (outcome) =>
          bar[outcome] > 0 && (
            <span
              key={outcome}
              className={cx("min-h-0.5 w-5/6", FILLS[outcome])}
              style={{ height: `${(100 * bar[outcome]) / top}%` }}
            />
          ),
      )}
    </div>
  );
}

function TimeAxis({ rates }: { rates: Rates }) {
  const words = useWords();
  const { bars, each } = rates;
  return (
    <div aria-hidden="true" className="relative col-start-2 mt-0.5 h-6 text-xs text-ink-3">
      {bars.map((bar, nth) => {
        const tick = tickOf(words, bar, nth, rates);
        if (!tick) return null;
        const isLate = nth > 0.75 * bars.length;
        // A date near the end is to the left of its line: there is no room on the right.
        const before = isLate && each === "hour" && tick.tall;
        return (
          <span
            key={bar.at}
            className={cx(
              "absolute border-line leading-4 whitespace-nowrap",
              before ? "-translate-x-full border-r pr-1" : "border-l pl-1",
              tick.tall ? "h-5 font-medium text-ink-2" : "h-2.5 max-sm:h-1",
            )}
            style={{ left: `${(100 * nth) / bars.length}%` }}
          >
            <span
              className={cx(
                !tick.tall && (nth > bars.length - 3 ? "hidden" : "max-sm:hidden"),
                each === "day" && (isLate || nth % 4 !== 0) && "max-sm:hidden",
              )}
            >
              {tick.text}
            </span>
          </span>
        );
      })}
    </div>
  );
}

function totalWords({ t }: Words, { bars, each }: Rates): string {
  const total = bars.reduce((sum, bar) => sum + totalDeliveries(bar), 0);
  if (total === 0)
    return t(each === "hour" ? "admin.deliveries.rates.noneInHours" : "admin.deliveries.rates.noneInDays");
  const most = Math.max(...bars.map(totalDeliveries));
  return each === "hour"
    ? t("admin.deliveries.rates.totalInHours", { total, most })
    : t("admin.deliveries.rates.totalInDays", { total, most });
}

const COUNTED = {
  accepted: "admin.deliveries.counted.accepted",
  duplicate: "admin.deliveries.counted.duplicate",
  quarantined: "admin.deliveries.counted.quarantined",
  spooled: "admin.deliveries.counted.spooled",
  rejected: "admin.deliveries.counted.rejected",
} as const;

/** "Thu 21 Nov, 14:00 to 15:00: 12 accepted, 1 quarantined". */
function wordsOf(words: Words, rates: Rates, bar: RateBar | undefined): string {
  const { t } = words;
  if (!bar) return "";
  const time = barTime(words, bar, rates);
  const present = STACK.filter((outcome) => bar[outcome] > 0);
  if (present.length === 0) return t("admin.deliveries.rates.emptyBar", { time });
  const counts = present.map((outcome) => t(COUNTED[outcome], { count: bar[outcome] })).join(", ");
  return t("admin.deliveries.rates.bar", { time, counts });
}

/** The legend of the outcomes in the chart. */
function Legend({ bars }: { bars: RateBar[] }) {
  const { t } = useWords();
  const present = STACK.filter((outcome) => bars.some((bar) => bar[outcome] > 0));
  if (present.length === 0) return null;
  return (
    <ul
      aria-label={t("admin.deliveries.rates.legend")}
      className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3"
    >
      {present.map((outcome) => (
        <li key={outcome} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cx("size-2.5", FILLS[outcome])} />
          {t(outcomeWord(outcome))}
        </li>
      ))}
    </ul>
  );
}

/** The address of the list narrowed to a bar, or without that if it already is. */
function addressOf({ bars }: Rates, filter: ListFilter, nth: number): string | null {
  const bar = bars[nth];
  if (!bar) return null;
  if (filter.from === bar.at) return listAddress(filter, { from: undefined, to: undefined });
  const to = bars[nth + 1]?.at ?? new Date(Date.parse(bar.at) + lengthOf(bars)).toISOString();
  return listAddress(filter, { from: bar.at, to });
}

const lengthOf = ([first, second]: RateBar[]) =>
  first && second ? Date.parse(second.at) - Date.parse(first.at) : HOUR_MS;

/** The data of the chart of deliveries, newest first. */
function RateTable({ rates }: { rates: Rates }) {
  const words = useWords();
  const { t, formatCount } = words;
  const caption = t(
    rates.each === "hour" ? "admin.deliveries.rates.hourTitle" : "admin.deliveries.rates.dayTitle",
  );
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      className="max-h-60 overflow-auto"
    >
      <DataTable
        isDense
        isStacked={false}
        caption={caption}
        headClass="sticky top-0 bg-surface"
        rows={rates.bars.toReversed()}
        keyOf={({ at }) => at}
        columns={[
          {
            head: t("admin.deliveries.rates.siteTime"),
            className: "text-sm whitespace-nowrap",
            cell: (bar) => barTime(words, bar, rates),
          },
          ...STACK.map(
            (outcome): Column<RateBar> => ({
              head: t(outcomeWord(outcome)),
              headClass: "max-sm:hidden",
              isNumber: true,
              className: "text-sm max-sm:hidden",
              cell: (bar) => formatCount(bar[outcome]),
            }),
          ),
          {
            head: t("admin.deliveries.rates.all"),
            isNumber: true,
            className: "text-sm font-strong",
            cell: (bar) => formatCount(totalDeliveries(bar)),
          },
        ]}
      />
    </section>
  );
}
