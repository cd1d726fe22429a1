"use client";

import { useState } from "react";
import { useRefresh } from "@/components/live/use-refresh";
import { useServerAction } from "@/components/live/use-server-action";
import { useToast } from "@/components/ui/toast";
import { type ActionFault, type ActionResult, faultAt, withoutName } from "@/lib/web/http/action-result";

/** Runs a server action of a form. Success refreshes the page and shows a toast; a fault is kept for the form. */
export function useAction<Input, Value>(
  run: (input: Input) => Promise<ActionResult<Value>>,
  options: {
    /** The words of the toast. */
    said?: string | ((value: Value, input: Input) => string);
    onDone?: (value: Value, input: Input) => void;
    /** Offered as Undo in the toast. */
    undo?: (input: Input, value: Value) => void;
  } = {},
) {
  const refresh = useRefresh();
  const toast = useToast();
  const { run: runAction, pending } = useServerAction();
  const [fault, setFault] = useState<ActionFault | null>(null);
  const submit = async (input: Input) => {
    const result = await runAction(() => run(input));
    // The outcome is shown before the page is refreshed, which may take long.
    setFault(result.ok ? null : withoutName(result.error));
    if (!result.ok) return;
    options.onDone?.(result.value, input);
    const said = typeof options.said === "function" ? options.said(result.value, input) : options.said;
    const { undo } = options;
    if (said) toast({ text: said, ...(undo && { undo: () => undo(input, result.value) }) });
    refresh();
  };
  const errorOf = (parameter: string) => faultAt(fault, parameter);
  /** Name and error of a field whose name is the parameter's. */
  const field = (name: string) => ({ name, error: errorOf(name) });
  return { submit, pending: pending !== null, fault, errorOf, field, clear: () => setFault(null) };
}

/** The fault if it belongs to no field. */
export const fieldless = (fault: ActionFault | null) => (fault?.parameter ? null : fault);

/** The state of a dialog whose result, a link or a token, is shown once. */
export function useCreation<Input, Value>(create: (input: Input) => Promise<ActionResult<Value>>) {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Value | null>(null);
  const action = useAction(create, {
    onDone: (value) => {
      setOpen(false);
      setMade(value);
    },
  });
  return {
    action,
    isOpen,
    open: () => setOpen(true),
    close: () => {
      setOpen(false);
      action.clear();
    },
    /** The result while it is shown; null before and after. */
    made,
    forget: () => setMade(null),
  };
}
