// Measures each page's first-load JavaScript from the manifests of the production build.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { inCheckout } from "./checkout.mjs";
import { say } from "./progress.mjs";

/** In kB (1,000 bytes), compressed. The painters of charts are loaded later. */
const MAX_KB = 240;
/** Limit of the wall page, which screens with slow processors load. */
const MAX_KB_OF_WALL = 200;
const MANIFEST = "_client-reference-manifest.js";

/** @typedef {{ route: string, kilobytes: number }} FirstLoad */
/** @typedef {{ entryJSFiles: Record<string, string[]>, clientModules: Record<string, { chunks: string[] }> }} Manifest */

/**
 * Returns the first load of every page: the shared chunks, those of its layouts and its own. Lazily loaded chunks are in
 * none of the manifests.
 * @param {string} [folder] the build
 * @returns {FirstLoad[]} largest first
 */
export function firstLoads(folder = inCheckout(".next")) {
  const shared = readBuildManifest(folder).rootMainFiles;
  const weigh = weigher(folder);
  return manifestsUnder(join(folder, "server", "app"))
    .flatMap((file) => Object.entries(readManifest(file)))
    .filter(([entry]) => entry.endsWith("/page") && !entry.startsWith("/_"))
    .map(([entry, manifest]) => {
      const chunks = [...new Set([...shared, ...chunksOf(manifest)])];
      const bytes = chunks.reduce((sum, chunk) => sum + weigh(chunk), 0);
      return { route: routeOf(entry), kilobytes: Math.ceil(bytes / 1000) };
    })
    .sort((one, other) => other.kilobytes - one.kilobytes);
}

/**
 * Prints the first load of every page, and the pages that exceed their limit.
 * @param {FirstLoad[]} loads
 * @returns {number} an exit code
 */
export function judgeFirstLoads(loads) {
  if (loads.length === 0) {
    say("The build has no page whose JavaScript could be measured: build it first.");
    return 1;
  }
  for (const { route, kilobytes } of loads) say(`${String(kilobytes).padStart(5)} kB  ${route}`);
  const faults = faultsOf(loads);
  for (const fault of faults) say(fault);
  return faults.length === 0 ? 0 : 1;
}

/**
 * Returns a sentence for each page that exceeds its limit.
 * @param {FirstLoad[]} loads
 */
export function faultsOf(loads) {
  return loads.flatMap(({ route, kilobytes }) => {
    const most = /^\/wall(\/|$)/.test(route) ? MAX_KB_OF_WALL : MAX_KB;
    if (kilobytes <= most) return [];
    return `The first load of ${route} is ${kilobytes} kB of JavaScript, compressed; at most ${most} kB are allowed.`;
  });
}

/** @param {Manifest} manifest */
function chunksOf({ entryJSFiles, clientModules }) {
  const ofEntries = Object.entries(entryJSFiles)
    .filter(([entry]) => /\/(page|layout|template)$/.test(entry))
    .flatMap(([, files]) => files);
  const names = new Set(ofEntries);
  // Error pages are listed in every manifest, but loaded with no page.
  const ofModules = Object.values(clientModules)
    .flatMap(({ chunks }) => chunks.map((chunk) => chunk.replace(/^\/_next\//, "")))
    .filter((chunk) => names.has(chunk));
  return [...names, ...ofModules];
}

/** Turns `/(site)/areas/[...path]/page` into `/areas/[...path]`. @param {string} entry */
function routeOf(entry) {
  return entry.replace(/\/page$/, "").replaceAll(/\/\([^)]+\)/g, "") || "/";
}

/** @param {string} folder */
function weigher(folder) {
  /** @type {Map<string, number>} */
  const known = new Map();
  return (/** @type {string} */ chunk) => {
    const weight = known.get(chunk) ?? gzipSync(readFileSync(join(folder, chunk))).length;
    known.set(chunk, weight);
    return weight;
  };
}

/** @param {string} folder @returns {string[]} */
function manifestsUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(folder, entry.name);
    if (entry.isDirectory()) return manifestsUnder(inner);
    return entry.name.endsWith(MANIFEST) ? [inner] : [];
  });
}

/** @param {string} file @returns {Record<string, Manifest>} by entry */
function readManifest(file) {
  const world = { globalThis: {} };
  runInNewContext(readFileSync(file, "utf8"), world);
  return /** @type {{ __RSC_MANIFEST: Record<string, Manifest> }} */ (world.globalThis).__RSC_MANIFEST;
}

/** @param {string} folder @returns {{ rootMainFiles: string[] }} */
function readBuildManifest(folder) {
  return JSON.parse(readFileSync(join(folder, "build-manifest.json"), "utf8"));
}
