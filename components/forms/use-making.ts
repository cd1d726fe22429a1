"use client";
import { useState } from "react";
import type { ActionResult } from "@/lib/web/http/action-result";
import { useAction } from "./use-action";

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
