import type { MemberFault } from "@/lib/base/core/errors";
import { sentence } from "@/lib/base/core/text";

/** What a server action answers: its value, or an error to show beside the form. */
export type ActionResult<T> = { ok: true; value: T } | { ok: false; error: ActionFault };

/**
 * Why an action was refused; `parameter` names the member at fault, as a problem document does, and `also` says what
 * is wrong with others.
 */
export type ActionFault = {
  message: string;
  parameter?: string;
  also?: readonly MemberFault[];
  /** Nobody is signed in any more. */
  signedOut?: true;
};

/** No answer came: whether the server got it, nobody knows. */
export const NO_ANSWER = {
  ok: false,
  error: { message: "Leafwatch did not answer. It may have been done: check before you try again." },
} as const satisfies ActionResult<never>;

/** The fault as it stands beside its fields, which need not name them once more. Pure. */
export function withoutName(fault: ActionFault): ActionFault {
  const { also, parameter } = fault;
  return {
    message: besideField(fault),
    ...(parameter !== undefined && { parameter }),
    ...(also && { also: also.map((one) => ({ message: besideField(one), parameter: one.parameter })) }),
  };
}

/** What stands beside the field of this name, if anything. Pure. */
export function faultAt(fault: ActionFault | null, parameter: string): string | undefined {
  if (fault?.parameter === parameter) return fault.message;
  return fault?.also?.find((one) => one.parameter === parameter)?.message;
}

function besideField({ message, parameter }: { message: string; parameter?: string }): string {
  const start = `${parameter}: `;
  return parameter && message.startsWith(start) ? sentence(message.slice(start.length)) : message;
}
