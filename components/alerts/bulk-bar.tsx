"use client";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choices";
import { Kbd } from "@/components/ui/panel";
import type { AlertTab } from "./filters";
import { AcknowledgeButton } from "./handling/acknowledge";
import { OwnerMenu } from "./handling/owner";
import { SnoozeMenu } from "./handling/snooze";
import type { HandlingActs } from "./handling/use-handling";
import type { Asking } from "./handling/use-handling-dialogs";
import type { Selection } from "./use-selection";

const many = (count: number) => (count === 1 ? "it" : count === 2 ? "both" : `all ${count}`);

/** What can be done with the ticked rows; it pushes the rows down once. */
export function BulkBar({
  tab,
  selection,
  handling,
  total,
  onAsk,
}: {
  tab: AlertTab;
  selection: Selection;
  handling: HandlingActs;
  total: number;
  onAsk: (what: Asking, alertIds: string[]) => void;
}) {
  const ids = selection.selected;
  if (ids.length === 0) return null;
  return (
    <div className="sticky top-bar z-10 flex min-h-12 flex-wrap items-center gap-2.5 border-b border-hairline bg-accent-tint px-4 py-1.5">
      <Checkbox
        hideLabel
        label="Select all shown"
        checked={ids.length === total}
        indeterminate={ids.length < total}
        onChange={selection.toggleAll}
        className="-ml-1.5"
      />
      <span className="font-strong">{ids.length} selected</span>
      <Acts {...{ tab, selection, handling, onAsk }} />
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

function Acts({
  tab,
  selection,
  handling,
  onAsk,
}: Pick<Parameters<typeof BulkBar>[0], "tab" | "selection" | "handling" | "onAsk">) {
  const ids = selection.selected;
  const pending = ids.some(handling.isPending);
  const then = (act: Promise<boolean>) => {
    selection.clear();
    void act;
  };
  const give = (
    <OwnerMenu
      owner={null}
      size="sm"
      pending={pending}
      onChoose={(name) => then(handling.handOver(ids, name))}
    />
  );
  if (tab === "acknowledged")
    return (
      <>
        <Button
          variant="primary"
          size="sm"
          pending={pending}
          onClick={() => then(handling.giveBack(ids))}
        >{`Give ${many(ids.length)} back`}</Button>
        {give}
      </>
    );
  return (
    <>
      <AcknowledgeButton
        label={`Acknowledge ${many(ids.length)}`}
        size="sm"
        pending={pending}
        onAcknowledge={() => then(handling.acknowledge(ids))}
        onMore={() => onAsk("acknowledge", ids)}
      />
      {tab === "snoozed" ? (
        <Button size="sm" pending={pending} onClick={() => then(handling.wake(ids))}>
          Wake {many(ids.length)}
        </Button>
      ) : (
        <SnoozeMenu
          size="sm"
          pending={pending}
          onSnooze={(until) => then(handling.snooze(ids, until))}
          onOther={() => onAsk("snooze", ids)}
        />
      )}
      {give}
    </>
  );
}
