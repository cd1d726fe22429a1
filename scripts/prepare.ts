// Brings the database up to date and applies provisioning files, before the app starts:
//   node --conditions=react-server --import tsx scripts/prepare.ts [--or-later] [FILE…]
// With --or-later it ends at once with code 75 if the database is unreachable and the app can accept notifications
// without it.

import { parseArgs } from "node:util";
import { AppError } from "@/lib/base/core/errors";
import { isOutage } from "@/lib/base/db/error-code.server";
import { migrate } from "@/lib/base/db/migrate.server";
import { TRY_LATER } from "./lib/fault.mjs";

async function prepare(files: string[], startingMs: number | undefined): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL;
  if (databaseUrl === undefined) throw new AppError("unavailable", "DATABASE_URL is not set.");
  const direct = process.env.LEAFWATCH_DIRECT_DATABASE_URL || undefined;
  const { applied } = await migrate(direct ?? databaseUrl, undefined, {
    startingMs,
    onWait: (sentence) => process.stdout.write(`${sentence}\n`),
  });
  if (applied.length > 0)
    process.stdout.write(`The database was brought up to date: ${applied.join(", ")}\n`);
  if (direct) {
    const { settleWithPooler } = await import("@/lib/base/db/pool.server");
    await settleWithPooler(direct, databaseUrl);
  }
  const { requireOwnKeys } = await import("@/lib/farm/tenancies/service.server");
  await requireOwnKeys();
  const { applyProvisioning, releaseProvisioning } = await import(
    "@/lib/operations/provisioning/service.server"
  );
  if (files.length === 0) await releaseProvisioning();
  else await applyProvisioning(...files);
}

/** Returns true if an earlier run left the webhook secrets on disk and the present keys open them. */
async function knowsSecrets(): Promise<boolean> {
  const { readSavedKeys } = await import("@/lib/alerting/webhooks/disk/saved-keys.server");
  const kept = await readSavedKeys();
  return kept !== undefined && kept.length > 0;
}

function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (!(error instanceof Error)) return String(error);
  if (isOutage(error)) return `The database can't be used (${lastLine(error.message)}): start it.`;
  return error.stack ?? error.message;
}

/** Returns the last line of a Prisma error, which names the cause. */
const lastLine = (text: string) => text.trim().split("\n").at(-1) || "no answer";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "or-later": { type: "boolean" } },
});
const orLater = values["or-later"] === true && (await knowsSecrets());
try {
  await prepare(positionals, orLater ? 0 : undefined);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(orLater && isOutage(error) ? TRY_LATER : 1);
}
