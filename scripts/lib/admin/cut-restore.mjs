// An interrupted restore: its database may be committed while the keys and the spool are not yet in place.

import { readdirSync } from "node:fs";
import { inCheckout, typescriptArguments } from "../checkout.mjs";
import { Fault } from "../fault.mjs";
import { say } from "../progress.mjs";
import { runProcess } from "../tools.mjs";

/** Placeholder for the keys until the restore provides them: any 32 bytes. */
export const noKey = Buffer.alloc(32).toString("base64");

/** @param {string} dataDir */
export function hasCutRestore(dataDir) {
  return readdirSync(dataDir).some((name) => name.startsWith("restoring-"));
}

/**
 * Completes the restore or rolls it back, depending on what the database has committed. The caller must hold the data folder.
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
