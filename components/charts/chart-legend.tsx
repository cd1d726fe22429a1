"use client";
import type { CSSProperties, ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { useWords } from "@/components/words/words";

/** True, or the screens on which a mark is explained: a phone shows one chart, which may not have it. */
type Shown = boolean | "phone" | "wide";

/** The screens for a mark that only some charts have. */
export function shownWhere(has: { phone: boolean; wide: boolean }): Shown {
  if (has.phone === has.wide) return has.phone;
  return has.phone ? "phone" : "wide";
}

/** A swatch with its meaning. */
export function LegendMark(props: {
  look: string;
  style?: CSSProperties;
  shown?: Shown;
  children: ReactNode;
}) {
  const { look, style, shown, children } = props;
  return (
    <li
      className={cx(
        "flex items-center gap-1.5",
        shown === "phone" && "sm:hidden",
        shown === "wide" && "max-sm:hidden",
      )}
    >
      <span className={cx("size-3", look)} style={style} aria-hidden="true" />
      {children}
    </li>
  );
}

/** Dashed means interpolated and nothing else. */
export function InterpolatedMark() {
  const { t } = useWords();
  return (
    <li className="flex items-center gap-1.5">
      <svg width="20" height="8" aria-hidden="true">
        <path d="M0 4h20" stroke="currentColor" strokeWidth="1.75" strokeDasharray="4 3" />
      </svg>
      {t("charts.legend.interpolated")}
    </li>
  );
}

const BAND = "border-y border-ink-3 bg-ink-3/20";

/**
 * The legend of charts, with the marks that may show.
 * @param interpolated false for values of sensors, which never are
 * @param pooled the band spans several areas, or several measurements
 * @param pending the charts hatch the time that is not published yet
 * @param daily a value is a whole day, so that neither night nor hatch is drawn
 * @param band the earlier band of an index
 * @param nominal the nominal band of the energy balance
 * @param blind alerts of the time shown may be missing
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
  pooled: boolean | "measurement";
  pending?: boolean;
  daily?: boolean;
  band?: Shown;
  nominal?: Shown;
  blind?: boolean;
  className?: string;
}) {
  const { t } = useWords();
  return (
    <ul className={cx("flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2", className)}>
      {interpolated && <InterpolatedMark />}
      {pooled && (
        <LegendMark look="bg-line">
          {t("charts.legend.range", { of: pooled === true ? "other" : pooled })}
        </LegendMark>
      )}
      {!daily && <LegendMark look="border border-line bg-night">{t("charts.legend.night")}</LegendMark>}
      {band && (
        <LegendMark look={BAND} shown={band}>
          {t("charts.legend.band")}
        </LegendMark>
      )}
      {nominal && (
        <LegendMark look={BAND} shown={nominal}>
          {t("charts.legend.nominal")}
        </LegendMark>
      )}
      {pending && !daily && (
        <LegendMark look="bg-[repeating-linear-gradient(135deg,var(--control)_0_1px,transparent_1px_4px)]">
          {t("charts.legend.pending")}
        </LegendMark>
      )}
      {blind && (
        <LegendMark look="hatch border-x border-stale/60 bg-stale-tint/60">
          {t("charts.legend.blind")}
        </LegendMark>
      )}
    </ul>
  );
}
