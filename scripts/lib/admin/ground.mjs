// What an admin command stands on: settings, packages, and the database, joined where the app runs, else started.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inCheckout, root, typescriptArguments } from "../checkout.mjs";
import { holdDataDir, holderOf, makeDataDir } from "../data-dir.mjs";
import { Fault, messageOf } from "../fault.mjs";
import { ensureInstalled } from "../npm/install.mjs";
import { postgresAccount } from "../postgres/account.mjs";
import { localUrl, withConnection } from "../postgres/client.mjs";
import { startEmbeddedDatabase } from "../postgres/database.mjs";
import { ensurePrismaClient } from "../prisma-client.mjs";
import { endProcess, identify } from "../processes.mjs";
import { say } from "../progress.mjs";
import { keysFile, secretKeys } from "../settings/secret-keys.mjs";
import { readSettings } from "../settings/settings.mjs";
import { hasCutRestore, noKey, settleCutRestore } from "./cut-restore.mjs";
import { adminHelp, commandOf } from "./help.mjs";

/** @typedef {import("../shutdown.mjs").Shutdown} Shutdown */
/** @typedef {import("../settings/settings.mjs").Settings} Settings */
/** @typedef {import("./help.mjs").AdminCommand} AdminCommand */

/**
 * @param {Shutdown} shutdown
 * @param {string[]} args as after `npm run admin --`
 * @returns {Promise<number>} the exit code
 */
export async function runAdmin(shutdown, args) {
  const [name = "help", ...rest] = args;
  if (name === "help" || rest.includes("--help")) {
    say(adminHelp());
    return 0;
  }
  const command = commandOf(name);
  const settings = readSettings(process.env, ".data");
  await ensureInstalled(shutdown);
  await ensurePrismaClient(shutdown);
  return runProgram(shutdown, args, await environmentOf(shutdown, command, settings));
}

/**
 * @param {Shutdown} shutdown
 * @param {AdminCommand} command
 * @param {Settings} settings
 * @returns {Promise<Record<string, string>>}
 */
async function environmentOf(shutdown, command, settings) {
  const { dataDir } = settings;
  const url = settings.url ?? `http://localhost:${settings.port}`;
  const database = await databaseOf(shutdown, command, settings);
  const file = keysFile(dataDir);
  const brings = command.makes === "keys" || (command.looks && !existsSync(file));
  return {
    NODE_ENV: "production",
    LEAFWATCH_URL: url,
    NEXTAUTH_URL: url,
    LEAFWATCH_DATA_DIR: dataDir,
    LEAFWATCH_SECRET_KEYS: settings.secretKeys ?? (brings ? noKey : secretKeys(dataDir, null)),
    LEAFWATCH_SECRET_KEYS_FILE: settings.secretKeys === null ? file : "",
    ...database,
  };
}

/**
 * The address of the database, or why there is none where the command looks at that itself.
 * @param {Shutdown} shutdown
 * @param {AdminCommand} command
 * @param {Settings} settings
 * @returns {Promise<Record<string, string>>}
 */
async function databaseOf(shutdown, command, settings) {
  if (!command.looks) return { DATABASE_URL: await openDatabase(shutdown, command, settings) };
  try {
    // Also before a first start: it would end with the same words.
    if (settings.databaseUrl === null) postgresAccount(join(settings.dataDir, "postgres"));
    return { DATABASE_URL: await openDatabase(shutdown, command, settings) };
  } catch (error) {
    return { DATABASE_URL: "", LEAFWATCH_DATABASE_FAULT: messageOf(error) };
  }
}

/**
 * @param {Shutdown} shutdown
 * @param {AdminCommand} command
 * @param {Settings} settings
 */
async function openDatabase(shutdown, command, settings) {
  if (command.makes === "nothing") requireMade(command, settings);
  const { databaseUrl, dataDir } = settings;
  if (command.alone || !existsSync(dataDir)) {
    makeDataDir(dataDir);
    const hold = await holdDataDir(shutdown, dataDir);
    const url = databaseUrl ?? (await startEmbeddedDatabase(shutdown, hold));
    await settleCutRestore(shutdown, dataDir, url);
    return url;
  }
  if (databaseUrl !== null) return requireWhole(command, dataDir, databaseUrl);
  const holder = holderOf(dataDir);
  if (holder?.isSeen) return joinDatabase(dataDir);
  // One in another container may share the network with this one; else the folder has to become ours.
  const joined = holder && (await tryJoin(dataDir));
  if (joined) return joined;
  const url = await startEmbeddedDatabase(shutdown, await holdDataDir(shutdown, dataDir));
  if (!command.looks) await settleCutRestore(shutdown, dataDir, url);
  return url;
}

/**
 * @param {AdminCommand} command
 * @param {string} dataDir
 * @param {string} url
 */
function requireWhole({ looks }, dataDir, url) {
  if (looks || !hasCutRestore(dataDir)) return url;
  throw new Fault(
    `A restore of ${dataDir} is under way or was cut short: wait for it, or start Leafwatch, which finishes it or takes it back.`,
  );
}

/**
 * New keys would open nothing of what the database holds, and a backup with them would be worth nothing.
 * @param {AdminCommand} command
 * @param {Settings} settings
 */
function requireMade({ looks }, { databaseUrl, dataDir, secretKeys }) {
  if (databaseUrl === null && !existsSync(join(dataDir, "postgres")))
    throw new Fault(
      `There is no database in ${dataDir}: set DATABASE_URL or LEAFWATCH_DATA_DIR as Leafwatch has it (a first npm start makes one).`,
    );
  if (secretKeys === null && !looks && !existsSync(keysFile(dataDir)))
    throw new Fault(
      `There are no keys in ${dataDir}: set LEAFWATCH_DATA_DIR or LEAFWATCH_SECRET_KEYS as Leafwatch has it (a first npm start makes them).`,
    );
}

/**
 * The address of the database of a command that is not seen from here; null where it does not answer here.
 * @param {string} dataDir
 */
async function tryJoin(dataDir) {
  try {
    const url = joinDatabase(dataDir);
    await withConnection(url, (query) => query("SELECT 1"));
    return url;
  } catch {
    return null;
  }
}

/**
 * The database of the command that runs on this data folder.
 * @param {string} dataDir
 */
function joinDatabase(dataDir) {
  const file = join(dataDir, "postgres.json");
  try {
    const { password, port } = JSON.parse(readFileSync(file, "utf8"));
    if (typeof password === "string" && typeof port === "number")
      return localUrl({ user: "leafwatch", password, port, database: "leafwatch" });
  } catch {
    // Said below.
  }
  throw new Fault(
    `Leafwatch runs on ${dataDir}, but ${file} can't be read: run this as the user that Leafwatch runs as.`,
  );
}

/**
 * The program talks to the terminal itself: it may ask, and read a password.
 * @param {Shutdown} shutdown
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<number>}
 */
async function runProgram(shutdown, args, env) {
  if (shutdown.begun) throw new Fault("The command is being stopped.");
  const program = inCheckout("scripts", "admin-program.ts");
  const child = spawn(process.execPath, [...typescriptArguments, program, ...args], {
    cwd: root,
    env: { ...process.env, ...env, LEAFWATCH_STARTED_IN: process.cwd() },
    stdio: "inherit",
  });
  const identity = child.pid === undefined ? null : identify(child.pid);
  const steps = /** @type {[NodeJS.Signals, number][]} */ ([
    ["SIGTERM", 3000],
    ["SIGKILL", 1000],
  ]);
  shutdown.add("program", "The command", async () => {
    if (identity !== null) await endProcess(identity, steps);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}
