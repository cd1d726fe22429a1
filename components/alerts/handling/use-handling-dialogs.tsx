"use client";
import { lazy, useState } from "react";
import { Opened } from "@/components/ui/dialog";
import type { Asked } from "./handling-dialog";
import type { HandlingActs } from "./use-handling";

const HandlingDialog = lazy(async () => ({ default: (await import("./handling-dialog")).HandlingDialog }));

/** The dialogs of handling: `ask` opens one for some alerts; `dialogs` belongs anywhere on the page. */
export function useHandlingDialogs(handling: HandlingActs, onDone: () => void = () => undefined) {
  const [open, setOpen] = useState<{ what: Asked; alertIds: string[] } | null>(null);
  const ask = (what: Asked, alertIds: string[]) => {
    if (alertIds.length > 0) setOpen({ what, alertIds });
  };
  const dialogs = open && (
    <Opened onClose={() => setOpen(null)}>
      <HandlingDialog {...open} handling={handling} onDone={onDone} onClose={() => setOpen(null)} />
    </Opened>
  );
  return { ask, dialogs };
}

export type HandlingKeys = Record<string, (alertIds: string[], event?: KeyboardEvent) => void>;

/**
 * The single keys for alerts of one standing.
 * @param to.onAct called before an act, for a list to move on
 * @param to.onNote called to write a note
 */
export function handlingKeys(
  standing: "attention" | "acknowledged" | "snoozed" | "closed",
  handling: HandlingActs,
  to: {
    ask: (what: Asked, alertIds: string[]) => void;
    onAct?: (alertIds: string[]) => void;
    onNote: (alertIds: string[], event?: KeyboardEvent) => void;
  },
): HandlingKeys {
  const run = (act: (alertIds: string[]) => Promise<boolean>) => (alertIds: string[]) => {
    to.onAct?.(alertIds);
    void act(alertIds);
  };
  const n = to.onNote;
  if (standing === "closed") return { n };
  const acknowledgeWithMore = (alertIds: string[]) => to.ask("acknowledge", alertIds);
  if (standing === "acknowledged") return { n, u: run(handling.release) };
  return {
    a: run((alertIds) => handling.acknowledge(alertIds)),
    A: acknowledgeWithMore,
    s: (alertIds) => to.ask("snooze", alertIds),
    n,
    ...(standing === "snoozed" && { u: run(handling.unsnooze) }),
  };
}
