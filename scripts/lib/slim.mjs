// What a built checkout needs to run: no development packages, nothing that only a build reads.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { inCheckout } from "./checkout.mjs";
import { Fault } from "./fault.mjs";

/** Folders of the checkout. The sources stay: the commands run them, and a start compares them with the build. */
const FOLDERS = [
  ...[
    "app",
    "components",
    "deploy",
    "docs",
    "generated",
    "lib",
    "messages",
    "pages",
    "prisma",
    "public",
    "scripts",
    "simulator",
  ],
  ".next",
];

/** Dependencies that a build puts into `.next`, and tools of a build that other packages bring along. */
const BUILD_ONLY = new Set([
  ...[
    "@fontsource-variable/inter",
    "@tailwindcss/postcss",
    "@tanstack/react-query",
    "caniuse-lite",
    "prisma",
  ],
  ...["react-aria-components", "recharts", "sharp", "tailwindcss", "typescript"],
]);
const isBuildOnly = (/** @type {string} */ name) =>
  BUILD_ONLY.has(name) || /^@(?:next\/swc-|types\/)/.test(name);

/** Files of packages that nothing loads in production. */
const NEVER_LOADED = [
  /\.map$/,
  /\.d\.[cm]?ts$/,
  /\/@prisma\/client\/runtime\/.*\.(?:cockroachdb|mysql|sqlite|sqlserver)\./,
  /\/next\/dist\/(?:docs|esm|next-devtools)(?:\/|$)/,
  /\/next\/dist\/compiled\/.*\.dev\.js$/,
  /\/next\/dist\/compiled\/(?:next-devtools|react-(?:dom|server-dom-\w+)-experimental)(?:\/|$)/,
];

/**
 * @typedef {object} Locked a package in the lock file
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/**
 * Copies what `npm start`, the receiver and the admin commands need.
 * @param {string} target a new folder
 */
export function copySlim(target) {
  if (!existsSync(inCheckout(".next", "BUILD_ID")))
    throw new Fault("There is no build: run npm run build first.");
  if (existsSync(target)) throw new Fault(`${target} exists already: name a new folder.`);
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(inCheckout(), { withFileTypes: true }))
    if (name.isFile() && !/^\.(?:git|env)|\.tsbuildinfo$|\.log$/.test(name.name)) copy(name.name, target);
  for (const folder of FOLDERS) copy(folder, target, (path) => !isUnused(path));
  for (const path of packages())
    copy(path, target, (file) => !isOtherPackage(path, file) && !isNeverLoaded(file));
  // By these, a start knows that nothing has to be installed or generated.
  for (const file of [".package-lock.json", ".leafwatch-installed", "prisma/package.json"])
    copy(join("node_modules", file), target);
}

/**
 * @param {string} path relative to the checkout
 * @param {string} target
 * @param {(file: string) => boolean} [filter]
 */
function copy(path, target, filter = () => true) {
  if (!existsSync(inCheckout(path))) return;
  const options = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, filter };
  cpSync(inCheckout(path), join(target, path), options);
}

/** @param {string} file */
const isUnused = (file) =>
  /\/\.next\/.*\.map$/.test(file) ||
  /\.test\.tsx?$/.test(file) ||
  (["cache", "dev", "types", "pictures"].includes(basename(file)) && isGenerated(file));

/** @param {string} file */
const isGenerated = (file) => [inCheckout(".next"), inCheckout("docs")].includes(dirname(file));

/** @param {string} file */
const isNeverLoaded = (file) => NEVER_LOADED.some((pattern) => pattern.test(file));

/**
 * Nested packages are copied by themselves, if they are needed.
 * @param {string} path of the package, relative to the checkout
 * @param {string} file
 */
const isOtherPackage = (path, file) => file === inCheckout(path, "node_modules");

/**
 * Finds the packages that the dependencies need at run time, as far as they are installed here.
 * @returns {string[]} their folders, relative to the checkout
 */
function packages() {
  const { packages: locked } = JSON.parse(readFileSync(inCheckout("package-lock.json"), "utf8"));
  /** @type {Set<string>} */
  const found = new Set();
  const waiting = Object.keys(locked[""].dependencies).map((name) => ({ name, from: "" }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const path = isBuildOnly(next.name) ? undefined : resolve(locked, next.name, next.from);
    if (path === undefined || found.has(path) || !existsSync(inCheckout(path))) continue;
    found.add(path);
    for (const name of needed(locked[path])) waiting.push({ name, from: path });
  }
  return [...found].sort();
}

/** @param {Locked & { peerDependenciesMeta?: Record<string, { optional?: boolean }> }} entry */
function needed({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/**
 * Finds a package as Node does: beside the one that needs it, then further up.
 * @param {Record<string, Locked>} locked
 * @param {string} name
 * @param {string} from folder of the package that needs it
 * @returns {string | undefined}
 */
function resolve(locked, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = [...(folder === "" ? [] : [folder]), "node_modules", name].join("/");
    if (locked[path] !== undefined) return path;
    if (folder === "") return undefined;
  }
}
