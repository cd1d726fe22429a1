"use client";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Language } from "@/lib/base/words/languages";
import type { MessageTexts } from "@/lib/base/words/messages";
import { makeWords, type Words } from "@/lib/base/words/words";

type Page = { words: Words; texts: MessageTexts };

const WordsContext = createContext<Page | null>(null);

/** The words of a page and of the frames around it. */
export function WordsProvider({
  language,
  texts,
  children,
}: {
  language: Language;
  texts: MessageTexts;
  children: ReactNode;
}) {
  const above = useContext(WordsContext)?.texts;
  const page = useMemo(() => {
    const all = { ...above, ...texts };
    return { words: makeWords(language, all), texts: all };
  }, [language, above, texts]);
  return <WordsContext value={page}>{children}</WordsContext>;
}

/** The words of the reader's language. */
export function useWords(): Words {
  const page = useContext(WordsContext);
  if (!page) throw new Error("No WordsProvider");
  return page.words;
}
