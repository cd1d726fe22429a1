"use client";
import { useState, useTransition } from "react";
import {
  type ActionFault,
  type ActionResult,
  faultAt,
  NO_ANSWER,
  withoutName,
} from "@/lib/web/http/action-result";

/** As `useAction`, for pages before the sign-in: without a session, reads or toasts. */
export function usePlainAction<Input, Value>(
  run: (input: Input) => Promise<ActionResult<Value>>,
  onDone: (value: Value, input: Input) => void,
) {
  const [fault, setFault] = useState<ActionFault | null>(null);
  const [pending, start] = useTransition();
  const submit = (input: Input) =>
    start(async () => {
      const result = await run(input).catch(() => NO_ANSWER);
      setFault(result.ok ? null : withoutName(result.error));
      if (result.ok) onDone(result.value, input);
    });
  const field = (name: string) => ({ name, error: faultAt(fault, name) });
  return { submit, pending, fault, field };
}
