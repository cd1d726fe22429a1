// Parses the environment of the commands. Faults are reported before anything slow begins.

import { accessSync, constants } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { root } from "../checkout.mjs";
import { Fault } from "../fault.mjs";
import { isKey } from "./secret-keys.mjs";

/**
 * @typedef {object} Settings
 * @property {number} port 0 means any free port
 * @property {string} host
 * @property {string | null} databaseUrl null means the embedded database
 * @property {string} dataDir
 * @property {string | null} url the address that people use, if it is set
 * @property {string | null} secretKeys
 * @property {string | null} provision
 */

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} defaultDataDir relative to the checkout
 * @returns {Settings}
 */
export function readSettings(env, defaultDataDir) {
  const worker = given(env.LEAFWATCH_WORKER) ?? "inline";
  if (!["inline", "off", "only"].includes(worker)) {
    throw new Fault(`LEAFWATCH_WORKER is "${worker}": use inline, off or only.`);
  }
  checkPrivateHosts(given(env.LEAFWATCH_ALLOW_PRIVATE_HOSTS));
  return {
    port: readPort(given(env.PORT) ?? "3000"),
    host: given(env.HOST) ?? "0.0.0.0",
    databaseUrl: readDatabaseUrl(given(env.DATABASE_URL)),
    dataDir: resolve(root, given(env.LEAFWATCH_DATA_DIR) ?? defaultDataDir),
    url: readUrl(given(env.LEAFWATCH_URL)),
    secretKeys: readKeys(given(env.LEAFWATCH_SECRET_KEYS)),
    provision: readableFile(given(env.LEAFWATCH_PROVISION)),
  };
}

/** @param {string | undefined} value */
function given(value) {
  return value === undefined || value.trim() === "" ? null : value.trim();
}

/** @param {string} text */
function readPort(text) {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Fault(`PORT is "${text}": use a number from 1 to 65535, or 0 for any free port.`);
}

/** @param {string | null} text */
function readDatabaseUrl(text) {
  if (text === null) return null;
  if (/^postgres(ql)?:$/.test(parseUrl(text)?.protocol ?? "")) return text;
  throw new Fault(
    "DATABASE_URL is not a Postgres address: write postgresql://user:password@host:5432/database.",
  );
}

/** @param {string | null} text */
function readUrl(text) {
  if (text === null) return null;
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Fault(
      `LEAFWATCH_URL is "${text}": write the address that people use, such as https://leafwatch.example.com.`,
    );
  if (url.username !== "" || url.password !== "")
    throw new Fault(`LEAFWATCH_URL holds a user or a password: write ${url.protocol}//${url.host}.`);
  if (/^\/*$/.test(url.pathname) && !/[?#]/.test(text)) return url.origin;
  throw new Fault(
    `LEAFWATCH_URL is "${text}": write ${url.origin} without a path, since Leafwatch needs a host name of its own.`,
  );
}

/** @param {string | null} text */
function checkPrivateHosts(text) {
  const parts = text?.split(",").map((part) => part.trim()) ?? [];
  const withPort = parts.find((part) => isIP(part) === 0 && /^[^/:]*:\d*$|\]:\d*$/.test(part));
  if (withPort === undefined) return;
  throw new Fault(
    `LEAFWATCH_ALLOW_PRIVATE_HOSTS holds "${withPort}": write ${withPort.replace(/:\d*$/, "")} without a port; every port of a host is allowed.`,
  );
}

/** @param {string} text */
function parseUrl(text) {
  return URL.canParse(text) ? new URL(text) : null;
}

/** @param {string | null} text */
function readKeys(text) {
  const keys = text?.split(",").map((key) => key.trim()) ?? [];
  if (keys.every(isKey)) return text;
  throw new Fault(
    'LEAFWATCH_SECRET_KEYS holds something that is not a base64 key of 32 bytes: make one with "openssl rand -base64 32".',
  );
}

/** @param {string | null} path */
function readableFile(path) {
  if (path === null) return null;
  const file = resolve(root, path);
  try {
    accessSync(file, constants.R_OK);
    return file;
  } catch {
    throw new Fault(
      `The provisioning file ${file} can't be read: correct LEAFWATCH_PROVISION or the file's rights.`,
    );
  }
}
