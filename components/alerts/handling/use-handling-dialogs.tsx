"use client";
import { lazy, Suspense, useState } from "react";
import type { HandlingActs } from "./use-handling";

const AcknowledgeDialog = lazy(async () => ({ default: (await import("./acknowledge")).AcknowledgeDialog }));
const NoteDialog = lazy(async () => ({ default: (await import("./note-dialog")).NoteDialog }));
const SnoozeDialog = lazy(async () => ({ default: (await import("./snooze-dialog")).SnoozeDialog }));

export type Asking = "acknowledge" | "snooze" | "note";

/** The dialogs of handling: `ask` opens one for some alerts, `dialogs` stands somewhere on the page. */
export function useHandlingDialogs(handling: HandlingActs, onDone: () => void = () => undefined) {
  const [open, setOpen] = useState<{ what: Asking; alertIds: string[] } | null>(null);
  const ask = (what: Asking, alertIds: string[]) => {
    if (alertIds.length > 0) setOpen({ what, alertIds });
  };
  const onClose = () => setOpen(null);
  const count = open?.alertIds.length ?? 0;
  const [first] = open?.alertIds ?? [];
  const dialogs = (
    <Suspense fallback={null}>
      {open?.what === "acknowledge" && (
        <AcknowledgeDialog
          count={count}
          onClose={onClose}
          onAcknowledge={async (more) => {
            const done = await handling.acknowledge(open.alertIds, more);
            if (done) onDone();
            return done;
          }}
        />
      )}
      {open?.what === "snooze" && (
        <SnoozeDialog
          count={count}
          onClose={onClose}
          onSnooze={(until) => {
            onDone();
            void handling.snooze(open.alertIds, until);
          }}
        />
      )}
      {open?.what === "note" && first !== undefined && (
        <NoteDialog onClose={onClose} onSave={(text) => handling.note(first, text)} />
      )}
    </Suspense>
  );
  return { ask, dialogs };
}
