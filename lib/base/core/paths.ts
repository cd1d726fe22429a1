/**
 * A control-area path is `level1#level2#…` (docs/spec/service-interface.md "Control areas and growth jobs"). "#" is
 * never shown: "›" is.
 */
const SEPARATOR = "#";

/** The names along a path, root first, including empty levels that the service sent. */
export function segmentsOf(path: string): string[] {
  return path.split(SEPARATOR);
}

/** The path and all its ancestors, root first. */
export function withAncestors(path: string): string[] {
  const found: string[] = [];
  for (let cut = path.indexOf(SEPARATOR); cut >= 0; cut = path.indexOf(SEPARATOR, cut + 1))
    found.push(path.slice(0, cut));
  return [...found, path];
}

/** The path of the parent, null for a root. */
export function parentOf(path: string): string | null {
  const cut = path.lastIndexOf(SEPARATOR);
  return cut < 0 ? null : path.slice(0, cut);
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(SEPARATOR) + 1);
}

/** The last two names of a path, because names repeat from house to house: `Zone B › Bench 14`. */
export function nameWithParent(path: string): string {
  return segmentsOf(path).slice(-2).join(" › ");
}

/** Returns true if `path` is `ancestor` or below it, by whole segments: `A#Zone 10` is not within `A#Zone 1`. */
export function isWithin(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(ancestor + SEPARATOR);
}

/** The deepest area at or above all the paths; null if they share no root, or there are none. */
export function commonPath(paths: readonly string[]): string | null {
  const [first, ...others] = paths;
  let shared = first ?? null;
  while (shared !== null && !others.every((path) => isWithin(path, shared ?? ""))) shared = parentOf(shared);
  return shared;
}

/** The deepest area strictly above all the paths; null if there is none. */
export function commonParent(paths: readonly string[]): string | null {
  const parents = paths.map(parentOf);
  return parents.every((parent) => parent !== null) ? commonPath(parents) : null;
}

/** A path as people read it: `Westland › Glasshouse 1`. */
export function displayPath(path: string): string {
  return segmentsOf(path).join(" › ");
}

/** Words of places with their plurals; several places of another kind are "areas". */
const PLURALS: Readonly<Record<string, string>> = {
  ...{ bay: "bays", bed: "beds", bench: "benches", compartment: "compartments", glasshouse: "glasshouses" },
  ...{ greenhouse: "greenhouses", gutter: "gutters", house: "houses", layer: "layers", level: "levels" },
  ...{ rack: "racks", room: "rooms", row: "rows", section: "sections", shelf: "shelves", table: "tables" },
  ...{ tier: "tiers", tower: "towers", zone: "zones" },
};

/** A place in words: `name` may be cut where room is short, `tail` not; `above` are the names it lies in, root first. */
export type PlaceWords = { name: string; tail: string; above: string[] };

/**
 * Says places so that somebody can walk to them: one by its name, neighbours that are numbered in a row by their range
 * ("Bench 14–17"), others by the nearest area that all lie in and how many ("Rack 3", ", 3 tiers").
 * @param paths of areas, in any order; those below another of them count as part of it
 * @returns null without a path
 */
export function describePlaces(paths: readonly string[]): PlaceWords | null {
  const tops = [...new Set(paths)].filter(
    (path) => !paths.some((top) => top !== path && isWithin(path, top)),
  );
  const [first] = tops;
  if (first === undefined) return null;
  const parent = commonParent(tops);
  const above = parent === null ? [] : segmentsOf(parent);
  if (tops.length === 1) return { name: nameOf(first), tail: "", above };
  const range = tops.every((path) => parentOf(path) === parent) ? numberedRange(tops.map(nameOf)) : null;
  if (range !== null) return { name: range, tail: "", above };
  const count = `${tops.length} ${commonWord(tops.map(nameOf))}`;
  const name = above.at(-1);
  return name === undefined
    ? { name: count, tail: "", above: [] }
    : { name: name || "(no name)", tail: `, ${count}`, above: above.slice(0, -1) };
}

/** `Bench 14–17` for names with one word and consecutive numbers, else null. */
function numberedRange(names: readonly string[]): string | null {
  const parts = names.map((name) => /^(.*\D)(\d{1,9})$/.exec(name));
  const [word] = parts[0]?.slice(1) ?? [];
  if (word === undefined || !parts.every((part) => part?.[1] === word)) return null;
  const texts = parts.flatMap((part) => part?.[2] ?? []).sort((a, b) => Number(a) - Number(b));
  const isInRow = texts.every((text, place) => Number(text) === Number(texts[0]) + place);
  return isInRow ? `${word}${texts[0]}–${texts.at(-1)}` : null;
}

function commonWord(names: readonly string[]): string {
  const words = new Set(names.map((name) => /^\p{L}+/u.exec(name)?.[0].toLowerCase() ?? ""));
  const [word = ""] = words;
  return (words.size === 1 && PLURALS[word]) || "areas";
}
