import { foldAccents } from "@/lib/base/core/text";
/** The search text in a page's address; empty without one. */
export function readSearch({ q }: Record<string, string | string[] | undefined>): string {
  return typeof q === "string" ? q.trim() : "";
}

/** Returns true if one of the texts contains the search text, in any case. */
export function matches(search: string, ...texts: string[]): boolean {
  const words = foldAccents(search);
  return texts.some((text) => foldAccents(text).includes(words));
}
