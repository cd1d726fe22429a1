import compile from "icu-minify/compile";
import { expect, test } from "vitest";
import en from "@/generated/messages/en";
import { acceptedLanguage, parseLanguage } from "./languages";
import type { MessageKey } from "./messages";
import { makeWords } from "./words";

/** The words of messages that are not the product's. */
function wordsIn(texts: Record<string, string>) {
  const compiled = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)]));
  return makeWords("en", { ...en, ...compiled }).t as unknown as (key: string, values?: object) => string;
}

test("says counts by the plural of the language, with its separators", () => {
  const t = wordsIn({ open: "{count, plural, =0 {None} one {# alert} other {# alerts}}" });
  expect([0, 1, 1_204].map((count) => t("open", { count }))).toEqual(["None", "1 alert", "1,204 alerts"]);
});

test("shows the key of a message that a page does not carry", () => {
  expect(makeWords("en", {}).t("auth.signIn.title" satisfies MessageKey)).toBe("auth.signIn.title");
});

test("takes the language that the browser likes best of those there are", () => {
  expect(acceptedLanguage("fy, en-US;q=0.8, en;q=0.7")).toBe("en");
  expect(acceptedLanguage("en;q=0, fy")).toBeNull();
  expect(acceptedLanguage("en-XA")).toBe("en-XA");
  expect(acceptedLanguage(null)).toBeNull();
  expect(parseLanguage("constructor")).toBeNull();
});
