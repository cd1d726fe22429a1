"use client";
import { useId } from "react";
import { CHART_ORDER } from "@/components/charts/chart-order";
import { Checkbox } from "@/components/ui/checkbox";
import { Icon } from "@/components/ui/icon";
import { IndexMark } from "@/components/ui/index-mark";
import { INDEX_FACTS, INDICES, type IndexName, indexHelp } from "@/lib/base/core/indices";

type Props = {
  /** Null is all that the licence has. */
  chosen: IndexName[] | null;
  onChange: (chosen: IndexName[] | null) => void;
  error?: string;
};

/** The indices of a query, each with its mark and meaning. All of them is no filter. */
export function IndexField({ chosen, onChange, error }: Props) {
  const noteId = useId();
  const isChosen = (index: IndexName) => chosen === null || chosen.includes(index);
  const toggle = (index: IndexName) => {
    const next = INDICES.filter((one) => (one === index ? !isChosen(one) : isChosen(one)));
    onChange(next.length === INDICES.length ? null : next);
  };
  return (
    <fieldset className="min-w-0" aria-describedby={noteId}>
      <legend className="mb-1 flex w-full items-center text-sm font-medium">
        <span className="flex-1">Indices</span>
        <button
          type="button"
          className="-mr-1 rounded-1 px-1 font-medium text-accent hover:text-accent-hover touch:min-h-target touch:min-w-target"
          onClick={() => onChange(chosen === null ? [] : null)}
        >
          {chosen === null ? "None" : "All"}
        </button>
      </legend>
      <div className="grid grid-cols-1 gap-x-3 sm:grid-cols-2">
        {CHART_ORDER.map((index) => (
          <Checkbox
            key={index}
            className="min-h-9 items-start! py-1 [&>span:first-child]:mt-0.5"
            checked={isChosen(index)}
            onChange={() => toggle(index)}
            label={<IndexLabel index={index} />}
          />
        ))}
      </div>
      <p id={noteId} className="mt-1 flex gap-1.5 text-sm text-ink-3">
        {error ? (
          <>
            <Icon name="failed" className="mt-px size-4 shrink-0 text-ink-1" />
            <span className="font-medium text-ink-1">
              {chosen?.length === 0 ? "None is chosen: tick at least one." : error}
            </span>
          </>
        ) : chosen === null ? (
          "All that the licence has, also indices that are not in this list"
        ) : (
          `${chosen.length} of ${INDICES.length}`
        )}
      </p>
    </fieldset>
  );
}

function IndexLabel({ index }: { index: IndexName }) {
  return (
    <>
      <span className="flex items-start gap-1.5">
        <IndexMark index={index} className="mt-0.75 size-3" />
        {INDEX_FACTS[index].label}
      </span>
      <span className="block text-xs text-ink-3">{indexHelp(index)}</span>
    </>
  );
}
