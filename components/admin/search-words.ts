/** The words of a list's search out of its address; empty where there are none. */
export function searchOf({ q }: Record<string, string | string[] | undefined>): string {
  return typeof q === "string" ? q.trim() : "";
}

/** Whether one of the texts holds the words, in whatever letters. */
export function matches(search: string, ...texts: string[]): boolean {
  const words = search.toLocaleLowerCase();
  return texts.some((text) => text.toLocaleLowerCase().includes(words));
}
