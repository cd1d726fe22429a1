// The messages of one language: nested JSON in ICU MessageFormat, flattened to keys with dots.

import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js";

/** @typedef {import("@formatjs/icu-messageformat-parser").MessageFormatElement} Part */
/** @typedef {Record<string, string>} Catalog the messages by key, such as `auth.signIn.title` */

/**
 * @param {object} nested
 * @param {string} [prefix]
 * @returns {Catalog}
 */
export function flatten(nested, prefix = "") {
  /** @type {Catalog} */
  const catalog = {};
  for (const [name, value] of Object.entries(nested)) {
    // For the translator.
    if (name.startsWith("//")) continue;
    const key = prefix === "" ? name : `${prefix}.${name}`;
    if (typeof value === "string") catalog[key] = value;
    else Object.assign(catalog, flatten(value, key));
  }
  return catalog;
}

/** The type of a tag's argument: the element around its text. */
export const TAG = "ReactElement";

/**
 * The TypeScript type of each argument of a message. A plain argument is a text: numbers are written by `{n, number}` or
 * formatted before, so that none has the decimal point of another language.
 * @param {string} message
 * @returns {Map<string, string>} by name, sorted
 * @throws SyntaxError if the message is not ICU MessageFormat
 */
export function argumentsOf(message) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const part of partsOf(parse(message))) {
    if (part.type === TYPE.argument && !found.has(part.value)) found.set(part.value, "string");
    if (part.type === TYPE.number || part.type === TYPE.plural) found.set(part.value, "number");
    if (part.type === TYPE.select) found.set(part.value, choicesOf(part));
    if (part.type === TYPE.date || part.type === TYPE.time)
      throw new SyntaxError("dates are formatted before, in site time");
    if (part.type === TYPE.tag) found.set(part.value, TAG);
  }
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param {Extract<Part, { type: TYPE.select }>} select */
const choicesOf = ({ options }) =>
  Object.keys(options)
    .toSorted()
    .map((choice) => JSON.stringify(choice))
    .join(" | ");

/**
 * All parts of a message, those inside of others too.
 * @param {Part[]} parts
 * @returns {Part[]}
 */
function partsOf(parts) {
  return parts.flatMap((part) => [part, ...childrenOf(part).flatMap(partsOf)]);
}

/** @param {Part} part @returns {Part[][]} */
function childrenOf(part) {
  if (part.type === TYPE.tag) return [part.children];
  if (part.type === TYPE.plural || part.type === TYPE.select)
    return Object.values(part.options).map(({ value }) => value);
  return [];
}

const ACCENTED = new Map(
  [..."aeiouyAEIOUYcnsz"].map((letter, nth) => [letter, [..."áéíóúýÁÉÍÓÚÝçñšž"][nth] ?? letter]),
);

/**
 * A message of the pseudo-language, which shows what is not translated, and what has no room for longer words: accented,
 * longer by two fifths, in brackets.
 * @param {string} message
 * @returns {string}
 */
export function pseudo(message) {
  const parts = parse(message);
  const letters = partsOf(parts).reduce(
    (sum, part) => sum + (part.type === TYPE.literal ? part.value.length : 0),
    0,
  );
  for (const part of partsOf(parts))
    if (part.type === TYPE.literal)
      part.value = [...part.value].map((letter) => ACCENTED.get(letter) ?? letter).join("");
  const more = "~".repeat(Math.ceil(letters * 0.4)).replace(/.{6}(?=.)/g, "$& ");
  return `⟦${printAST(parts)} ${more}⟧`;
}

/**
 * What is wrong with a translation: messages that it lacks, that English does not have, and those whose arguments differ.
 * @param {Catalog} english
 * @param {Catalog} translation
 * @returns {string[]} sentences; empty if nothing is
 */
export function faultsOf(english, translation) {
  const all = Object.keys({ ...english, ...translation });
  return all.flatMap((key) => {
    const ours = english[key];
    const theirs = translation[key];
    if (theirs === undefined) return [`${key} is missing`];
    if (ours === undefined) return [`${key} is not in messages/en.json`];
    const [wanted, given] = [ours, theirs].map((message) =>
      [...argumentsOf(message)].map(([name, type]) => `${name}: ${type}`).join(", "),
    );
    return wanted === given ? [] : [`${key} takes (${given}) instead of (${wanted})`];
  });
}
