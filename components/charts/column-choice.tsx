"use client";
import { cx } from "@/components/ui/cx";
import { Select } from "@/components/ui/select";
import { CHF_COLUMNS, type ChfValueColumn } from "@/lib/service/contract";

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
  return (
    <ToggleButtons
      legend="Columns"
      options={columns.map((column) => ({ id: column, title: CHF_COLUMNS[column] }))}
      chosen={chosen}
      onChange={(next) => {
        const wanted = columns.filter((column) => next.includes(column));
        // The last one stays: a chart of nothing says nothing.
        if (wanted.length > 0) onChange(wanted);
      }}
    />
  );
}

/** Any of a few, by names as the service writes them. */
export function ToggleButtons(props: {
  legend: string;
  options: readonly { id: string; title?: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const { options, chosen, onChange } = props;
  const toggled = (id: string) =>
    options.map((one) => one.id).filter((one) => (one === id) !== chosen.includes(one));
  return (
    <fieldset className="flex flex-wrap gap-1.5 max-sm:hidden">
      <legend className="sr-only">{props.legend}</legend>
      {options.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          aria-pressed={chosen.includes(id)}
          title={title}
          onClick={() => onChange(toggled(id))}
          className={cx(
            "h-7 rounded-2 border px-2 font-mono text-xs touch:h-target",
            chosen.includes(id)
              ? "border-accent bg-accent-tint font-strong text-ink-1"
              : "border-control bg-surface text-ink-2 hover:bg-hover",
          )}
        >
          {id}
        </button>
      ))}
    </fieldset>
  );
}
