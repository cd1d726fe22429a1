/** What a message is, and what it takes. */

import type { CompiledMessage } from "icu-minify/format";
import type { Messages, None } from "@/generated/messages/keys";

export type MessageKey = keyof Messages;

/** Compiled messages by key; in a browser those of the page alone. */
export type MessageTexts = Readonly<Record<string, CompiledMessage>>;

/** A message without arguments, for tables of texts. */
export type PlainKey = { [Key in MessageKey]: None extends Messages[Key] ? Key : never }[MessageKey];

/** Says the text of a message. */
export type Say = <Key extends MessageKey>(
  key: Key,
  ...values: None extends Messages[Key] ? [] : [values: Messages[Key]]
) => string;
