import { sentence } from "@/lib/core/text";

/** What a server action answers: its value, or an error to show beside the form. */
export type ActionResult<T> = { ok: true; value: T } | { ok: false; error: ActionFault };

/** Why an action was refused; `parameter` names the member at fault, as a problem document does. */
export type ActionFault = { message: string; parameter?: string };

/** The fault as it stands beside its field, which need not name it once more. Pure. */
export function withoutName({ message, parameter }: ActionFault): ActionFault {
  const start = `${parameter}: `;
  if (!parameter || !message.startsWith(start)) return { message, parameter };
  return { message: sentence(message.slice(start.length)), parameter };
}
