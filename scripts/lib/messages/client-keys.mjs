// Which messages each page's code in the browser uses: a page carries no others.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "../checkout.mjs";

/** What Next renders of a folder of `app`, besides its pages. */
const FRAME = /^(layout|template|error|global-error|not-found|forbidden|unauthorized|loading)\.tsx$/;
const TYPES_ALONE = /^(?:import|export) type [^;]*;/gm;
const IMPORTED = /(?:from\s+|import\s+|import\()"((?:@\/|\.)[^"]+)"/g;
const TEXT = /"([a-zA-Z]\w*(?:\.\w+)+)"/g;

/** @typedef {{ isClient: boolean, isAction: boolean, imports: string[], texts: string[] }} Module */

/**
 * The keys that code in the browser names as literals, by page (`(auth)/sign-in`) and by layout (`(auth) frame`). What its
 * layouts carry is left out of a page.
 * @param {ReadonlySet<string>} keys all there are
 * @returns {Record<string, string[]>}
 */
export function clientKeys(keys) {
  /** @type {Map<string, Module>} */
  const modules = new Map();
  /** @param {string[]} files */
  const usedBy = (files) => reachable(files, modules).filter((text) => keys.has(text));
  /** @type {Record<string, string[]>} */
  const found = {};
  /**
   * @param {string} folder
   * @param {ReadonlySet<string>} above
   */
  const visit = (folder, above) => {
    const entries = readdirSync(folder, { withFileTypes: true });
    const name = relative(join(root, "app"), folder);
    /** @param {RegExp} pattern */
    const own = (pattern) =>
      usedBy(entries.filter((one) => pattern.test(one.name)).map((one) => join(folder, one.name))).filter(
        (key) => !above.has(key),
      );
    /** @param {string} file */
    const has = (file) => entries.some((one) => one.name === file);
    const frame = own(FRAME);
    if (frame.length > 0 || has("layout.tsx")) found[`${name} frame`.trim()] = frame.toSorted();
    const carried = new Set([...above, ...frame]);
    const page = own(/^page\.tsx$/).filter((key) => !carried.has(key));
    if (has("page.tsx")) found[name] = page.toSorted();
    for (const entry of entries) if (entry.isDirectory()) visit(join(folder, entry.name), carried);
  };
  visit(join(root, "app"), new Set());
  return found;
}

/**
 * The texts of all modules that these load in the browser: of client modules and what they import, and of no actions.
 * @param {string[]} files
 * @param {Map<string, Module>} modules read before
 * @returns {string[]} without repeats
 */
function reachable(files, modules) {
  const texts = new Set();
  const seen = new Set();
  const waiting = files.map((file) => ({ file, inBrowser: false }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { file } = next;
    const module = modules.get(file) ?? readModule(file);
    modules.set(file, module);
    if (module.isAction) continue;
    const inBrowser = next.inBrowser || module.isClient;
    const state = `${file} ${inBrowser}`;
    if (seen.has(state)) continue;
    seen.add(state);
    if (inBrowser) for (const text of module.texts) texts.add(text);
    waiting.push(...module.imports.map((imported) => ({ file: imported, inBrowser })));
  }
  return [...texts];
}

/** @param {string} file @returns {Module} */
function readModule(file) {
  const source = readFileSync(file, "utf8").replace(TYPES_ALONE, "");
  const start = source.slice(0, 200);
  return {
    isClient: /^\s*"use client"/m.test(start),
    isAction: /^\s*"use server"/m.test(start),
    imports: [...source.matchAll(IMPORTED)].flatMap(([, path]) => resolve(file, path ?? "") ?? []),
    texts: [...source.matchAll(TEXT)].map(([, text]) => text ?? ""),
  };
}

/**
 * @param {string} from
 * @param {string} path
 * @returns {string | null} null for what is no module of ours
 */
function resolve(from, path) {
  const base = path.startsWith("@/") ? join(root, path.slice(2)) : join(dirname(from), path);
  const candidates = [base, `${base}.ts`, `${base}.tsx`, join(base, "index.ts")];
  const file = candidates.find((one) => /\.tsx?$/.test(one) && existsSync(one) && statSync(one).isFile());
  return file ?? null;
}
