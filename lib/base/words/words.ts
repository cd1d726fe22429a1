/** The words of a reader's language: messages in ICU MessageFormat, compiled ahead. */

import format, { type CompiledMessage, type FormatValues } from "icu-minify/format";
import type { Messages, None } from "@/generated/messages/keys";
import { intlLocale, type Language } from "./languages";

export type MessageKey = keyof Messages;

/** Compiled messages by key; in a browser those of the page alone. */
export type MessageTexts = Readonly<Record<string, CompiledMessage>>;

/** A message and what it needs; a message without arguments stands alone. */
export type Said<Key extends MessageKey = MessageKey> = Key extends MessageKey
  ? None extends Messages[Key]
    ? [key: Key]
    : [key: Key, values: Messages[Key]]
  : never;

export type Words = {
  language: Language;
  /** For Intl. */
  locale: string;
  /** The text of a message. */
  t: <Key extends MessageKey>(...message: Said<Key>) => string;
};

/**
 * The words of a language.
 * @param texts its compiled messages, or those that the caller uses
 */
export function makeWords(language: Language, texts: MessageTexts): Words {
  const locale = intlLocale(language);
  const say = (key: string, values: object | undefined) => {
    const message = texts[key];
    // Shown rather than thrown: a page with one bare key is still of use.
    if (message === undefined) return key;
    return format<unknown>(message, locale, values as FormatValues, { formatters });
  };
  return {
    language,
    locale,
    t: (key, values?: object) => String(say(key, values)),
  };
}

type Locales = Intl.LocalesArgument;

const formatters = {
  getNumberFormat: cached(
    (locale?: Locales, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
  ),
  getPluralRules: cached(
    (locale?: Locales, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
  ),
  getDateTimeFormat: cached(
    (locale?: Locales, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
  ),
};

/** Formatters are kept: to make one takes as long as some hundred texts. */
function cached<Args extends unknown[], Made>(make: (...args: Args) => Made): (...args: Args) => Made {
  const made = new Map<string, Made>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = made.get(key) ?? make(...args);
    made.set(key, known);
    return known;
  };
}
