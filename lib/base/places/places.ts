/** Places in words, so that somebody can walk to them (docs/spec/product.md). Pure. */

import { groupBy } from "@/lib/base/core/group-by";
import { compareNames } from "@/lib/base/core/natural-order";
import { commonParent, isWithin, nameOf, nameWithParent, parentOf, segmentsOf } from "@/lib/base/core/paths";
import type { Words } from "@/lib/base/words/words";

/** Words of places with their plurals, as sites use them in names; several places of another kind are "areas". */
const PLURALS: Readonly<Record<string, string>> = {
  ...{ bay: "bays", bed: "beds", bench: "benches", compartment: "compartments", glasshouse: "glasshouses" },
  ...{ greenhouse: "greenhouses", gutter: "gutters", house: "houses", layer: "layers", level: "levels" },
  ...{ rack: "racks", room: "rooms", row: "rows", section: "sections", shelf: "shelves", table: "tables" },
  ...{ tier: "tiers", tower: "towers", zone: "zones" },
};

/**
 * A place in words: `name` may be cut where room is short, `tail` not; `above` are the names it lies in, root first.
 * `count` is the number of places that are meant; one that lies in another is part of it.
 */
export type PlaceWords = { name: string; tail: string; above: string[]; count: number };

/** Roots named where the places share none; more are counted. */
const MAX_ROOTS = 3;

/** The paths that lie in no other one, each once. */
function outermostOf(paths: readonly string[]): string[] {
  const tops: string[] = [];
  // Sorted by their names, those within a path follow it.
  const sortable = [...new Set(paths)].map((path) => ({ path, key: path.replaceAll("#", "\u0000") }));
  for (const { path } of sortable.sort((a, b) => (a.key < b.key ? -1 : 1)))
    if (tops.length === 0 || !isWithin(path, tops.at(-1) ?? "")) tops.push(path);
  return tops;
}

/**
 * Says places so that somebody can walk to them: one by its name, neighbours that are numbered in a row by their range
 * ("Bench 14–17"), others by the nearest area that all lie in and how many ("Rack 3", ", 3 tiers").
 * @param paths of areas, in any order; those below another of them count as part of it
 * @returns null without a path
 */
export function describePlaces(words: Words, paths: readonly string[]): PlaceWords | null {
  const tops = outermostOf(paths);
  const [first] = tops;
  if (first === undefined) return null;
  const parent = commonParent(tops);
  const above = parent === null ? [] : segmentsOf(parent);
  const count = tops.length;
  if (count === 1) return { name: nameOf(first), tail: "", above, count };
  const range = tops.every((path) => parentOf(path) === parent) ? numberedRange(tops.map(nameOf)) : null;
  if (range !== null) return { name: range, tail: "", above, count };
  const counted = countedPlaces(words, tops.map(nameOf));
  const name = above.at(-1);
  if (name !== undefined)
    return { name: name || words.t("ui.noName"), tail: `, ${counted}`, above: above.slice(0, -1), count };
  const roots = [...new Set(tops.map((path) => segmentsOf(path)[0] ?? ""))].sort(compareNames);
  // Places that are roots themselves are named, not counted as part of what they are.
  if (roots.length > MAX_ROOTS) return { name: counted, tail: "", above: [], count };
  const named = words.listed(roots.map((root) => root || words.t("ui.noName")));
  return {
    name: named,
    tail: tops.every((path) => parentOf(path) === null) ? "" : `, ${counted}`,
    above: [],
    count,
  };
}

/** A name with the names that it lies in, root first. */
type Named = Pick<PlaceWords, "name" | "above">;

/**
 * For each of several places shown together, the name above it that tells it from the others of its name: the nearest
 * one that none of them lies in. Null where its own name is enough; where no one name tells them apart, all above it.
 */
export function tellApart(places: readonly Named[]): (string | null)[] {
  const byName = groupBy(places, ({ name }) => name);
  const countsOf = new Map([...byName].map(([name, alike]) => [name, countAbove(alike)]));
  return places.map(({ name, above }) => {
    const { places: count, above: counts } = countsOf.get(name) ?? countAbove([]);
    if (count < 2) return null;
    const own = above.findLast((one) => counts.get(one) === 1);
    return own ?? above.map((one) => one || "(no name)").join(" › ");
  });
}

/**
 * The name above some places, said as `describePlaces` does, that tells them from areas of that name elsewhere; null where
 * there are none.
 * @param all the paths of all areas
 */
export function apartFrom(words: Words, paths: readonly string[], all: readonly string[]): string | null {
  const place = describePlaces(words, paths);
  const [first] = paths;
  if (place === null || first === undefined) return null;
  if (place.count > 1 && commonParent(paths) === null) return null;
  const isRange = place.count > 1 && place.tail === "";
  const name = isRange ? nameOf(first) : place.name;
  const alike = all.filter((path) => nameOf(path) === name);
  const places = alike.map((path) => ({ name, above: segmentsOf(path).slice(0, -1) }));
  return tellApart([{ name, above: place.above }, ...places])[0] ?? null;
}

/** The number of different places, and of those that lie in each name above them. */
function countAbove(places: readonly Named[]): { places: number; above: Map<string, number> } {
  const different = new Map(places.map(({ above }) => [above.join("#"), new Set(above)]));
  const counts = new Map<string, number>();
  for (const above of different.values())
    for (const name of above) counts.set(name, (counts.get(name) ?? 0) + 1);
  return { places: different.size, above: counts };
}

/**
 * For areas that are named with their parent: the name above to say instead, for those of which another has the same
 * name and parent.
 */
export function parentsApart(paths: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const alike of groupBy(new Set(paths), nameWithParent).values()) {
    const apart = tellApart(alike.map((path) => ({ name: "", above: segmentsOf(path).slice(0, -1) })));
    alike.forEach((path, at) => {
      const above = apart[at];
      if (above) found.set(path, above);
    });
  }
  return found;
}

/** Areas by their names, each with what tells it from the others: "Glasshouse 1 › Bench 14". */
export function distinctNames(paths: readonly string[]): Map<string, string> {
  const all = [...new Set(paths)];
  const places = all.map((path) => ({ name: nameOf(path), above: segmentsOf(path).slice(0, -1) }));
  const apart = tellApart(places);
  return new Map(
    all.map((path, at) => {
      const name = nameOf(path) || "(no name)";
      return [path, apart[at] ? `${apart[at]} › ${name}` : name];
    }),
  );
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

/** `3 benches` by the word that the site itself uses, else `3 areas` in the words of the reader. */
function countedPlaces({ t }: Words, names: readonly string[]): string {
  const words = new Set(names.map((name) => /^\p{L}+/u.exec(name)?.[0].toLowerCase() ?? ""));
  const [word = ""] = words;
  const plural = words.size === 1 ? PLURALS[word] : undefined;
  return plural ? `${names.length} ${plural}` : t("places.areas", { count: names.length });
}
