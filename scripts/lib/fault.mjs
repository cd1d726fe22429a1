// A fault that the operator can mend: its message is one sentence that says what to do.

/** The exit code of a program that may succeed later as it is; sysexits.h has the same. */
export const TRY_LATER = 75;

export class Fault extends Error {
  /** @param {string} message @param {{ cause?: unknown }} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = "Fault";
  }
}

/**
 * The code of a system or Postgres error ("ENOENT", "28P01"), or an empty string.
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
