// The embedded database's files: their location, their creation and the passwords.

import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../fault.mjs";
import { say } from "../progress.mjs";
import { canEnter, giveTo, postgresAccount } from "./account.mjs";
import { usableProgram } from "./program.mjs";

/**
 * @typedef {object} Cluster
 * @property {string} dir the server's data folder
 * @property {string} binDir
 * @property {import("./account.mjs").Account | null} account
 * @property {Access} access
 * @property {string} accessFile
 * @property {string} logFile
 */

/**
 * @typedef {object} Access
 * @property {string} adminPassword
 * @property {string} password
 * @property {number | null} port that of the last start
 * @property {import("../place.mjs").Place} [place] that of the last start
 */

/** Location of the files if Postgres's account cannot enter root's own folders. */
const openHome = "/var/lib/leafwatch";

const tuning = `
# Leafwatch. What is not here stands on the server's command line and can't be changed here.
max_connections = 100
shared_buffers = 256MB
work_mem = 16MB
maintenance_work_mem = 128MB
max_wal_size = 2GB
checkpoint_timeout = 15min
wal_compression = on
random_page_cost = 1.1
jit = off
timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'
log_line_prefix = '%m [%p] '
`;

/** Settings for fast test databases, which would lose data in a power cut. */
const hasty = `
fsync = off
synchronous_commit = off
full_page_writes = off
`;

/**
 * Finds the cluster in the data folder, or creates it.
 * @param {string} dataDir
 * @param {{ durable?: boolean }} [options] durable false is for tests only
 * @returns {Cluster}
 */
export function openCluster(dataDir, { durable = true } = {}) {
  const link = join(dataDir, "postgres");
  removeHalfMade(dataDir);
  const account = postgresAccount(link);
  const open = canEnter(dataDir, account) || letPass(dataDir, account);
  const program = usableProgram(open ? dataDir : openFolder(), account);
  const accessFile = join(dataDir, "postgres.json");
  const access = readAccess(accessFile);
  if (!isWhole(link)) makeCluster({ link, open, program, account, access, durable });
  checkMajor(link, program.major);
  mkdirSync(join(dataDir, "logs"), { recursive: true, mode: 0o700 });
  const dir = realpathSync(link);
  return {
    dir,
    binDir: program.binDir,
    account,
    access,
    accessFile,
    logFile: join(dataDir, "logs", "postgres.log"),
  };
}

/**
 * Makes a data folder of our own traversable, because everything in it has restrictive modes. A folder with anything
 * else in it, such as a home, keeps its mode.
 * @param {string} dataDir
 * @param {import("./account.mjs").Account | null} account
 */
function letPass(dataDir, account) {
  const foreign = readdirSync(dataDir).some((name) => !/^(leafwatch\.pid|postgres)/.test(name));
  if (foreign || !canEnter(dirname(dataDir), account)) return false;
  chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  return canEnter(dataDir, account);
}

function openFolder() {
  mkdirSync(openHome, { recursive: true, mode: 0o755 });
  return openHome;
}

/**
 * Clears what an interrupted start left: deletes temporary folders, an empty database folder and a dangling link, and
 * moves an incomplete database folder aside.
 * @param {string} dataDir
 */
function removeHalfMade(dataDir) {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith("postgres.making-")) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  const dir = join(dataDir, "postgres");
  if (!existsSync(dir) || isWhole(dir)) {
    // A dangling link: its cluster was removed.
    if (!existsSync(dir)) rmSync(dir, { force: true });
    return;
  }
  if (readdirSync(dir).length === 0) return rmSync(dir, { recursive: true });
  const aside = `${dir}.incomplete-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  renameSync(dir, aside);
  say(`The database folder was incomplete. It was moved to ${aside}; a new one is being created.`);
}

/** @param {string} dir */
function isWhole(dir) {
  return ["PG_VERSION", "postgresql.conf", "pg_hba.conf", "global/pg_control", "base", "pg_wal"].every(
    (name) => existsSync(join(dir, name)),
  );
}

/**
 * Returns the passwords, created on first use and before the cluster, so that the two always match.
 * @param {string} file
 * @returns {Access}
 */
function readAccess(file) {
  try {
    const value = JSON.parse(readFileSync(file, "utf8"));
    if (typeof value.adminPassword === "string" && typeof value.password === "string") return value;
  } catch {
    // Missing or incomplete: the server gets the new passwords if it does not know them.
  }
  const access = { adminPassword: newPassword(), password: newPassword(), port: null };
  writeAccess(file, access);
  return access;
}

/**
 * @param {string} file
 * @param {Access} access
 */
export function writeAccess(file, access) {
  const half = `${file}.making`;
  writeFileSync(half, JSON.stringify(access), { mode: 0o600 });
  renameSync(half, file);
}

function newPassword() {
  return randomBytes(24).toString("base64url");
}

/**
 * Runs initdb under a temporary name; only a complete cluster gets the final one.
 * @param {{ link: string, open: boolean, program: import("./program.mjs").Program, account: import("./account.mjs").Account | null, access: Access, durable: boolean }} options
 */
function makeCluster({ link, open, program, account, access, durable }) {
  const making = open ? mkdtempSync(`${link}.making-`) : mkdtempSync(join(openHome, "making-"));
  const passwordFile = `${making}/password`;
  const dir = `${making}/postgres`;
  giveTo(making, account);
  writeFileSync(passwordFile, access.adminPassword, { mode: 0o600 });
  giveTo(passwordFile, account);
  runInitdb(program, dir, passwordFile, account, durable);
  appendFileSync(join(dir, "postgresql.conf"), durable ? tuning : tuning + hasty);
  if (open) {
    renameSync(dir, link);
    rmSync(making, { recursive: true, force: true });
    return;
  }
  rmSync(passwordFile);
  const home = making.replace("making-", "cluster-");
  renameSync(making, home);
  symlinkSync(join(home, "postgres"), link);
}

/**
 * @param {import("./program.mjs").Program} program
 * @param {string} dir
 * @param {string} passwordFile
 * @param {import("./account.mjs").Account | null} account
 * @param {boolean} durable
 */
function runInitdb(program, dir, passwordFile, account, durable) {
  const options = [
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
  ];
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"];
  const result = spawnSync(
    join(program.binDir, "initdb"),
    [...options, ...locale, ...(durable ? [] : ["--no-sync"]), `--pgdata=${dir}`],
    { ...account, cwd: "/", env: postgresEnvironment(), encoding: "utf8" },
  );
  if (result.status === 0) return;
  const last = `${result.stderr}`.trim().split("\n").at(-1);
  throw new Fault(
    `The database could not be made in ${dir}: ${last || result.error?.message || "initdb failed"}`,
  );
}

/** Returns a minimal environment without the operator's PG… variables, which must not reach the embedded server. */
export function postgresEnvironment() {
  return { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}

/**
 * @param {string} dir
 * @param {string} major
 */
function checkMajor(dir, major) {
  const found = readFileSync(join(dir, "PG_VERSION"), "utf8").trim();
  if (found === major) return;
  throw new Fault(
    `The database in ${dir} was made by Postgres ${found}, and this Leafwatch brings Postgres ${major}: dump it with the earlier Leafwatch and restore it here.`,
  );
}
