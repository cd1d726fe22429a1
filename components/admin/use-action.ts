"use client";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { useToast } from "@/components/ui/toast";
import { type ActionFault, type ActionResult, faultOf, withoutName } from "@/lib/http/action-result";

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
    undo?: (input: Input) => void;
  } = {},
) {
  const router = useRouter();
  const toast = useToast();
  const [pending, start] = useTransition();
  const [fault, setFault] = useState<ActionFault | null>(null);
  const submit = (input: Input) =>
    start(async () => {
      const result = await run(input).catch(() => NO_ANSWER);
      setFault(result.ok ? null : withoutName(result.error));
      if (!result.ok) return;
      options.onDone?.(result.value, input);
      const said = typeof options.said === "function" ? options.said(result.value) : options.said;
      const { undo } = options;
      if (said) toast({ text: said, ...(undo && { undo: () => undo(input) }) });
      router.refresh();
    });
  const errorOf = (parameter: string) => faultOf(fault, parameter);
  return { submit, pending, fault, errorOf, clear: () => setFault(null) };
}

/** What is wrong with the whole: errors that stand beside a field need no line of their own. */
export const fieldless = (fault: ActionFault | null) => (fault?.parameter ? null : fault);

const NO_ANSWER = {
  ok: false as const,
  error: { message: "Leafwatch did not answer, so nothing is certain. Reload the page, then try again." },
};
