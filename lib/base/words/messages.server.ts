import "server-only";
import en from "@/generated/messages/en";
import pseudo from "@/generated/messages/en-XA";
import pages from "@/generated/messages/pages.json";
import type { Language } from "./languages";
import type { MessageTexts } from "./messages";
import { makeWords, type Words } from "./words";

const TEXTS: Record<Language, MessageTexts> = { en, "en-XA": pseudo };

const words = new Map<Language, Words>();

/** The words of a language, all of them. */
export function wordsIn(language: Language): Words {
  const known = words.get(language) ?? makeWords(language, TEXTS[language]);
  words.set(language, known);
  return known;
}

/** The words of notices and emails, whose readers have chosen no language outside of their browsers. */
export const sentWords = (): Words => wordsIn("en");

/** A page or a frame whose code in the browser says something. */
export type PageName = keyof typeof pages;

/** The messages that a page's code in the browser uses. */
export function textsOfPage(page: PageName, language: Language): MessageTexts {
  const keys: readonly string[] = pages[page];
  return Object.fromEntries(keys.map((key) => [key, TEXTS[language][key] ?? key]));
}
