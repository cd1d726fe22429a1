import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { OUTCOMES } from "@/lib/alerting/deliveries/contract";
import type { Counts, LogFilter } from "@/lib/alerting/deliveries/log";
import { logAddress } from "./delivery-address";
import { outcomeWord } from "./delivery-outcome";

/** How many deliveries had which outcome; each cell narrows the list to its own. */
export function DeliveryCounts({ counts, filter }: { counts: Counts; filter: LogFilter }) {
  return (
    <ul
      aria-label="Deliveries by outcome"
      className="mb-3.5 grid grid-cols-6 overflow-hidden rounded-3 border border-hairline bg-surface max-sm:[&>*]:col-span-2 max-sm:[&>:nth-child(-n+2)]:col-span-3 sm:grid-cols-5"
    >
      {OUTCOMES.map((outcome) => {
        const chosen = filter.outcome === outcome;
        return (
          <li
            key={outcome}
            className={cx(
              "relative -mt-px -ml-px border-t border-l border-hairline px-3.5 py-2.5 hover:bg-hover",
              chosen && "bg-accent-tint shadow-[inset_0_-2px_0_var(--accent)]",
            )}
          >
            <span className="block text-xl font-strong">{counts[outcome].toLocaleString("en")}</span>
            <Link
              href={logAddress(filter, { outcome: chosen ? undefined : outcome })}
              scroll={false}
              aria-current={chosen ? "true" : undefined}
              className="covers text-sm text-ink-2 no-underline"
            >
              {outcomeWord(outcome)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
