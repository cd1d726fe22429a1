"use client";
import { cx } from "@/components/ui/cx";
import { Select } from "@/components/ui/select";
import { CHF_COLUMNS, type ChfValueColumn } from "@/lib/plant-service/contract";

type Props = {
  columns: readonly ChfValueColumn[];
  chosen: readonly ChfValueColumn[];
  onChange: (chosen: ChfValueColumn[]) => void;
};

/** Which column of fluorescence is charted on a phone: one at a time. */
export function ColumnSelect({ columns, chosen, onChange }: Props) {
  return (
    <Select
      asFilter
      label="Column"
      className="sm:hidden"
      value={chosen[0] ?? ""}
      onChange={(column) => onChange(columns.filter((one) => one === column))}
      options={columns.map((column) => ({ id: column, label: column }))}
    />
  );
}

/** Which columns of fluorescence are charted where there is room for several side by side. */
export function ColumnButtons({ columns, chosen, onChange }: Props) {
  const toggle = (column: ChfValueColumn) => {
    const next = columns.filter((one) => (one === column) !== chosen.includes(one));
    // The last one stays: a chart of nothing says nothing.
    if (next.length > 0) onChange(next);
  };
  return (
    <fieldset className="flex flex-wrap gap-1.5 max-sm:hidden">
      <legend className="sr-only">Columns</legend>
      {columns.map((column) => (
        <button
          key={column}
          type="button"
          aria-pressed={chosen.includes(column)}
          title={CHF_COLUMNS[column]}
          onClick={() => toggle(column)}
          className={cx(
            "h-7 rounded-2 border px-2 font-mono text-xs touch:h-target",
            chosen.includes(column)
              ? "border-accent bg-accent-tint font-strong text-ink-1"
              : "border-control bg-surface text-ink-2 hover:bg-hover",
          )}
        >
          {column}
        </button>
      ))}
    </fieldset>
  );
}
