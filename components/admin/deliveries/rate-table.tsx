import type { Rates } from "@/lib/alerting/deliveries/log";
import { outcomeWord } from "./delivery-outcome";
import { barTime, STACK, sumOf } from "./rate-scale";

/** The data of the chart of deliveries, newest first. */
export function RateTable({ rates }: { rates: Rates }) {
  const caption = rates.each === "hour" ? "Deliveries an hour" : "Deliveries a day";
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      className="max-h-60 overflow-auto"
    >
      <table className="data-table dense">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface">
          <tr>
            <th>Site time</th>
            {STACK.map((outcome) => (
              <th key={outcome} className="num max-sm:hidden">
                {outcomeWord(outcome)}
              </th>
            ))}
            <th className="num">All</th>
          </tr>
        </thead>
        <tbody>
          {rates.bars.toReversed().map((bar) => (
            <tr key={bar.at}>
              <td className="text-sm whitespace-nowrap">{barTime(bar, rates)}</td>
              {STACK.map((outcome) => (
                <td key={outcome} className="num text-sm max-sm:hidden">
                  {bar[outcome].toLocaleString("en")}
                </td>
              ))}
              <td className="num text-sm font-strong">{sumOf(bar).toLocaleString("en")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
