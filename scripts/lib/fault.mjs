// A fault that the operator can fix: its message is one sentence that says what to do.

/** Exit code for a temporary failure (EX_TEMPFAIL of sysexits.h): the same command may succeed later. */
export const TRY_LATER = 75;

export class Fault extends Error {
  /** @param {string} message @param {{ cause?: unknown }} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = "Fault";
  }
}

/**
 * Returns the code of a system or Postgres error ("ENOENT", "28P01"), or an empty string.
 * @param {unknown} error
 * @returns {string}
 */
export function codeOf(error) {
  if (typeof error === "object" && error !== null && "code" in error) return String(error.code);
  return "";
}

/**
 * @param {unknown} error
 * @returns {string}
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
