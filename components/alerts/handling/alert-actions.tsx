"use client";
import { useMayAct } from "@/components/live/site-context";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { AcknowledgeButton } from "./acknowledge";
import { OwnerMenu } from "./owner";
import { SnoozeMenu } from "./snooze";
import { useHandling } from "./use-handling";
import { useHandlingDialogs } from "./use-handling-dialogs";

/** What can be done with the alert of a page, by button and by the keys of the list. */
export function AlertActions({ alert, onNote }: { alert: Alert; onNote: () => void }) {
  const handling = useHandling();
  const { ask, dialogs } = useHandlingDialogs(handling);
  const mayAct = useMayAct();
  const ids = [alert.alertId];
  const pending = handling.isPending(alert.alertId);
  const isOpen = alert.status === "open";
  const isTaken = alert.acknowledgedAt !== null && !alert.roseSinceAcknowledged;
  const canTake = isOpen && !isTaken;
  const acknowledge = () => void handling.acknowledge(ids);
  const withMore = () => ask("acknowledge", ids);
  const giveBackOrWake = () => {
    if (isTaken) void handling.giveBack(ids);
    else if (alert.snoozed) void handling.wake(ids);
  };
  const note = (event: KeyboardEvent) => {
    event.preventDefault();
    onNote();
  };
  useShortcuts(
    mayAct
      ? {
          n: note,
          ...(isOpen ? { u: giveBackOrWake } : {}),
          ...(canTake ? { a: acknowledge, A: withMore, s: () => ask("snooze", ids) } : {}),
        }
      : {},
  );
  if (!mayAct) return null;
  return (
    <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:[&>*]:flex-1">
      {isOpen && (
        <OwnerMenu
          owner={alert.owner}
          pending={pending}
          onChoose={(name) => void handling.handOver(ids, name)}
        />
      )}
      {canTake && !alert.snoozed && (
        <SnoozeMenu
          pending={pending}
          onSnooze={(until) => void handling.snooze(ids, until)}
          onOther={() => ask("snooze", ids)}
        />
      )}
      {canTake && alert.snoozed && (
        <Button pending={pending} onClick={giveBackOrWake}>
          Wake
        </Button>
      )}
      {isTaken && (
        <Button pending={pending} onClick={() => void handling.giveBack(ids)}>
          Give back
        </Button>
      )}
      <Button icon="pencil" variant={canTake ? "outline" : "primary"} onClick={onNote}>
        Add a note
      </Button>
      {canTake && <AcknowledgeButton pending={pending} onAcknowledge={acknowledge} onMore={withMore} />}
      {dialogs}
    </div>
  );
}
