"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Segmented } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { Panel } from "@/components/ui/panel";
import type { ListFilter, RateBar, Rates } from "@/lib/alerting/deliveries/list";
import { HOUR_MS } from "@/lib/base/core/time";
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
  const [table, setTable] = useState(false);
  const { each, bars } = rates;
  return (
    <Panel
      title={each === "hour" ? "Deliveries an hour" : "Deliveries a day"}
      hint="tests not counted"
      className="mb-3.5"
      end={
        <Segmented
          label="Shown as"
          options={[
            { value: "chart", label: "Chart" },
            { value: "table", label: "Table" },
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
        {at === null ? totalWords(rates) : wordsOf(rates, bars[at])}
      </p>
      <div className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div aria-hidden="true" className="relative h-28 min-w-5 text-right text-xs text-ink-3">
          <span className="invisible">{top.toLocaleString("en")}</span>
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute right-0 translate-y-1/2 leading-none"
              style={{ bottom: `${(100 * tick) / top}%` }}
            >
              {tick.toLocaleString("en")}
            </span>
          ))}
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label={`Deliveries, each ${rates.each}`}
          aria-valuemin={0}
          aria-valuemax={bars.length - 1}
          aria-valuenow={at ?? bars.length - 1}
          aria-valuetext={wordsOf(rates, bars[at ?? bars.length - 1])}
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
  const { bars, each } = rates;
  return (
    <div aria-hidden="true" className="relative col-start-2 mt-0.5 h-6 text-xs text-ink-3">
      {bars.map((bar, nth) => {
        const tick = tickOf(bar, nth, rates);
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

const LENGTHS = { hour: "48 hours", day: "14 days" };

function totalWords({ bars, each }: Rates): string {
  const total = bars.reduce((sum, bar) => sum + totalDeliveries(bar), 0);
  const busiest = Math.max(...bars.map(totalDeliveries));
  if (total === 0) return `None in the last ${LENGTHS[each]}`;
  return `${total.toLocaleString("en")} in the last ${LENGTHS[each]}, at most ${busiest.toLocaleString("en")} ${each === "hour" ? "an hour" : "a day"}`;
}

/** "Thu 21 Nov, 14:00 to 15:00: 12 accepted, 1 quarantined". */
function wordsOf(rates: Rates, bar: RateBar | undefined): string {
  if (!bar) return "";
  const parts = STACK.filter((outcome) => bar[outcome] > 0).map(
    (outcome) => `${bar[outcome].toLocaleString("en")} ${outcomeWord(outcome).toLowerCase()}`,
  );
  return `${barTime(bar, rates)}: ${parts.join(", ") || "none"}`;
}

/** The legend of the outcomes in the chart. */
function Legend({ bars }: { bars: RateBar[] }) {
  const present = STACK.filter((outcome) => bars.some((bar) => bar[outcome] > 0));
  if (present.length === 0) return null;
  return (
    <ul aria-label="Shades" className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
      {present.map((outcome) => (
        <li key={outcome} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cx("size-2.5", FILLS[outcome])} />
          {outcomeWord(outcome)}
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
  const caption = rates.each === "hour" ? "Deliveries an hour" : "Deliveries a day";
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
          { head: "Site time", className: "text-sm whitespace-nowrap", cell: (bar) => barTime(bar, rates) },
          ...STACK.map(
            (outcome): Column<RateBar> => ({
              head: outcomeWord(outcome),
              headClass: "max-sm:hidden",
              isNumber: true,
              className: "text-sm max-sm:hidden",
              cell: (bar) => bar[outcome].toLocaleString("en"),
            }),
          ),
          {
            head: "All",
            isNumber: true,
            className: "text-sm font-strong",
            cell: (bar) => totalDeliveries(bar).toLocaleString("en"),
          },
        ]}
      />
    </section>
  );
}
