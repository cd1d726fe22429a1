// The embedded server process: starts it in its own session, finds it again after a kill, stops it.

import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, Fault } from "../fault.mjs";
import { here, sees } from "../place.mjs";
import { commandLine, endProcess, identify, isRunning } from "../processes.mjs";
import { say } from "../progress.mjs";
import { localUrl, withConnection } from "./client.mjs";
import { postgresEnvironment, writeAccess } from "./cluster.mjs";

/** @typedef {import("./cluster.mjs").Cluster} Cluster */
/** @typedef {import("../processes.mjs").Identity} Identity */
/** @typedef {{ identity: Identity, port: number, adminUrl: string }} Server */

/** Time for the remains of an earlier start to end. */
const leftoverMs = 10_000;
/** Time for a live server to recover after a crash. */
const recoveryMs = 300_000;

/**
 * Takes over the server that runs on this cluster, or starts one.
 * @param {Cluster} cluster
 * @param {{ port?: number }} [options] the required port, for a restart
 * @returns {Promise<Server>}
 */
export async function startServer(cluster, { port } = {}) {
  const isForeign = !sees(cluster.access.place);
  if (isForeign) await refuseForeign(cluster);
  const left = isForeign ? null : await takeOver(cluster);
  if (left !== null) return left;
  const deadline = Date.now() + leftoverMs;
  for (;;) {
    const chosen = port ?? (await freePort(cluster.access.port));
    const outcome = await tryStart(cluster, chosen);
    if (typeof outcome !== "string") {
      remember(cluster, chosen);
      return outcome;
    }
    // The pid file of a foreign server is left to Postgres, which checks the shared memory. Postgres only refuses to
    // start if an unrelated process here has that server's id, so the file is removed in that case.
    if (isForeign) readPidFile(cluster);
    if (!isPassing(outcome) || Date.now() > deadline) {
      throw new Fault(`Postgres did not start (${outcome}): see ${cluster.logFile}.`);
    }
    await sleep(200);
  }
}

/**
 * Returns true for temporary faults: a killed server's processes have not ended yet, or the port was just taken.
 * @param {string} lastWords
 */
function isPassing(lastWords) {
  return /lock file|shared memory|could not create any TCP\/IP sockets|Address already in use/i.test(
    lastWords,
  );
}

/**
 * @param {Cluster} cluster
 * @returns {Promise<Server | null>}
 */
async function takeOver(cluster) {
  const deadline = Date.now() + leftoverMs;
  for (;;) {
    const left = readPidFile(cluster);
    if (left === null) return null;
    const server = { ...left, adminUrl: adminUrl(cluster, left.port) };
    const state = await probe(cluster, server.adminUrl);
    if (state === "ready") return server;
    if (state === "denied" || Date.now() > deadline) {
      await stopServer(server);
      return null;
    }
    await sleep(100);
  }
}

/**
 * Throws if a server that was started in another container or on another machine answers: it is not ours to stop, and
 * no second one may run on its files. Its pid file stays.
 * @param {Cluster} cluster
 */
async function refuseForeign(cluster) {
  const port = Number(pidFileLines(cluster)?.[3]);
  if (!port || !(await isServed(cluster, adminUrl(cluster, port)))) return;
  throw new Fault(
    `A database server of another container still runs on ${cluster.dir}, port ${port}: stop it there, then start again.`,
  );
}

/**
 * @param {Cluster} cluster
 * @param {string} url
 */
async function isServed(cluster, url) {
  try {
    const rows = await withConnection(url, (query) => query("SHOW data_directory"));
    return rows[0]?.data_directory === cluster.dir;
  } catch (error) {
    // The server is starting, stopping or recovering.
    return codeOf(error).startsWith("57P0");
  }
}

/** @param {Cluster} cluster */
function pidFileLines(cluster) {
  try {
    return readFileSync(pidFile(cluster), "utf8").split("\n");
  } catch {
    return null;
  }
}

/** @param {Cluster} cluster */
const pidFile = (cluster) => join(cluster.dir, "postmaster.pid");

/**
 * Returns the server that the pid file names, if it runs on this cluster. A file that names an unrelated process is
 * removed, because Postgres would take that process for a server and refuse to start.
 * @param {Cluster} cluster
 * @returns {{ identity: Identity, port: number } | null}
 */
function readPidFile(cluster) {
  const lines = pidFileLines(cluster);
  const identity = lines && identify(Number(lines[0]));
  if (identity === null) return null;
  if (servesCluster(identity.pid, cluster.dir)) return { identity, port: Number(lines[3]) || 0 };
  rmSync(pidFile(cluster), { force: true });
  return null;
}

