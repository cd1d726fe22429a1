"use client";
import { SelectionBar } from "@/components/shell/row-selection";
import { Button } from "@/components/ui/button";
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
  onAsk,
}: {
  tab: AlertTab;
  selection: Selection;
  handling: HandlingActs;
  onAsk: (what: Asking, alertIds: string[]) => void;
}) {
  if (selection.selected.length === 0) return null;
  return (
    <SelectionBar selection={selection} label="Select all shown" className="sticky top-bar z-10 gap-2.5">
      <Acts {...{ tab, selection, handling, onAsk }} />
    </SelectionBar>
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
