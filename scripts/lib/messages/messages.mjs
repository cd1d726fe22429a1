// The words of every language, compiled to generated/messages when messages/*.json or the code that uses them has changed.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import compile from "icu-minify/compile";
import { inCheckout } from "../checkout.mjs";
import { Fault } from "../fault.mjs";
import { argumentsOf, faultsOf, flatten, pseudo, TAG } from "./catalog.mjs";
import { clientKeys } from "./client-keys.mjs";

const SOURCES = inCheckout("messages");
const TARGET = inCheckout("generated", "messages");

/** The code of the pseudo-language: English as it is written nowhere. */
const PSEUDO = "en-XA";

/**
 * Checks, compiles and writes the messages: a file for each language, the types of the keys, the keys of each page.
 * @throws Fault that names what a language lacks or says differently
 */
export function generateMessages() {
  const catalogs = readCatalogs();
  const english = catalogs.get("en") ?? {};
  const faults = [...catalogs].flatMap(([language, catalog]) =>
    faultsOf(english, catalog).map((fault) => `messages/${language}.json: ${fault}`),
  );
  if (faults.length > 0) throw new Fault(`The messages do not agree:\n  ${faults.join("\n  ")}`);
  mkdirSync(TARGET, { recursive: true });
  const pseudoCatalog = Object.fromEntries(
    Object.entries(english).map(([key, text]) => [key, key.startsWith("formats.") ? text : pseudo(text)]),
  );
  for (const [language, catalog] of [...catalogs, /** @type {const} */ ([PSEUDO, pseudoCatalog])])
    write(`${language}.ts`, moduleOf(compiled(catalog)));
  write("keys.ts", typesOf(english));
  write("pages.json", JSON.stringify(clientKeys(new Set(Object.keys(english)))));
}

/** @returns {Map<string, import("./catalog.mjs").Catalog>} by language */
export function readCatalogs() {
  const files = readdirSync(SOURCES).filter((file) => file.endsWith(".json"));
  return new Map(
    files.map((file) => [
      file.replace(".json", ""),
      flatten(JSON.parse(readFileSync(inCheckout("messages", file), "utf8"))),
    ]),
  );
}

/** @param {import("./catalog.mjs").Catalog} catalog */
const compiled = (catalog) =>
  Object.fromEntries(Object.entries(catalog).map(([key, text]) => [key, compile(text)]));

/**
 * A module rather than JSON, of whose thousand texts TypeScript would make a type each.
 * @param {Record<string, import("icu-minify/format").CompiledMessage>} texts
 */
const moduleOf = (texts) => `import type { CompiledMessage } from "icu-minify/format";

export default JSON.parse(${JSON.stringify(JSON.stringify(texts))}) as Record<string, CompiledMessage>;
`;

/** @param {import("./catalog.mjs").Catalog} english */
function typesOf(english) {
  const types = Object.entries(english).map(([key, text]) => {
    const values = [...argumentsOf(text)];
    const fields = values.map(([name, type]) => `${JSON.stringify(name)}: ${type}`);
    const type = fields.length === 0 ? "None" : `{ ${fields.join("; ")} }`;
    return { line: `  ${JSON.stringify(key)}: ${type};`, hasTags: values.some(([, type]) => type === TAG) };
  });
  /** @param {boolean} hasTags */
  const lines = (hasTags) => types.flatMap((one) => (one.hasTags === hasTags ? [one.line] : [])).join("\n");
  return `import type { ReactElement } from "react";

/** A message without arguments. */
export type None = Record<never, never>;

/** The arguments of each message in messages/en.json that is text alone. */
export type Messages = {
${lines(false)}
};

/** Those of messages with tags. */
export type TaggedMessages = {
${lines(true)}
};
`;
}

/**
 * Writes a file unless it is as it was, so that no tool takes it for changed.
 * @param {string} name
 * @param {string} text
 */
function write(name, text) {
  const path = `${TARGET}/${name}`;
  try {
    if (readFileSync(path, "utf8") === text) return;
  } catch {}
  writeFileSync(path, text);
}