/**
 * @param {number} pid
 * @param {string} dir
 */
function servesCluster(pid, dir) {
  if (process.platform !== "linux") return /postgres/.test(commandLine(pid));
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === dir;
  } catch {
    // The working directory of another account's process can't be read, but its command line can.
    return commandLine(pid).includes(dir);
  }
}

/**
 * @param {Cluster} cluster
 * @param {string} url
 * @returns {Promise<"ready" | "starting" | "denied">}
 */
async function probe(cluster, url) {
  try {
    const rows = await withConnection(url, (query) => query("SHOW data_directory"));
    return rows[0]?.data_directory === cluster.dir ? "ready" : "denied";
  } catch (error) {
    return codeOf(error).startsWith("28") ? "denied" : "starting";
  }
}

/**
 * @param {Cluster} cluster
 * @param {number} port
 */
function adminUrl(cluster, port) {
  return localUrl({ user: "postgres", password: cluster.access.adminPassword, port, database: "postgres" });
}

/**
 * @param {Cluster} cluster
 * @param {number} port
 * @returns {Promise<Server | string>} the server's last log lines if it did not start
 */
async function tryStart(cluster, port) {
  const url = adminUrl(cluster, port);
  const { identity, logFrom } = launch(cluster, port);
  const deadline = Date.now() + recoveryMs;
  while (Date.now() < deadline) {
    if (identity === null || !isRunning(identity)) return lastWords(cluster.logFile, logFrom);
    const state = await probe(cluster, url);
    const server = { identity, port, adminUrl: url };
    if (state === "ready") return server;
    if (state === "denied") {
      await stopServer(server);
      resetPassword(cluster);
      return tryStart(cluster, port);
    }
    await sleep(30);
  }
  return "it did not answer";
}

/**
 * Starts the server in its own session, so that signals to the command's group do not reach it: it is stopped last.
 * @param {Cluster} cluster
 * @param {number} port
 */
function launch(cluster, port) {
  const log = openSync(cluster.logFile, "a", 0o600);
  const logFrom = statSync(cluster.logFile).size;
  const settings = { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" };
  const child = spawn(
    join(cluster.binDir, "postgres"),
    ["-D", cluster.dir, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    {
      ...cluster.account,
      cwd: cluster.dir,
      env: postgresEnvironment(),
      detached: true,
      stdio: ["ignore", log, log],
    },
  );
  child.on("error", () => {});
  child.unref();
  closeSync(log);
  return { identity: child.pid === undefined ? null : identify(child.pid), logFrom };
}

/**
 * @param {string} logFile
 * @param {number} from
 */
function lastWords(logFile, from) {
  const lines = readFileSync(logFile).subarray(from).toString("utf8").trim().split("\n");
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1);
  return fatal?.replace(/^.*(FATAL|PANIC):\s*/, "") || "it gave no reason";
}

/**
 * Sets the admin password of the data folder in a cluster that has another one, by Postgres's single-user mode.
 * @param {Cluster} cluster
 */
function resetPassword(cluster) {
  say("The database gets a new password, because the file with the old one was lost.");
  spawnSync(join(cluster.binDir, "postgres"), ["--single", "-D", cluster.dir, "postgres"], {
    ...cluster.account,
    cwd: cluster.dir,
    env: postgresEnvironment(),
    input: `ALTER ROLE postgres PASSWORD '${cluster.access.adminPassword}'\n`,
    stdio: ["pipe", "ignore", "ignore"],
  });
}

/**
 * @param {Server} server
 * @param {boolean} [atOnce] ends it without a final checkpoint
 * @returns {Promise<boolean>} true if it has ended
 */
export function stopServer(server, atOnce = false) {
  // Fast shutdown, then immediate shutdown (the next start replays the log), then a kill.
  /** @type {[NodeJS.Signals, number][]} */
  const untidy = [
    ["SIGQUIT", 500],
    ["SIGKILL", 500],
  ];
  return endProcess(server.identity, atOnce ? untidy : [["SIGINT", 2500], ...untidy]);
}

/**
 * @param {Cluster} cluster
 * @param {number} port
 */
function remember(cluster, port) {
  const { access } = cluster;
  if (access.port === port && JSON.stringify(access.place) === JSON.stringify(here())) return;
  cluster.access = { ...access, port, place: here() };
  writeAccess(cluster.accessFile, cluster.access);
}

/**
 * Returns the last start's port if it is free, so that other programs find the database again, else a port below the
 * range for outgoing connections.
 * @param {number | null} last
 * @returns {Promise<number>}
 */
async function freePort(last) {
  if (last !== null && (await isFree(last))) return last;
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 17_000);
    if (await isFree(port)) return port;
  }
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
