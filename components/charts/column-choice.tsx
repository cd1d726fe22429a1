"use client";
import { cx } from "@/components/ui/cx";
import { Select } from "@/components/ui/select";
import type { Stretch } from "@/lib/base/core/stretches";
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
  return (
    <Select
      asFilter
      label="Column"
      className="sm:hidden"
      value={chosen[0] ?? ""}
      onChange={(column) => onChange(columns.filter((one) => one === column))}
      options={columns.map((column) => ({ id: column, label: columnLabel(column) }))}
    />
  );
}

/** Chooses the columns on a wider screen. */
export function ColumnButtons({ columns, chosen, onChange }: Props) {
  return (
    <ToggleButtons
      legend="Columns"
      options={columns.map((id) => ({ id, label: columnLabel(id), title: CHF_COLUMNS[id] }))}
      chosen={chosen}
      onChange={(next) => {
        const wanted = columns.filter((column) => next.includes(column));
        // The last column cannot be removed.
        if (wanted.length > 0) onChange(wanted);
      }}
    />
  );
}

/** Toggles for a few options; without a label, by the names of the service. */
export function ToggleButtons(props: {
  legend: string;
  options: readonly { id: string; label?: string; title?: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const { options, chosen, onChange } = props;
  const toggled = (id: string) =>
    options.map((one) => one.id).filter((one) => (one === id) !== chosen.includes(one));
  return (
    <fieldset className="flex flex-wrap gap-1.5 max-sm:hidden">
      <legend className="sr-only">{props.legend}</legend>
      {options.map(({ id, label, title }) => (
        <button
          key={id}
          type="button"
          aria-pressed={chosen.includes(id)}
          title={title}
          onClick={() => onChange(toggled(id))}
          className={cx(
            "h-7 rounded-2 border px-2 text-xs touch:h-target",
            label === undefined && "font-mono",
            chosen.includes(id)
              ? "border-accent bg-accent-tint font-strong text-ink-1"
              : "border-control bg-surface text-ink-2 hover:bg-hover",
          )}
        >
          {label ?? id}
        </button>
      ))}
    </fieldset>
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
  const light =
    series && samplingLight(series.points, samplingInterval(series.points, stepLength(series.step)), nights);
  return (
    <p className="mt-1 min-h-[2lh] text-xs text-ink-3">
      {[MEANINGS[column], light].filter(Boolean).join("; ")}
    </p>
  );
}
