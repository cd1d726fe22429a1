import "server-only";
import { createHash } from "node:crypto";

/** An answer as it goes over the wire, with a tag that is made of it. */
export type Body = { text: string; tag: string };

const made = new WeakMap<object, { text: string; tag?: string }>();

/** The JSON of an answer; of one that many share, as `sharedRead` gives it, made once. */
export function textOf(answer: unknown): string {
  if (typeof answer !== "object" || answer === null) return JSON.stringify(answer);
  const known = made.get(answer) ?? { text: JSON.stringify(answer) };
  made.set(answer, known);
  return known.text;
}

/** The same with its tag, as an `etag` has it. */
export function bodyOf(answer: object): Body {
  const text = textOf(answer);
  const known = made.get(answer) ?? { text };
  known.tag ??= tagOf(text);
  return { text, tag: known.tag };
}

/** A tag made of a content: equal for equal contents. */
export function tagOf(text: string): string {
  return `"${createHash("sha256").update(text).digest("base64url")}"`;
}
