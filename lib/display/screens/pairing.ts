/**
 * The characters of a pairing code: no two that can be confused from six metres away (0 O Q, 1 I L, 2 Z, 5 S, 6 G,
 * 8 B, U V).
 */
export const CODE_ALPHABET = "ACDEFHJKMNPRTUWXY34679";

export const CODE_LENGTH = 6;

const HALF = CODE_LENGTH / 2;

/** Formats a code for display: `K7M 3PX`. */
export function formatCode(code: string): string {
  return `${code.slice(0, HALF)} ${code.slice(HALF)}`.trim();
}

/** Normalizes a typed code: without blanks and dashes, in capitals. */
export function readCode(typed: string): string {
  return typed.replace(/[\s\p{Pd}]+/gu, "").toUpperCase();
}

/** Returns true if a text has the length and characters of a code. */
export function isCode(code: string): boolean {
  return code.length === CODE_LENGTH && [...code].every((one) => CODE_ALPHABET.includes(one));
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The address for a phone to open: the configured one, or the one by which the screen itself connected if the
 * configured one is a loopback address, as it is by default.
 * @param known the configured address
 * @param host the Host header of the screen's request
 */
export function publicAddress(known: string, host: string | null): string {
  const url = new URL(known);
  const own = known.replace(/\/+$/, "");
  if (!LOOPBACK.test(url.hostname) || !host) return own;
  const asked = `${url.protocol}//${host}`;
  if (!URL.canParse(asked) || LOOPBACK.test(new URL(asked).hostname)) return own;
  return new URL(asked).origin;
}
