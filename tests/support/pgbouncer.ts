// PgBouncer in transaction mode before the tests' Postgres, if it is installed.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, until } from "./command";

const PROGRAM = "/usr/sbin/pgbouncer";

/** Why it is not available; undefined if it is. */
export const noPgBouncer = existsSync(PROGRAM)
  ? undefined
  : `PgBouncer is not installed (${PROGRAM}): apt-get install pgbouncer`;

export type Pooler = { url: string; stop(): Promise<void> };

/** Starts it before a database, with a pool of four connections. */
export async function startPgBouncer(databaseUrl: string): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), "leafwatch-pgbouncer-"));
  const port = await freePort();
  const users = join(folder, "users.txt");
  const [user, password] = [target.username, target.password].map(decodeURIComponent);
  writeFileSync(users, `"${user}" "${password}"\n`);
  const settings = join(folder, "pgbouncer.ini");
  writeFileSync(
    settings,
    `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
max_client_conn = 200
default_pool_size = 4
`,
  );
  // It refuses to run as root.
  for (const path of [folder, users, settings]) chmodSync(path, path === folder ? 0o755 : 0o644);
  const account = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn(PROGRAM, [...account, settings], { stdio: "ignore" });
  const end = async () => {
    await stop(child);
    rmSync(folder, { recursive: true, force: true });
  };
  if (!(await until(() => listens(port)))) {
    await end();
    throw new Error("PgBouncer did not come up");
  }
  target.hostname = "127.0.0.1";
  target.port = String(port);
  return { url: target.href, stop: end };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
