// Starts Leafwatch from an empty checkout; shared by start, demo and dev.

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { settleCutRestore } from "./admin/cut-restore.mjs";
import { builtConfig, ensureBuilt } from "./build.mjs";
import { inCheckout, serverArguments, typescriptArguments } from "./checkout.mjs";
import { holdDataDir, makeDataDir } from "./data-dir.mjs";
import { Fault, TRY_LATER } from "./fault.mjs";
import { ensureGenerated } from "./generated.mjs";
import { answerWithinMs } from "./liveness.mjs";
import { ensureInstalled } from "./npm/install.mjs";
import { claimPort } from "./port.mjs";
import { postgresAccount } from "./postgres/account.mjs";
import { startEmbeddedDatabase } from "./postgres/database.mjs";
import { say } from "./progress.mjs";
import { Service } from "./service.mjs";
import { keysFile, secretKeys } from "./settings/secret-keys.mjs";
import { readSettings } from "./settings/settings.mjs";
import { runProcess } from "./tools.mjs";

/** First and longest delay between two attempts to prepare an unreachable database. */
const pausesMs = { first: 2_000, longest: 15_000 };

/**
 * @typedef {object} Ground what is there before the app starts
 * @property {import("./settings/settings.mjs").Settings} settings
 * @property {number} port
 * @property {string} address the app's address on this machine
 * @property {import("./run-list.mjs").RunList} runList
 * @property {Record<string, string>} env for the app and every other program that uses its database
 */

/**
 * @typedef {object} LaunchOptions
 * @property {string} dataDir the default data folder
 * @property {"build" | "dev"} mode
 * @property {boolean} embeddedOnly whether DATABASE_URL is ignored
 * @property {(ground: Ground) => Promise<string[]>} [beforePrepare] returns additional provisioning files
 * @property {(port: number, host: string) => string[]} [app] the app's program, for node
 */

/**
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {LaunchOptions} options
 * @returns {Promise<Ground>}
 */
export async function launch(shutdown, options) {
  const settings = readSettings(process.env, options.dataDir);
  makeDataDir(settings.dataDir);
  // Reported before anything slow begins.
  if (settings.databaseUrl === null || options.embeddedOnly)
    postgresAccount(join(settings.dataDir, "postgres"));
  const hold = await holdDataDir(shutdown, settings.dataDir);
  const port = await claimPort(settings.host, settings.port);
  await ensureInstalled(shutdown);
  await ensureGenerated(shutdown);
  if (options.mode === "build") await ensureBuilt(shutdown);
  const databaseUrl = await openDatabase(shutdown, settings, hold, options.embeddedOnly);
  await settleCutRestore(shutdown, settings.dataDir, databaseUrl);
  const ground = layGround(settings, port, hold.runList, databaseUrl, options);
  const provision = (await options.beforePrepare?.(ground)) ?? [];
  const fault = await prepare(shutdown, ground, provision);
  if (fault !== null)
    say(`${fault} Until it answers, notifications are kept in the spool, and it is tried again.`);
  await startApp(shutdown, ground, options);
  if (fault !== null) await prepareLater(shutdown, ground, provision);
  return ground;
}

/**
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {import("./settings/settings.mjs").Settings} settings
 * @param {import("./data-dir.mjs").Hold} hold
 * @param {boolean} embeddedOnly
 */
async function openDatabase(shutdown, settings, hold, embeddedOnly) {
  if (settings.databaseUrl === null) return startEmbeddedDatabase(shutdown, hold);
  if (!embeddedOnly) return settings.databaseUrl;
  say("DATABASE_URL is ignored: a demonstration never writes to a real database.");
  return startEmbeddedDatabase(shutdown, hold);
}

/**
 * @param {import("./settings/settings.mjs").Settings} settings
 * @param {number} port
 * @param {import("./run-list.mjs").RunList} runList
 * @param {string} databaseUrl
 * @param {LaunchOptions} options
 * @returns {Ground}
 */
