"use client";
import { type RowSelection, SelectionBar } from "@/components/shell/row-selection";
import { Button } from "@/components/ui/button";
import { useWords } from "@/components/words/words";
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
  const { t } = useWords();
  const ids = selection.selected;
  if (ids.length === 0) return null;
  const count = ids.length;
  const look = { size: "sm", pending: ids.some(handling.isPending) } as const;
  const then = (act: Promise<boolean>) => {
    selection.clear();
    void act;
  };
  return (
    <SelectionBar
      selection={selection}
      label={t("alerts.list.selectShown")}
      className="sticky top-bar z-10 gap-2.5"
    >
      {tab === "acknowledged" ? (
        <Button variant="primary" {...look} onClick={() => then(handling.release(ids))}>
          {t("alerts.bulk.release", { count })}
        </Button>
      ) : (
        <AcknowledgeButton
          label={t("alerts.bulk.acknowledge", { count })}
          {...look}
          onAcknowledge={() => then(handling.acknowledge(ids))}
          onMore={() => onAsk("acknowledge", ids)}
        />
      )}
      {tab === "snoozed" && (
        <Button {...look} onClick={() => then(handling.unsnooze(ids))}>
          {t("alerts.bulk.wake", { count })}
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
