// A Postgres server for tests, benchmarks and the making of migrations: quick, empty, gone afterwards.

import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inCheckout } from "./checkout.mjs";
import { openCluster } from "./postgres-cluster.mjs";
import { startServer, stopServer } from "./postgres-server.mjs";

/**
 * @param {{ durable?: boolean }} [options] durable is for benchmarks of what must be durable in real use
 * @returns {Promise<{ adminUrl: string, stop: () => Promise<void> }>} the address of a superuser
 */
export async function startTemporaryCluster({ durable = false } = {}) {
  const dir = mkdtempSync(join(tmpdir(), "leafwatch-postgres-"));
  chmodSync(dir, 0o711);
  const server = await startServer(openCluster(dir, { durable }));
  guard(server.identity.pid, dir);
  return {
    adminUrl: server.adminUrl,
    stop: async () => {
      await stopServer(server);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/**
 * @param {number} serverPid
 * @param {string} dir
 */
function guard(serverPid, dir) {
  const program = inCheckout("scripts", "lib", "temporary-guard.mjs");
  const args = [program, String(process.pid), String(serverPid), dir];
  spawn(process.execPath, args, { cwd: "/", detached: true, stdio: "ignore" }).unref();
}