function layGround(settings, port, runList, databaseUrl, { mode, embeddedOnly }) {
  const url = settings.url ?? `http://localhost:${port}`;
  const env = {
    // A demonstration's output is its address and sign-in, not a line for each request.
    LEAFWATCH_LOG_LEVEL: process.env.LEAFWATCH_LOG_LEVEL || (embeddedOnly ? "warn" : "info"),
    NODE_ENV: mode === "dev" ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    HOST: settings.host,
    LEAFWATCH_URL: url,
    NEXTAUTH_URL: url,
    LEAFWATCH_DATA_DIR: settings.dataDir,
    LEAFWATCH_SECRET_KEYS: secretKeys(settings.dataDir, settings.secretKeys),
    // A rotation adds a key to our own file while the app runs.
    LEAFWATCH_SECRET_KEYS_FILE: settings.secretKeys === null ? keysFile(settings.dataDir) : "",
  };
  return { settings, port, runList, env, address: `http://${reachable(settings.host)}:${port}` };
}

/** @param {string} host */
function reachable(host) {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * Runs migrations and provisioning in a program of their own, which reports a fault in one sentence.
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {Ground} ground
 * @param {string[]} provision
 * @returns {Promise<string | null>} why the operator's database is unreachable, if the app can accept notifications
 *   without it: the sender sends each only once
 */
async function prepare(shutdown, ground, provision) {
  const files = ground.settings.provision === null ? provision : [...provision, ground.settings.provision];
  const isOwn = ground.env.DATABASE_URL !== ground.settings.databaseUrl;
  const { code, output } = await runProcess(shutdown, {
    command: process.execPath,
    args: [
      ...typescriptArguments,
      inCheckout("scripts", "prepare.ts"),
      ...(isOwn ? [] : ["--or-later"]),
      ...files,
    ],
    env: ground.env,
    show: (line) => {
      if (isProgress(line)) say(line);
    },
  });
  const said = output
    .split("\n")
    .filter((line) => !isProgress(line))
    .join("\n")
    .trim();
  if (code === TRY_LATER) return said;
  if (code !== 0) throw new Fault(said || "The database could not be prepared.");
  if (said !== "") say(said);
  return null;
}

/** Returns true for a line that matters only while it is current. @param {string} line */
const isProgress = (line) => line.startsWith("Waiting ");

/**
 * Prepares the database as soon as it is reachable, while the app runs. Any other fault ends the command, as at any
 * start.
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {Ground} ground
 * @param {string[]} provision
 */
async function prepareLater(shutdown, ground, provision) {
  let pauseMs = pausesMs.first;
  do {
    await sleep(pauseMs);
    if (shutdown.begun) return;
    pauseMs = Math.min(pauseMs * 1.5, pausesMs.longest);
  } while ((await prepare(shutdown, ground, provision)) !== null);
  say("The database is there, and up to date.");
}

/**
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {Ground} ground
 * @param {LaunchOptions} options
 */
async function startApp(shutdown, ground, options) {
  const { port, settings, runList, env, address } = ground;
  const args = (options.app ?? nextArguments(options.mode))(port, settings.host);
  const config = options.mode === "build" ? builtConfig() : {};
  const app = new Service({ name: "The app", args, env: { ...env, ...config } }, shutdown, runList);
  app.start();
  const live = `${address}/api/health/live`;
  await app.waitUntilReady(() => answers(live, 30_000), 120_000);
  void app.keepLive(() => answers(live, answerWithinMs));
}

/** @param {"build" | "dev"} mode */
function nextArguments(mode) {
  const program =
    mode === "dev" ? [inCheckout("node_modules", "next", "dist", "bin", "next"), "dev"] : serverArguments;
  return (/** @type {number} */ port, /** @type {string} */ host) => [
    ...program,
    "--port",
    String(port),
    "--hostname",
    host,
  ];
}

/**
 * @param {string} url
 * @param {number} timeoutMs
 */
async function answers(url, timeoutMs) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: "manual" });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
