// Postgres refuses to run as root, so a command that runs as root starts it under an unprivileged account.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, lchownSync, readFileSync, statSync } from "node:fs";
import { Fault } from "../fault.mjs";

/** @typedef {{ uid: number, gid: number }} Account */

/**
 * Returns the account that Postgres runs as, or null for our own.
 * @param {string} clusterDir an existing cluster keeps its owner
 * @returns {Account | null}
 */
export function postgresAccount(clusterDir) {
  if (process.getuid?.() !== 0) {
    checkOwner(clusterDir);
    return null;
  }
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir);
    if (uid !== 0) return { uid, gid };
  }
  return findAccount("postgres") ?? findAccount("nobody") ?? failWithoutAccount();
}

/** @param {string} clusterDir */
function checkOwner(clusterDir) {
  const mine = process.getuid?.();
  if (mine === undefined || !existsSync(clusterDir)) return;
  const owner = statSync(clusterDir).uid;
  if (owner === mine) return;
  throw new Fault(
    `The database in ${clusterDir} belongs to user ${owner}, not to you (${mine}): start as that user, or name another folder in LEAFWATCH_DATA_DIR.`,
  );
}

/**
 * @param {string} name
 * @returns {Account | null}
 */
function findAccount(name) {
  const line = readPasswd().find((entry) => entry.startsWith(`${name}:`));
  if (line !== undefined) {
    const [, , uid, gid] = line.split(":");
    return { uid: Number(uid), gid: Number(gid) };
  }
  try {
    const id = (/** @type {string} */ flag) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return null;
  }
}

function readPasswd() {
  try {
    return readFileSync("/etc/passwd", "utf8").split("\n");
  } catch {
    return [];
  }
}

/** @returns {never} */
function failWithoutAccount() {
  throw new Fault(
    "Postgres does not run as root, and there is no account named postgres or nobody to run it as: start as an ordinary user, make one (useradd --system postgres), or name a Postgres in DATABASE_URL.",
  );
}

/**
 * Returns true if the account may enter a folder and all folders above it.
 * @param {string} dir
 * @param {Account | null} account
 */
export function canEnter(dir, account) {
  if (account === null) return true;
  return (
    spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", dir], { ...account, cwd: "/", stdio: "ignore" })
      .status === 0
  );
}

/**
 * @param {string} path
 * @param {Account | null} account
 */
export function giveTo(path, account) {
  if (account !== null) lchownSync(path, account.uid, account.gid);
}
