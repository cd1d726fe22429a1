/** Takes out of a foreign text what nobody may read: tokens, secrets, addresses that carry their own permission. */

const PATTERNS: [RegExp, string][] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi, "[address]"],
  [/\beyJ[\w-]+\.[\w-]*(\.[\w-]*)?/g, "[token]"],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, "$1 [secret]"],
  [/[?&][^\s"'<>=&]*(sig|token|secret|credential|key|password)[^\s"'<>=&]*=[^\s"'<>]*/gi, "[address]"],
];
const LONGEST = 300;

function oneLine(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}

/**
 * A text fit to be shown or logged: one line of at most 300 characters.
 * @param secrets exact texts to take out wherever they stand
 */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let clean = text.slice(0, 20_000);
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, "[secret]");
  for (const [pattern, instead] of PATTERNS) clean = clean.replace(pattern, instead);
  return oneLine(clean);
}
