import type { MemberFault } from "@/lib/base/core/errors";
import { sentence } from "@/lib/base/core/text";

/** The answer of a server action: its value, or a fault to show beside the form. */
export type ActionResult<T> = { ok: true; value: T } | { ok: false; error: ActionFault };

/** Why an action was rejected: `parameter` names the member at fault, `also` lists further ones. */
export type ActionFault = {
  message: string;
  parameter?: string;
  also?: readonly MemberFault[];
  /** The session has ended. */
  signedOut?: true;
};

/** No answer came, so the action may have been done or not. */
export const NO_ANSWER = {
  ok: false,
  error: { message: "Leafwatch did not answer. It may have been done: check before you try again." },
} as const satisfies ActionResult<never>;

/** There was no network to send by. */
export const NOT_SENT = {
  ok: false,
  error: { message: "No connection: nothing was sent. Try again when the signal is back." },
} as const satisfies ActionResult<never>;

/** Returns false if no answer came. */
export const isAnswered = (result: ActionResult<unknown>): boolean => result !== NO_ANSWER;

/** A fault for display beside its fields: without their names at the start of messages. */
export function withoutName(fault: ActionFault): ActionFault {
  const { also, parameter } = fault;
  return {
    message: besideField(fault),
    ...(parameter !== undefined && { parameter }),
    ...(also && { also: also.map((one) => ({ message: besideField(one), parameter: one.parameter })) }),
  };
}

/** The message for a field, if any. */
export function faultAt(fault: ActionFault | null, parameter: string): string | undefined {
  if (fault?.parameter === parameter) return fault.message;
  return fault?.also?.find((one) => one.parameter === parameter)?.message;
}

function besideField({ message, parameter }: { message: string; parameter?: string }): string {
  const start = `${parameter}: `;
  return parameter && message.startsWith(start) ? sentence(message.slice(start.length)) : message;
}
