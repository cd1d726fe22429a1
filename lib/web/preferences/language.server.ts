import "server-only";
import { cookies, headers } from "next/headers";
import { acceptedLanguage, type Language, parseLanguage } from "@/lib/base/words/languages";
import { wordsIn } from "@/lib/base/words/messages.server";
import type { Words } from "@/lib/base/words/words";
import { PREFERENCE_COOKIES } from "./contract";

/** The language of the request: as chosen in this browser, else what the browser asks for, else English. */
export async function requestLanguage(): Promise<Language> {
  const chosen = parseLanguage((await cookies()).get(PREFERENCE_COOKIES.language)?.value);
  return chosen ?? acceptedLanguage((await headers()).get("accept-language")) ?? "en";
}

/** The words of the request's language. */
export async function requestWords(): Promise<Words> {
  return wordsIn(await requestLanguage());
}
