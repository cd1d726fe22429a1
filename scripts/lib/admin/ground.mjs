// Prepares an admin command: settings, packages and the database, which is shared with a running app or else started.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inCheckout, root, typescriptArguments } from "../checkout.mjs";
import { holdDataDir, holderOf, makeDataDir } from "../data-dir.mjs";
import { Fault, messageOf } from "../fault.mjs";
import { ensureGenerated } from "../generated.mjs";
import { ensureInstalled } from "../npm/install.mjs";
import { postgresAccount } from "../postgres/account.mjs";
import { localUrl, withConnection } from "../postgres/client.mjs";
import { startEmbeddedDatabase } from "../postgres/database.mjs";
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
  await ensureGenerated(shutdown);
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
 * Returns the environment that names the database, or the fault if the command inspects that itself.
 * @param {Shutdown} shutdown
 * @param {AdminCommand} command
 * @param {Settings} settings
 * @returns {Promise<Record<string, string>>}
 */
async function databaseOf(shutdown, command, settings) {
  if (!command.looks) return { DATABASE_URL: await openDatabase(shutdown, command, settings) };
  try {
    // Also applies before the first start, which would end with the same fault.
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
  // A holder in another container may share this network; if not, this command needs the folder for itself.
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
 * Refuses to run without keys: new ones could not open the stored secrets, and would make a backup worthless.
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
 * Returns the database address of a holder outside this PID namespace, or null if it does not answer.
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
 * Returns the database address of the command that holds this data folder.
 * @param {string} dataDir
 */
function joinDatabase(dataDir) {
  const file = join(dataDir, "postgres.json");
  try {
    const { password, port } = JSON.parse(readFileSync(file, "utf8"));
    if (typeof password === "string" && typeof port === "number")
      return localUrl({ user: "leafwatch", password, port, database: "leafwatch" });
  } catch {
    // Reported below.
  }
  throw new Fault(
    `Leafwatch runs on ${dataDir}, but ${file} can't be read: run this as the user that Leafwatch runs as.`,
  );
}

/**
 * Runs the program with the terminal attached, since it may ask questions and read a password.
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
