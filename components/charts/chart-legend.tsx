import { cx } from "@/components/ui/cx";

/** Whether, or on which screens, a mark is explained: a phone shows one chart, which may not have it. */
type Shown = boolean | "phone" | "wide";

/** For a mark that only some charts have. */
export function shownWhere(has: { phone: boolean; wide: boolean }): Shown {
  if (has.phone === has.wide) return has.phone;
  return has.phone ? "phone" : "wide";
}

const PLACE = { phone: "sm:hidden", wide: "max-sm:hidden" };
const place = (shown: Shown) => typeof shown === "string" && PLACE[shown];

/**
 * The legend of charts. Dashed means interpolated and nothing else.
 * @param interpolated whether values may be interpolated; those of sensors never are
 * @param pooled whether the band spans several areas; a string names what else it spans
 * @param pending whether the charts hatch the time that is not published yet
 * @param daily whether a value is a whole day, so that neither night nor hatch is drawn
 * @param band whether a chart shows the earlier band of its index
 * @param nominal whether the nominal band of the energy balance may show
 * @param blind whether some alerts of the time shown may be missing
 */
export function ChartLegend({
  interpolated = true,
  pooled,
  pending = true,
  daily = false,
  band = false,
  nominal = false,
  blind = false,
  className,
}: {
  interpolated?: boolean;
  pooled: boolean | string;
  pending?: boolean;
  daily?: boolean;
  band?: Shown;
  nominal?: Shown;
  blind?: boolean;
  className?: string;
}) {
  return (
    <ul className={cx("flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2", className)}>
      {interpolated && (
        <li className="flex items-center gap-1.5">
          <svg width="20" height="8" aria-hidden="true">
            <path d="M0 4h20" stroke="currentColor" strokeWidth="1.75" strokeDasharray="4 3" />
          </svg>
          interpolated
        </li>
      )}
      {pooled && (
        <li className="flex items-center gap-1.5">
          <span className="size-3 bg-line" aria-hidden="true" />
          lowest to highest {pooled === true ? "area" : pooled}
        </li>
      )}
      {!daily && (
        <li className="flex items-center gap-1.5">
          <span className="size-3 border border-line bg-night" aria-hidden="true" />
          night
        </li>
      )}
      {band && (
        <li className={cx("flex items-center gap-1.5", place(band))}>
          <span className="size-3 border-y border-ink-3 bg-ink-3/20" aria-hidden="true" />
          earlier band
        </li>
      )}
      {nominal && (
        <li className={cx("flex items-center gap-1.5", place(nominal))}>
          <span className="size-3 border-y border-ink-3 bg-ink-3/20" aria-hidden="true" />
          nominal −25 to +25
        </li>
      )}
      {pending && !daily && (
        <li className="flex items-center gap-1.5">
          <span
            className="size-3 bg-[repeating-linear-gradient(135deg,var(--control)_0_1px,transparent_1px_4px)]"
            aria-hidden="true"
          />
          not published yet
        </li>
      )}
      {blind && (
        <li className="flex items-center gap-1.5">
          <span className="hatch size-3 border-x border-stale/60 bg-stale-tint/60" aria-hidden="true" />
          alerts may be missing
        </li>
      )}
    </ul>
  );
}
