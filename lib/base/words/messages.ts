/** What a message is, and what it takes. */

import type { CompiledMessage } from "icu-minify/format";
import type { Messages, None } from "@/generated/messages/keys";

export type MessageKey = keyof Messages;

/** Compiled messages by key; in a browser those of the page alone. */
export type MessageTexts = Readonly<Record<string, CompiledMessage>>;

/** A message and what it needs; a message without arguments stands alone. */
export type Said<Key extends MessageKey = MessageKey> = Key extends MessageKey
  ? None extends Messages[Key]
    ? [key: Key]
    : [key: Key, values: Messages[Key]]
  : never;

/** Says the text of a message. */
export type Say = <Key extends MessageKey>(...message: Said<Key>) => string;
