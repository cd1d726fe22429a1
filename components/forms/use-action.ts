"use client";

import { useState } from "react";
import { useRefresh } from "@/components/live/use-refresh";
import { useServerAction } from "@/components/live/use-server-action";
import { useToast } from "@/components/ui/toast";
import { type ActionFault, type ActionResult, faultAt, withoutName } from "@/lib/web/http/action-result";

/**
 * Runs a server action: while it runs `pending`, then either the page is read anew, with a word on the
 * outcome, or the error stands in its place.
 */
export function useAction<Input, Value>(
  run: (input: Input) => Promise<ActionResult<Value>>,
  options: {
    said?: string | ((value: Value) => string);
    onDone?: (value: Value, input: Input) => void;
    /** Takes it back, from the word on the outcome. */
    undo?: (input: Input, value: Value) => void;
  } = {},
) {
  const refresh = useRefresh();
  const toast = useToast();
  const { run: runAction, pending } = useServerAction();
  const [fault, setFault] = useState<ActionFault | null>(null);
  const submit = async (input: Input) => {
    const result = await runAction(() => run(input));
    // The outcome stands before the page is read anew: that may take, or be held back.
    setFault(result.ok ? null : withoutName(result.error));
    if (!result.ok) return;
    options.onDone?.(result.value, input);
    const said = typeof options.said === "function" ? options.said(result.value) : options.said;
    const { undo } = options;
    if (said) toast({ text: said, ...(undo && { undo: () => undo(input, result.value) }) });
    refresh();
  };
  const errorOf = (parameter: string) => faultAt(fault, parameter);
  return { submit, pending: pending !== null, fault, errorOf, clear: () => setFault(null) };
}

/** What is wrong with the whole: errors that stand beside a field need no line of their own. */
export const fieldless = (fault: ActionFault | null) => (fault?.parameter ? null : fault);

/** The action of a form whose outcome is an address, as the form in the dialog gets it. */
export type AddressAction<Input> = ReturnType<typeof useMaking<Input, { address: string }>>["action"];

/** A form in a dialog whose outcome, a link or a token, is shown once. */
export function useMaking<Input, Value>(make: (input: Input) => Promise<ActionResult<Value>>) {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Value | null>(null);
  const action = useAction(make, {
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
    /** What was made, until it is forgotten. */
    made,
    forget: () => setMade(null),
  };
}
