/** The words of a reader's language: messages in ICU MessageFormat, compiled ahead. */

import format, { type FormatValues } from "icu-minify/format";
import type { TaggedMessages } from "@/generated/messages/keys";
import { type Formats, makeFormats } from "./formats";
import { intlLocale, type Language } from "./languages";
import type { MessageKey, MessageTexts, Say } from "./messages";

export type Words = Formats & {
  language: Language;
  /** For Intl. */
  locale: string;
  t: Say;
  /** A message with tags, in parts: for `rich`. */
  parts: (key: MessageKey | keyof TaggedMessages, values: object) => unknown[];
};

/**
 * The words of a language.
 * @param texts its compiled messages, or those that the caller uses
 */
export function makeWords(language: Language, texts: MessageTexts): Words {
  const locale = intlLocale(language);
  const formatters = {
    getNumberFormat: () => ({ format: (count) => formats.formatCount(Number(count)) }) as Intl.NumberFormat,
    getPluralRules,
    getDateTimeFormat: () => {
      throw new Error("Messages have no dates: they are formatted before, in site time");
    },
  };
  const say = (key: string, values: object | undefined) => {
    const message = texts[key];
    // Shown rather than thrown: a page with one bare key is still of use.
    if (message === undefined) return key;
    return format<unknown>(message, locale, values as FormatValues, { formatters });
  };
  const t: Say = (key, ...[values]) => String(say(key, values));
  const formats = makeFormats(t);
  return { ...formats, language, locale, t, parts: (key, values) => [say(key, values)].flat() };
}

const pluralRules = new Map<string, Intl.PluralRules>();

/** Kept: to make one takes as long as some hundred texts. */
function getPluralRules(locale?: Intl.LocalesArgument, options?: Intl.PluralRulesOptions): Intl.PluralRules {
  const key = `${locale} ${options?.type}`;
  const known = pluralRules.get(key) ?? new Intl.PluralRules(locale, options);
  pluralRules.set(key, known);
  return known;
}
