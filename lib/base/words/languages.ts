/** The languages of the interface, by their codes of BCP 47. */

/** Those with a complete file in `messages/`, each with its own name and the locale of its numbers. */
export const LANGUAGES = {
  en: { name: "English", locale: "en-GB" },
} as const;

/** The pseudo-language of tests, which nobody is offered: longer words, accented, in brackets. */
export const PSEUDO_LANGUAGE = "en-XA";

export type Language = keyof typeof LANGUAGES | typeof PSEUDO_LANGUAGE;

/** The language of a stored or entered code; null for one that there is not. */
export function parseLanguage(code: string | null | undefined): Language | null {
  if (code === PSEUDO_LANGUAGE) return code;
  return code != null && Object.hasOwn(LANGUAGES, code) ? (code as Language) : null;
}

/** The locale for Intl. */
export const intlLocale = (language: Language): string =>
  LANGUAGES[language === PSEUDO_LANGUAGE ? "en" : language].locale;

/**
 * The language that a browser asks for first among ours (RFC 9110 section 12.5.4); null if it asks for none of them.
 * @param accept the header Accept-Language
 */
export function acceptedLanguage(accept: string | null): Language | null {
  const asked = (accept ?? "").split(",").map((range) => {
    const [tag = "", ...parameters] = range.trim().split(";");
    const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
    return { tag: tag.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
  });
  const best = asked
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) =>
      tag === PSEUDO_LANGUAGE.toLowerCase() ? PSEUDO_LANGUAGE : parseLanguage(tag.split("-")[0]),
    );
  return best.find((language) => language !== null) ?? null;
}
