/**
 * Looking for areas while somebody types: every word has to stand in the path, and one of them, or the whole text,
 * in the area's own name. Pure.
 */

/** What was typed, ready to be compared; null where nothing was. */
export type Wanted = { text: string; words: string[] };

export function wantedOf(typed: string): Wanted | null {
  const text = folded(typed.trim());
  return text === "" ? null : { text, words: text.split(/[\s›#/]+/u).filter(Boolean) };
}

const folded = (text: string) => text.toLocaleLowerCase();

/** Whether an area fits. */
export function fitOf({ text, words }: Wanted): (item: { path: string; name: string }) => boolean {
  return (item) => {
    const name = folded(item.name);
    if (name.includes(text)) return true;
    if (!words.some((word) => name.includes(word))) return false;
    const path = folded(item.path);
    return words.every((word) => path.includes(word));
  };
}

/** The areas that fit, in the order that they came in. */
export function findAreas<T extends { path: string; name: string }>(
  items: readonly T[],
  wanted: Wanted,
): T[] {
  return items.filter(fitOf(wanted));
}

/** Which one is meant most likely: its name is the text, begins with it, holds it; else the first. */
export function likeliest<T extends { name: string }>(found: readonly T[], { text }: Wanted): T | undefined {
  const fits = [
    (name: string) => name === text,
    (name: string) => name.startsWith(text),
    (name: string) => name.includes(text),
  ];
  for (const isMeant of fits) {
    const item = found.find(({ name }) => isMeant(folded(name)));
    if (item) return item;
  }
  return found[0];
}

/** A name in parts, those that were looked for marked. Put together they are the name. */
export function markedParts(name: string, { text, words }: Wanted): { text: string; marked: boolean }[] {
  const low = folded(name);
  // Some letters change their number when they become small: then no place in the one is a place in the other.
  if (low.length !== name.length) return [{ text: name, marked: false }];
  const marked = new Array<boolean>(name.length).fill(false);
  for (const word of low.includes(text) ? [text] : words)
    for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + word.length))
      marked.fill(true, at, at + word.length);
  const parts: { text: string; marked: boolean }[] = [];
  for (let at = 0; at < name.length; at += 1) {
    const last = parts.at(-1);
    const isMarked = marked[at] ?? false;
    if (last?.marked === isMarked) last.text += name.charAt(at);
    else parts.push({ text: name.charAt(at), marked: isMarked });
  }
  return parts;
}
