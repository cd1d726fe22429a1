// The keys that seal secrets and sessions: the operator's, else a file created once in the data folder. The built app
// uses this file too, so it knows nothing of the checkout.

import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { codeOf, Fault } from "../fault.mjs";

/** @param {string} dataDir */
export const keysFile = (dataDir) => join(dataDir, "secret-keys");

/**
 * @param {string} dataDir
 * @param {string | null} fromEnvironment
 * @returns {string} comma-separated base64 keys, newest first
 */
export function secretKeys(dataDir, fromEnvironment) {
  if (fromEnvironment !== null) return fromEnvironment;
  const file = keysFile(dataDir);
  if (!existsSync(file)) writeDurably(file, `${newKey()}\n`);
  return readRing(file).join(",");
}

/**
 * Adds a new key in front of the others. Every process that uses this file then seals with it.
 * @param {string} file
 */
export function addKey(file) {
  writeDurably(file, `${[newKey(), ...readRing(file)].join(",")}\n`);
}

/**
 * Removes all keys but the newest. Anything that they sealed or signed is lost.
 * @param {string} file
 */
export function keepNewestKey(file) {
  writeDurably(file, `${readRing(file)[0]}\n`);
}

/** @param {string} key */
export function isKey(key) {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(key) && Buffer.from(key, "base64").length === 32;
}

function newKey() {
  return randomBytes(32).toString("base64");
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Fault(
      `${file} can't be read (${codeOf(error)}): run this as the user that Leafwatch runs as, or correct its rights.`,
      { cause: error },
    );
  }
}

/** @param {string} file */
function readRing(file) {
  const keys = readText(file)
    .split(",")
    .map((key) => key.trim());
  if (keys.every(isKey)) return keys;
  throw new Fault(
    `${file} holds no base64 key of 32 bytes: restore it from a backup; without it stored secrets are lost.`,
  );
}

/**
 * Writes keys durably before they are used, because sealed values are lost without them. The file gets the data folder's
 * owner, whoever runs the command.
 * @param {string} file
 * @param {string} text
 */
function writeDurably(file, text) {
  const half = `${file}.making`;
  let folder;
  let isPlaced = false;
  try {
    // Opened before any change, because the limit of open files may be reached.
    folder = openSync(dirname(file), "r");
    writeFileSync(half, text, { mode: 0o600, flush: true });
    const owner = existsSync(file) ? statSync(file) : statSync(dirname(file));
    if (process.getuid?.() === 0) chownSync(half, owner.uid, owner.gid);
    renameSync(half, file);
    isPlaced = true;
    fsyncSync(folder);
  } catch (error) {
    rmSync(half, { force: true, recursive: true });
    throw new Fault(isPlaced ? unconfirmed(file, error) : unwritten(file, error), { cause: error });
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}

/** @param {string} file @param {unknown} error */
const unwritten = (file, error) =>
  `The keys could not be written to ${file} (${codeOf(error)}): make room on its disk or correct its rights, then try again. What was there before is unchanged.`;

/** @param {string} file @param {unknown} error */
const unconfirmed = (file, error) =>
  `The new keys are in ${file}, but its disk did not confirm it (${codeOf(error)}): look at the disk before you go on, since a power cut may bring back what was there before.`;
