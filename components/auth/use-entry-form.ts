"use client";
import { type FormEvent, useState, useTransition } from "react";
import {
  type ActionFault,
  type ActionResult,
  faultAt,
  NO_ANSWER,
  withoutName,
} from "@/lib/web/http/action-result";
import { noteEntry } from "./entry-memory";

/**
 * A form that leads to the sign-in once it is sent.
 * @param emailOf whose account it is: the sign-in knows them then
 * @param fields its members that show what is wrong with them themselves; `fault` is what none of them shows
 */
export function useEntryForm<Input>(
  send: (input: Input) => Promise<ActionResult<void>>,
  { fields, emailOf }: { fields: readonly string[]; emailOf: (values: Input) => string },
) {
  const [fault, setFault] = useState<ActionFault | null>(null);
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Input;
    start(async () => {
      const result = await send(values).catch(() => NO_ANSWER);
      if (!result.ok) return setFault(withoutName(result.error));
      noteEntry(emailOf(values));
      window.location.assign("/sign-in");
    });
  };
  const errorOf = (name: string) => faultAt(fault, name);
  const isShown = fault?.parameter !== undefined && fields.includes(fault.parameter);
  return { submit, pending, errorOf, fault: isShown ? null : fault };
}
