// The embedded database of a command: starts it, restarts it when it dies, and stops it.

import { setTimeout as sleep } from "node:timers/promises";
import { giveSignsOfLife } from "../data-dir.mjs";
import { Fault, messageOf } from "../fault.mjs";
import { isRunning } from "../processes.mjs";
import { say, warn } from "../progress.mjs";
import { localUrl, withConnection } from "./client.mjs";
import { openCluster } from "./cluster.mjs";
import { startServer, stopServer } from "./server.mjs";

const pollMs = 500;

/** @typedef {import("./server.mjs").Server} Server */

/**
 * @param {import("../shutdown.mjs").Shutdown} shutdown
 * @param {import("../data-dir.mjs").Hold} hold
 * @returns {Promise<string>} the address for the app
 */
export async function startEmbeddedDatabase(shutdown, hold) {
  const cluster = openCluster(hold.dataDir);
  /** @type {() => void | Promise<void>} */
  let endSigns = () => {};
  const start = async (/** @type {{ port?: number }} */ options = {}) => {
    const server = await startServer(cluster, options);
    endSigns();
    endSigns = giveSignsOfLife(hold, server.identity);
    return server;
  };
  /** @type {Promise<Server>} the latest start, completed or in progress */
  let latest = start();
  // Registered before the start, because a signal may arrive during it.
  shutdown.add("database", "The database", async (atOnce) => {
    const server = await latest.catch(() => null);
    if (server !== null) await stopServer(server, atOnce);
    await endSigns();
  });
  const { adminUrl, port } = await latest;
  void keepUp(
    shutdown,
    () => latest,
    () => {
      if (!hold.isMine()) throw new Fault(`The data folder ${hold.dataDir} is no longer held.`);
      latest = start({ port });
      return latest;
    },
  );
  await ensureAppDatabase(adminUrl, cluster.access.password);
  return localUrl({ user: "leafwatch", password: cluster.access.password, port, database: "leafwatch" });
}

/**
 * @param {import("../shutdown.mjs").Shutdown} shutdown
 * @param {() => Promise<Server>} latest
 * @param {() => Promise<Server>} restart
 */
async function keepUp(shutdown, latest, restart) {
  let delayMs = 0;
  for (;;) {
    await sleep(pollMs + delayMs);
    if (shutdown.begun) return;
    const server = await latest().catch(() => null);
    if (server !== null && isRunning(server.identity)) continue;
    if (delayMs === 0) say("The embedded database ended unexpectedly and is being restarted.");
    try {
      await restart();
      delayMs = 0;
      say("The embedded database is back.");
    } catch (error) {
      warn(messageOf(error));
      delayMs = Math.min(10_000, delayMs * 2 + 500);
    }
  }
}

/**
 * Creates the app's role, which may do everything in its own database and nothing elsewhere.
 * @param {string} adminUrl
 * @param {string} password
 */
async function ensureAppDatabase(adminUrl, password) {
  await withConnection(adminUrl, async (query) => {
    const [found] = await query(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = 'leafwatch') AS role,
              EXISTS (SELECT FROM pg_database WHERE datname = 'leafwatch') AS database`,
    );
    const verb = found?.role ? "ALTER" : "CREATE";
    // A base64url password contains no quote.
    await query(`${verb} ROLE leafwatch LOGIN PASSWORD '${password}'`);
    if (!found?.database) await query("CREATE DATABASE leafwatch OWNER leafwatch");
  });
}
