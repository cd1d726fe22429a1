// The embedded database of a command: started, watched, started again when it dies, stopped.

import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "./fault.mjs";
import { localUrl, withConnection } from "./postgres-client.mjs";
import { openCluster } from "./postgres-cluster.mjs";
import { startServer, stopServer } from "./postgres-server.mjs";
import { isRunning } from "./processes.mjs";
import { say, warn } from "./progress.mjs";

const pollMs = 500;

/** @typedef {import("./postgres-server.mjs").Server} Server */

/**
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {string} dataDir
 * @returns {Promise<string>} the address for the app
 */
export async function startEmbeddedDatabase(shutdown, dataDir) {
  const cluster = openCluster(dataDir);
  /** @type {Promise<Server>} the latest start, done or under way */
  let latest = startServer(cluster);
  // Registered before it is up: a signal may come while it starts.
  shutdown.add("database", "The database", async () => {
    const server = await latest.catch(() => null);
    if (server !== null) await stopServer(server);
  });
  const { adminUrl, port } = await latest;
  void keepAlive(
    shutdown,
    () => latest,
    () => {
      latest = startServer(cluster, { port });
      return latest;
    },
  );
  await ensureAppDatabase(adminUrl, cluster.access.password);
  return localUrl({ user: "leafwatch", password: cluster.access.password, port, database: "leafwatch" });
}

/**
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {() => Promise<Server>} latest
 * @param {() => Promise<Server>} restart
 */
async function keepAlive(shutdown, latest, restart) {
  let delayMs = 0;
  for (;;) {
    await sleep(pollMs + delayMs);
    if (shutdown.begun) return;
    const server = await latest().catch(() => null);
    if (server !== null && isRunning(server.identity)) continue;
    if (delayMs === 0) say("The embedded database ended by itself; it is started again.");
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
 * The app's own role may do everything in its own database and nothing elsewhere.
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
    // The password is base64url: it holds nothing that would end the literal.
    await query(`${verb} ROLE leafwatch LOGIN PASSWORD '${password}'`);
    if (!found?.database) await query("CREATE DATABASE leafwatch OWNER leafwatch");
  });
}
