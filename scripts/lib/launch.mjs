// The way from nothing to a running Leafwatch, shared by start, demo and dev.

import { accessSync, chmodSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { inCheckout, typescriptArguments } from "./checkout.mjs";
import { startEmbeddedDatabase } from "./database.mjs";
import { codeOf, Fault } from "./fault.mjs";
import { takeLock } from "./file-lock.mjs";
import { ensureInstalled } from "./install.mjs";
import { claimPort } from "./port.mjs";
import { ensurePrismaClient } from "./prisma-client.mjs";
import { say } from "./progress.mjs";
import { RunList } from "./run-list.mjs";
import { secretKeys } from "./secret-keys.mjs";
import { Service } from "./service.mjs";
import { readSettings } from "./settings.mjs";
import { runProcess } from "./tools.mjs";

/**
 * @typedef {object} Ground what is there before the app starts
 * @property {import("./settings.mjs").Settings} settings
 * @property {number} port
 * @property {string} address where this machine reaches the app
 * @property {RunList} runList
 * @property {Record<string, string>} env for the app and whatever else works on its database
 */

/**
 * @typedef {object} LaunchOptions
 * @property {string} dataDir the default data folder
 * @property {"build" | "dev"} mode
 * @property {boolean} embeddedOnly whether DATABASE_URL is left alone
 * @property {(ground: Ground) => Promise<string[]>} [beforePrepare] answers provisioning files of its own
 * @property {(port: number, host: string) => string[]} [app] the app's program, for node
 */

const holdMs = 10_000;

/**
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {LaunchOptions} options
 * @returns {Promise<Ground>}
 */
export async function launch(shutdown, options) {
  const settings = readSettings(process.env, options.dataDir);
  makeDataDir(settings.dataDir);
  const runList = await holdDataDir(shutdown, settings.dataDir);
  const port = await claimPort(settings.host, settings.port);
  await ensureInstalled(shutdown);
  await ensurePrismaClient(shutdown);
  if (options.mode === "build") await ensureBuilt(shutdown);
  const databaseUrl = await openDatabase(shutdown, settings, options.embeddedOnly);
  const ground = layGround(settings, port, runList, databaseUrl, options);
  const provision = (await options.beforePrepare?.(ground)) ?? [];
  await prepare(shutdown, ground, provision);
  await startApp(shutdown, ground, options);
  return ground;
}

/** @param {string} dataDir */
function makeDataDir(dataDir) {
  try {
    // Others may pass through, as the account of the embedded database must, but see nothing.
    if (makeFolders(dataDir)) chmodSync(dataDir, 0o711);
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new Fault(
      `The data folder ${dataDir} can't be used (${codeOf(error)}): correct its rights, or name another in LEAFWATCH_DATA_DIR.`,
      { cause: error },
    );
  }
}

/**
 * One folder after the other: Node's own way never ends where the system answers ENOENT, as /proc does.
 * @param {string} path
 * @returns {boolean} whether it was made now
 */
function makeFolders(path) {
  if (existsSync(path)) return false;
  makeFolders(dirname(path));
  mkdirSync(path);
  return true;
}

/**
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {string} dataDir
 */
async function holdDataDir(shutdown, dataDir) {
  const lock = await takeLock(`${dataDir}/leafwatch.pid`, {
    command: process.argv[1] ?? "leafwatch",
    waitMs: holdMs,
    onWait: (holder) => say(`Waiting for process ${holder.pid}, which uses the data folder ${dataDir} …`),
  });
  if ("holder" in lock) {
    throw new Fault(
      `Process ${lock.holder.pid} already uses the data folder ${dataDir}: stop it, or name another folder in LEAFWATCH_DATA_DIR.`,
    );
  }
  shutdown.add("lock", "the data folder's lock", lock.release);
  const runList = new RunList(dataDir);
  await runList.endLeftovers();
  return runList;
}

/**
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {import("./settings.mjs").Settings} settings
 * @param {boolean} embeddedOnly
 */
async function openDatabase(shutdown, settings, embeddedOnly) {
  if (settings.databaseUrl === null) return startEmbeddedDatabase(shutdown, settings.dataDir);
  if (!embeddedOnly) return settings.databaseUrl;
  say("DATABASE_URL is left alone: a demonstration never writes into a real database.");
  return startEmbeddedDatabase(shutdown, settings.dataDir);
}

/**
 * @param {import("./settings.mjs").Settings} settings
 * @param {number} port
 * @param {RunList} runList
 * @param {string} databaseUrl
 * @param {LaunchOptions} options
 * @returns {Ground}
 */
function layGround(settings, port, runList, databaseUrl, { mode, embeddedOnly }) {
  const url = settings.url ?? `http://localhost:${port}`;
  const env = {
    // Who looks at a demonstration wants its address and sign-in, not a line for each request.
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
  };
  return { settings, port, runList, env, address: `http://${reachable(settings.host)}:${port}` };
}

/** @param {string} host */
function reachable(host) {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * Migrations and provisioning. What is wrong is said by the program itself, in one sentence.
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {Ground} ground
 * @param {string[]} provision
 */
async function prepare(shutdown, ground, provision) {
  const files = ground.settings.provision === null ? provision : [...provision, ground.settings.provision];
  const { code, output } = await runProcess(shutdown, {
    command: process.execPath,
    args: [...typescriptArguments, inCheckout("scripts", "prepare.ts"), ...files],
    env: ground.env,
  });
  if (code === 0) {
    if (output.trim() !== "") say(output.trim());
    return;
  }
  throw new Fault(output.trim() || "The database could not be prepared.");
}

/**
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {Ground} ground
 * @param {LaunchOptions} options
 */
async function startApp(shutdown, ground, options) {
  const { port, settings, runList, env, address } = ground;
  const args = (options.app ?? nextArguments(options.mode))(port, settings.host);
  const app = new Service({ name: "The app", args, env }, shutdown, runList);
  app.start();
  await app.waitUntilReady(() => answers(`${address}/api/health/live`), 120_000);
}

/** @param {"build" | "dev"} mode */
function nextArguments(mode) {
  const next = inCheckout("node_modules", "next", "dist", "bin", "next");
  return (/** @type {number} */ port, /** @type {string} */ host) => [
    next,
    mode === "dev" ? "dev" : "start",
    "--port",
    String(port),
    "--hostname",
    host,
  ];
}

/** @param {string} url */
async function answers(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000), redirect: "manual" });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
