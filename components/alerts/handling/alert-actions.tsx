"use client";
import { useState } from "react";
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
  const [wasOpen] = useState(isOpen);
  const isTaken = alert.acknowledgedAt !== null && !alert.roseSinceAcknowledged;
  // What cannot be done any more keeps its place, so that no other button comes under a thumb.
  const hasActs = isOpen || wasOpen;
  const off = isOpen ? undefined : t("alerts.acts.closed");
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
      {hasActs && (
        <OwnerMenu
          owner={alert.owner}
          pending={pending}
          off={off}
          onChoose={(name) => void handling.assign(ids, name)}
        />
      )}
      {hasActs && (isTaken || !alert.snoozed) && (
        <SnoozeMenu
          pending={pending}
          off={off ?? (isTaken ? t("alerts.acts.noSnooze") : undefined)}
          onSnooze={(until) => void handling.snooze(ids, until)}
          onOther={() => ask("snooze", ids)}
        />
      )}
      {hasActs && !isTaken && alert.snoozed && (
        <Button pending={pending} disabled={!isOpen} title={off} onClick={() => void handling.unsnooze(ids)}>
          {t("alerts.acts.wake")}
        </Button>
      )}
      <Button icon="pencil" variant={isOpen && !isTaken ? "outline" : "primary"} onClick={onNote}>
        {t("alerts.acts.addNote")}
      </Button>
      {hasActs && !isTaken && (
        <AcknowledgeButton
          pending={pending}
          off={off}
          onAcknowledge={() => void handling.acknowledge(ids)}
          onMore={() => ask("acknowledge", ids)}
        />
      )}
      {hasActs && isTaken && (
        <Button pending={pending} disabled={!isOpen} title={off} onClick={() => void handling.release(ids)}>
          {t("alerts.acts.release")}
        </Button>
      )}
      {dialogs}
    </div>
  );
}
