"use client";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useWords } from "@/components/words/words";
import { IconButton } from "./button";
import { liveRegion } from "./live-region";

const SHOWN_MS = 8_000;

export type Toast = {
  text: string;
  undo?: () => void;
  /** True: shown until it is dismissed or taken away, since the person has something left to check. */
  stays?: boolean;
};
type Shown = Toast & { id: number };

type Undo = () => void;
/** An act whose toast is to come. */
type Act = { end: (undo?: Undo) => void };
type ShowToast = (toast: Toast, of?: Act) => () => void;

const ToastContext = createContext<ShowToast>(() => () => undefined);

/**
 * Shows the outcome of the user's own action for 8 s, with Undo where there is one. The function that it returns takes a toast
 * away.
 */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

let lastId = 0;
/** The undo of the newest act, once its outcome is known. */
let newest: Promise<Undo | undefined> | undefined;
let running = 0;

/** Begins an act, so that an undo asked for before its answer undoes this one. `end` it with or without its toast. */
export function beginAct(): Act {
  running += 1;
  let isOver = false;
  let settle: (undo: Undo | undefined) => void;
  newest = new Promise((resolve) => {
    settle = resolve;
  });
  return {
    end: (undo) => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      settle(undo);
    },
  };
}

/** Undoes the newest act, also after its toast has gone, or once its answer has come; once. */
export function undoLastAct(): void {
  const asked = newest;
  newest = undefined;
  void asked?.then((undo) => undo?.());
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Shown[]>([]);
  const show = useCallback((toast: Toast, of?: Act) => {
    lastId += 1;
    const id = lastId;
    const drop = (before: Shown[]) => before.filter((one) => one.id !== id);
    const takeAway = () => setToasts(drop);
    let isUndone = false;
    const undo =
      toast.undo &&
      (() => {
        if (isUndone) return;
        isUndone = true;
        takeAway();
        toast.undo?.();
      });
    if (of) of.end(undo);
    else if (running === 0) newest = undo && Promise.resolve(undo);
    setToasts((before) => [...withRoom(before, toast), { ...toast, undo, id }]);
    return takeAway;
  }, []);
  const drop = useCallback(
    (id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)),
    [],
  );
  return (
    <ToastContext value={show}>
      {children}
      {toasts.length > 0 &&
        createPortal(
          <div className="no-print pointer-events-none fixed bottom-4 left-4 z-50 grid max-w-[calc(100vw-2rem)] gap-2 max-sm:bottom-20 max-sm:in-[body:has([data-news])]:bottom-31">
            {toasts.map((toast) => (
              <Line key={toast.id} toast={toast} onEnd={drop} />
            ))}
          </div>,
          liveRegion() ?? document.body,
        )}
    </ToastContext>
  );
}

/** The toasts that stay beside a new one: the newest two, and all that wait to be dismissed; none that says the same. */
function withRoom(toasts: Shown[], added: Toast): Shown[] {
  const others = toasts.filter(({ text, undo }) => undo || text !== added.text);
  return others.filter(({ stays }, at) => stays || at >= others.length - 2);
}

function Line({ toast, onEnd }: { toast: Shown; onEnd: (id: number) => void }) {
  const { t } = useWords();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || toast.stays) return;
    const timer = setTimeout(() => onEnd(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, toast.stays, toast.id, onEnd]);
  return (
    <section
      aria-label={t("ui.toast.label")}
      className="pointer-events-auto flex items-center gap-3 rounded-3 border border-hairline bg-raised py-2 pr-2 pl-4 shadow-overlay"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="flex-1">{toast.text}</span>
      {toast.undo && (
        <button
          type="button"
          className="rounded-1 px-1 font-medium text-accent hover:text-accent-hover touch:min-h-target"
          onClick={toast.undo}
        >
          {t("ui.toast.undo")}
        </button>
      )}
      <IconButton icon="close" label={t("ui.toast.dismiss")} onClick={() => onEnd(toast.id)} />
    </section>
  );
}
