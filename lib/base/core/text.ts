/** Words put together. Pure. */

/** The text with a capital letter at its beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const ACCENTS = /\p{M}/gu;

/** The text as people search it: without accents and in lower case, so that "almeria" finds "Almería". */
export const foldAccents = (text: string): string => text.normalize("NFD").replace(ACCENTS, "").toLowerCase();

/** With a capital and a full stop, unless it ends as a sentence does, also within the quotation that it ends with. */
export const sentence = (text: string): string => capital(/[.!?]["”]?$/.test(text) ? text : `${text}.`);

/** `A`, `A and B`, `A, B and C`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The city of an IANA zone, as people name its time: `New York`. */
export const cityOf = (zone: string): string => zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;

/** Bytes as hex in lower case, two digits each. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A name for rows: of an e-mail address, the part before the "@". */
export const shortName = (name: string) => name.replace(/(?<=.)@.*$/, "");

/** The first letters of the first two words: "M. de Vries" gives "MD". */
export function initialsOf(name: string): string {
  const words = name.split(/[@\s._-]+/).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => word.charAt(0).toUpperCase());
  return letters.join("") || "?";
}
