"use client";
import { useMayAct } from "@/components/live/site-context";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { useWords } from "@/components/words/words";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { AcknowledgeButton, OwnerMenu, SnoozeMenu } from "./act-buttons";
import { useHandling } from "./use-handling";
import { handlingKeys, useHandlingDialogs } from "./use-handling-dialogs";

/** The acts on the alert of a page, by button and by the keys of the list. */
export function AlertActions({ alert, onNote }: { alert: Alert; onNote: () => void }) {
  const { t } = useWords();
  const handling = useHandling();
  const { ask, dialogs } = useHandlingDialogs(handling);
  const mayAct = useMayAct();
  const ids = [alert.alertId];
  const pending = handling.isPending(alert.alertId);
  const isOpen = alert.status === "open";
  const isTaken = alert.acknowledgedAt !== null && !alert.roseSinceAcknowledged;
  const canTake = isOpen && !isTaken;
  const standing = isTaken ? "acknowledged" : alert.snoozed ? "snoozed" : "attention";
  const keys = handlingKeys(isOpen ? standing : "closed", handling, {
    ask,
    onNote: (_, event) => {
      event?.preventDefault();
      onNote();
    },
  });
  const shortcuts = Object.entries(keys).map(([key, act]) => [
    key,
    (event: KeyboardEvent) => act(ids, event),
  ]);
  useShortcuts(mayAct ? Object.fromEntries(shortcuts) : {});
  if (!mayAct) return null;
  return (
    <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:[&>*]:flex-1">
      {isOpen && (
        <OwnerMenu
          owner={alert.owner}
          pending={pending}
          onChoose={(name) => void handling.assign(ids, name)}
        />
      )}
      {/* It keeps its place once the alert is acknowledged, so that no other button comes under a thumb. */}
      {isOpen && (isTaken || !alert.snoozed) && (
        <SnoozeMenu
          pending={pending}
          off={isTaken ? t("alerts.acts.noSnooze") : undefined}
          onSnooze={(until) => void handling.snooze(ids, until)}
          onOther={() => ask("snooze", ids)}
        />
      )}
      {canTake && alert.snoozed && (
        <Button pending={pending} onClick={() => void handling.unsnooze(ids)}>
          {t("alerts.acts.wake")}
        </Button>
      )}
      <Button icon="pencil" variant={canTake ? "outline" : "primary"} onClick={onNote}>
        {t("alerts.acts.addNote")}
      </Button>
      {canTake && (
        <AcknowledgeButton
          pending={pending}
          onAcknowledge={() => void handling.acknowledge(ids)}
          onMore={() => ask("acknowledge", ids)}
        />
      )}
      {isTaken && (
        <Button pending={pending} onClick={() => void handling.release(ids)}>
          {t("alerts.acts.release")}
        </Button>
      )}
      {dialogs}
    </div>
  );
}
