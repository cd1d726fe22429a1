"use client";
import { type RowSelection, SelectionBar } from "@/components/shell/row-selection";
import { Button } from "@/components/ui/button";
import type { AlertTab } from "./filters";
import { AcknowledgeButton, OwnerMenu, SnoozeMenu } from "./handling/act-buttons";
import type { Asked } from "./handling/handling-dialog";
import type { HandlingActs } from "./handling/use-handling";

/** The acts on the selected rows. */
export function BulkBar({
  tab,
  selection,
  handling,
  onAsk,
}: {
  tab: AlertTab;
  selection: RowSelection;
  handling: HandlingActs;
  onAsk: (what: Asked, alertIds: string[]) => void;
}) {
  const ids = selection.selected;
  if (ids.length === 0) return null;
  const many = ids.length === 1 ? "it" : ids.length === 2 ? "both" : `all ${ids.length}`;
  const look = { size: "sm", pending: ids.some(handling.isPending) } as const;
  const then = (act: Promise<boolean>) => {
    selection.clear();
    void act;
  };
  return (
    <SelectionBar selection={selection} label="Select all shown" className="sticky top-bar z-10 gap-2.5">
      {tab === "acknowledged" ? (
        <Button variant="primary" {...look} onClick={() => then(handling.release(ids))}>
          {`Give ${many} back`}
        </Button>
      ) : (
        <AcknowledgeButton
          label={`Acknowledge ${many}`}
          {...look}
          onAcknowledge={() => then(handling.acknowledge(ids))}
          onMore={() => onAsk("acknowledge", ids)}
        />
      )}
      {tab === "snoozed" && (
        <Button {...look} onClick={() => then(handling.unsnooze(ids))}>
          Wake {many}
        </Button>
      )}
      {tab === "open" && (
        <SnoozeMenu
          {...look}
          onSnooze={(until) => then(handling.snooze(ids, until))}
          onOther={() => onAsk("snooze", ids)}
        />
      )}
      <OwnerMenu owner={null} {...look} onChoose={(name) => then(handling.assign(ids, name))} />
    </SelectionBar>
  );
}
