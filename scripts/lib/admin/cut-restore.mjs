// A restore that was cut short: its database may be committed while the keys and the spool still wait for their places.

import { readdirSync } from "node:fs";
import { inCheckout, typescriptArguments } from "../checkout.mjs";
import { Fault } from "../fault.mjs";
import { say } from "../progress.mjs";
import { runProcess } from "../tools.mjs";

/** Any 32 bytes: stands in for keys while a restore brings them. */
export const noKey = Buffer.alloc(32).toString("base64");

/** @param {string} dataDir */
export function hasCutRestore(dataDir) {
  return readdirSync(dataDir).some((name) => name.startsWith("restoring-"));
}

/**
 * Finishes it or takes it back, as the database says. Only for whoever holds the data folder.
 * @param {import("../shutdown.mjs").Shutdown} shutdown
 * @param {string} dataDir
 * @param {string} databaseUrl
 */
export async function settleCutRestore(shutdown, dataDir, databaseUrl) {
  if (!hasCutRestore(dataDir)) return;
  const { code, output } = await runProcess(shutdown, {
    command: process.execPath,
    args: [...typescriptArguments, inCheckout("scripts", "settle-restore.ts")],
    env: {
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      LEAFWATCH_DATA_DIR: dataDir,
      LEAFWATCH_SECRET_KEYS: noKey,
      LEAFWATCH_SECRET_KEYS_FILE: "",
    },
  });
  if (code !== 0) throw new Fault(output.trim() || "A restore that was cut short could not be settled.");
  say(output.trim());
}
