// A fast, empty, temporary Postgres server for tests, benchmarks and new migrations.

import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inCheckout } from "../checkout.mjs";
import { endProcess } from "../processes.mjs";
import { openCluster } from "./cluster.mjs";
import { startServer, stopServer } from "./server.mjs";

/**
 * @typedef {object} TemporaryCluster
 * @property {string} adminUrl the superuser's address, unchanged by a restart
 * @property {() => Promise<void>} stop stops the server and removes its files
 * @property {() => Promise<void>} kill ends the server as a power cut would
 * @property {() => Promise<void>} restart starts the server again after a kill
 */

/**
 * @param {{ durable?: boolean }} [options] durable is for benchmarks of durable writes
 * @returns {Promise<TemporaryCluster>}
 */
export async function startTemporaryCluster({ durable = false } = {}) {
  const dir = mkdtempSync(join(tmpdir(), "leafwatch-postgres-"));
  chmodSync(dir, 0o711);
  const cluster = openCluster(dir, { durable });
  let server = await startServer(cluster);
  guard(server.identity.pid, dir);
  return {
    adminUrl: server.adminUrl,
    stop: async () => {
      await stopServer(server);
      rmSync(dir, { recursive: true, force: true });
    },
    kill: async () => {
      await endProcess(server.identity, [["SIGKILL", 5000]]);
    },
    restart: async () => {
      server = await startServer(cluster, { port: server.port });
      guard(server.identity.pid, dir);
    },
  };
}

/**
 * @param {number} serverPid
 * @param {string} dir
 */
function guard(serverPid, dir) {
  const program = inCheckout("scripts", "lib", "postgres", "temporary-guard.mjs");
  const args = [program, String(process.pid), String(serverPid), dir];
  spawn(process.execPath, args, { cwd: "/", detached: true, stdio: "ignore" }).unref();
}
