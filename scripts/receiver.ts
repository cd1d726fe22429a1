// npm run receiver: stands before Leafwatch at its address, and keeps notifications while it restarts.

import { join } from "node:path";
import { Gateway } from "@/lib/alerting/webhooks/receiver/gateway.server";
import { AppError } from "@/lib/base/core/errors";
import { env } from "@/lib/base/env/env.server";
import { runCommand } from "./lib/command.mjs";
import { makeDataDir } from "./lib/data-dir.mjs";
import { Fault } from "./lib/fault.mjs";
import { claimPort } from "./lib/port.mjs";
import { say } from "./lib/progress.mjs";
import { keysFile, secretKeys } from "./lib/settings/secret-keys.mjs";
import { readSettings } from "./lib/settings/settings.mjs";

/** The first socket that systemd hands over: it stays open while this program is restarted. */
const SYSTEMD_SOCKET = 3;

function readEnvironment() {
  try {
    return env();
  } catch (error) {
    throw error instanceof AppError ? new Fault(error.message) : error;
  }
}

await runCommand(async (shutdown) => {
  const { port, host, dataDir, secretKeys: given } = readSettings(process.env, ".data");
  makeDataDir(dataDir);
  process.env.LEAFWATCH_DATA_DIR = dataDir;
  process.env.LEAFWATCH_SECRET_KEYS = secretKeys(dataDir, given);
  if (given === null) process.env.LEAFWATCH_SECRET_KEYS_FILE = keysFile(dataDir);
  // It uses no database, but the environment is parsed as the app's.
  process.env.DATABASE_URL ||= "postgresql://none";
  const { LEAFWATCH_APP_ADDRESS: app, LEAFWATCH_TRUSTED_PROXIES: trustedProxies } = readEnvironment();
  const gateway = new Gateway({ app, trustedProxies, spool: join(dataDir, "spool") });
  shutdown.add("program", "the receiver", () => gateway.stop());
  const isHandedOver = process.env.LISTEN_PID === String(process.pid);
  const listening = await gateway.start(
    isHandedOver ? { fd: SYSTEMD_SOCKET } : { port: await claimPort(host, port), host },
  );
  say(`The receiver is ready on port ${listening}, before ${app}.`);
});
