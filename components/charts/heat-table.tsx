import { formatIndexValue } from "@/lib/base/core/numbers";
import { formatDayShort, weekdayOf } from "@/lib/base/core/time";
import type { HourDay } from "./hour-grid";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The same as numbers, newest day first; the two values of a repeated hour stand in one cell, the second below. */
export function HeatTable(props: { caption: string; index: string; days: readonly HourDay[] }) {
  return (
    <section
      aria-label={props.caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      className="max-h-80 overflow-auto"
    >
      <table className="text-sm">
        <caption className="sr-only">{props.caption}</caption>
        <thead className="sticky top-0 z-10 bg-surface text-xs text-ink-3">
          <tr className="border-b border-hairline">
            <th className="sticky left-0 h-8 bg-surface pr-3 text-left font-medium whitespace-nowrap">Day</th>
            {HOURS.map((hour) => (
              <th key={hour} className="min-w-11 px-1 text-right font-medium">
                {String(hour).padStart(2, "0")}:00
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...props.days].reverse().map(({ day, cells }) => (
            <tr key={day} className="border-b border-hairline">
              <th className="sticky left-0 h-8 bg-surface pr-3 text-left font-normal whitespace-nowrap">
                {weekdayOf(day)} {formatDayShort(day)}
              </th>
              {HOURS.map((hour) => (
                <td key={hour} className="px-1 text-right whitespace-nowrap">
                  {cells
                    .filter((cell) => cell.hour === hour && cell.point)
                    .map(({ point }) => (
                      <span key={point?.t} className="block">
                        {point && formatIndexValue(point.mean, props.index)}
                      </span>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
