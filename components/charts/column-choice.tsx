"use client";
import { buttonClass } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Menu } from "@/components/ui/menu";
import { Select } from "@/components/ui/select";
import { useWords } from "@/components/words/words";
import type { Stretch } from "@/lib/base/core/stretches";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Series } from "@/lib/farm/series/contract";
import { columnLabel } from "@/lib/service/column-names";
import { CHF_COLUMNS, type ChfValueColumn } from "@/lib/service/contract";
import { stepLength } from "./plot/rows";
import { samplingInterval, samplingLight } from "./sampling-gaps";

type Props = {
  columns: readonly ChfValueColumn[];
  chosen: readonly ChfValueColumn[];
  onChange: (chosen: ChfValueColumn[]) => void;
};

/** Chooses the one column that a phone shows. */
export function ColumnSelect({ columns, chosen, onChange }: Props) {
  const { t } = useWords();
  return (
    <Select
      asFilter
      label={t("charts.column")}
      className="sm:hidden"
      value={chosen[0] ?? ""}
      onChange={(column) => onChange(columns.filter((one) => one === column))}
      options={columns.map((column) => ({ id: column, label: columnLabel(column) }))}
    />
  );
}

const GROUPS: { title: PlainKey; columns: readonly ChfValueColumn[] }[] = [
  { title: "charts.groups.fluorescence", columns: ["f0", "fm", "fv", "f0x"] },
  { title: "charts.groups.yields", columns: ["qe", "fv_fm", "fvx_fmx", "fqx_fmx", "f0x_f0", "fv_f0"] },
  { title: "charts.groups.quenching", columns: ["qp", "npq", "ql", "qcn"] },
];

/** Chooses the columns on a wider screen. */
export function ColumnMenu({ columns, chosen, onChange }: Props) {
  const { t } = useWords();
  return (
    <TickMenu
      label={t("charts.columns")}
      chosenWords={
        chosen.length === columns.length
          ? t("charts.all")
          : t("charts.chosenOf", { count: chosen.length, all: columns.length })
      }
      className="max-sm:hidden"
      groups={GROUPS.map(({ title, columns: grouped }) => ({
        title: t(title),
        options: columns.filter((id) => grouped.includes(id)).map((id) => ({ id, label: columnLabel(id) })),
      }))}
      chosen={chosen}
      onChange={(next) => {
        const wanted = columns.filter((column) => next.includes(column));
        // The last column cannot be removed.
        if (wanted.length > 0) onChange(wanted);
      }}
    />
  );
}

/** Ticks in a menu, drawn as a filter: "Columns: 3 of 14". */
export function TickMenu({
  label,
  chosenWords,
  groups,
  chosen,
  onChange,
  className,
}: {
  label: string;
  chosenWords: string;
  groups: readonly { title?: string; options: readonly { id: string; label: string }[] }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  className?: string;
}) {
  const { t } = useWords();
  const toggled = (id: string) =>
    chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  return (
    <Menu
      multiple
      label={label}
      trigger={
        <button type="button" className={buttonClass({}, cx("px-2.5 font-normal", className))}>
          <span className="truncate">{t("charts.filter", { label, chosen: chosenWords })}</span>
          <Icon name="chevron-down" className="size-3.5 shrink-0 text-ink-3" />
        </button>
      }
      groups={groups
        .filter(({ options }) => options.length > 0)
        .map(({ title, options }) => ({
          id: title ?? label,
          ...(title && { title }),
          entries: options.map((one) => ({ ...one, chosen: chosen.includes(one.id) })),
        }))}
      onAction={(id) => onChange(toggled(id))}
    />
  );
}

const MEANINGS: Record<string, string> = CHF_COLUMNS;

/** The meaning of a column, and its light if it is measured by day or at night only. */
export function ColumnNote({
  column,
  series,
  nights,
}: {
  column: string;
  /** Undefined until loaded. */
  series: Pick<Series, "step" | "points"> | undefined;
  nights: readonly Stretch[];
}) {
  const { t } = useWords();
  const meaning = MEANINGS[column] ?? "";
  const light =
    series && samplingLight(series.points, samplingInterval(series.points, stepLength(series.step)), nights);
  return (
    <p className="mt-1 min-h-[2lh] text-xs text-ink-3">
      {light === "day" && t("charts.byDay", { meaning })}
      {light === "night" && t("charts.atNight", { meaning })}
      {!light && meaning}
    </p>
  );
}
