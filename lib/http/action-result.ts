/** What a server action answers: its value, or an error to show beside the form. */
export type ActionResult<T> =
  | { ok: true; value: T }
  | { ok: false; error: { message: string; parameter?: string } };
