// The keys that seal secrets and sessions: the operator's, else ones made once in the data folder.

import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "./fault.mjs";
import { isKey } from "./settings.mjs";

/**
 * @param {string} dataDir
 * @param {string | null} fromEnvironment
 * @returns {string} comma-separated base64 keys, newest first
 */
export function secretKeys(dataDir, fromEnvironment) {
  if (fromEnvironment !== null) return fromEnvironment;
  const file = join(dataDir, "secret-keys");
  if (!existsSync(file)) writeDurably(file, `${randomBytes(32).toString("base64")}\n`);
  const text = readFileSync(file, "utf8").trim();
  if (text.split(",").every((key) => isKey(key.trim()))) return text;
  throw new Fault(
    `${file} holds no base64 key of 32 bytes: restore it from a backup; without it stored secrets are lost.`,
  );
}

/**
 * What is sealed with a key is lost without it: the key is on disk before it is used.
 * @param {string} file
 * @param {string} text
 */
function writeDurably(file, text) {
  const half = `${file}.making`;
  const descriptor = openSync(half, "w", 0o600);
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(half, file);
}
