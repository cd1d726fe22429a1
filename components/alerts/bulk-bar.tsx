"use client";
import { Kbd } from "@/components/ui/bits";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import type { Selection } from "./use-selection";

const many = (count: number) => (count === 1 ? "it" : count === 2 ? "both" : `all ${count}`);

/** What can be done with the ticked rows; it pushes the rows down once. */
export function BulkBar({
  selection,
  verb,
  total,
  pending,
  onAct,
}: {
  selection: Selection;
  verb: string;
  total: number;
  pending: boolean;
  onAct: () => void;
}) {
  const count = selection.selected.length;
  if (count === 0) return null;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-3 border-b border-hairline bg-accent-tint px-4 py-1.5">
      <Checkbox
        hideLabel
        label="Select all shown"
        checked={count === total}
        indeterminate={count < total}
        onChange={selection.toggleAll}
        className="-ml-1.5"
      />
      <span className="font-strong">{count} selected</span>
      <Button variant="primary" size="sm" pending={pending} onClick={onAct}>
        {verb} {many(count)}
      </Button>
      <button
        type="button"
        onClick={selection.clear}
        className="ml-auto flex items-center gap-1.5 rounded-1 text-sm font-medium text-accent touch:min-h-target"
      >
        Clear selection{" "}
        <span className="max-sm:hidden">
          <Kbd>Esc</Kbd>
        </span>
      </button>
    </div>
  );
}
