// Brings the database up to date and applies provisioning files, before the app starts:
//   node --conditions=react-server --import tsx scripts/prepare.ts [FILE…]

import { AppError } from "@/lib/core/errors";
import { migrate } from "@/lib/db/migrate.server";

async function prepare(databaseUrl: string | undefined, files: string[]): Promise<void> {
  if (databaseUrl === undefined) throw new AppError("unavailable", "DATABASE_URL is not set.");
  const direct = process.env.LEAFWATCH_DIRECT_DATABASE_URL || undefined;
  const { applied } = await migrate(direct ?? databaseUrl);
  if (applied.length > 0)
    process.stdout.write(`The database was brought up to date: ${applied.join(", ")}\n`);
  if (direct) {
    const { settleWithPooler } = await import("@/lib/db/pooler.server");
    await settleWithPooler(direct, databaseUrl);
  }
  const { requireOwnKeys } = await import("@/lib/tenancies/service.server");
  await requireOwnKeys();
  const { applyProvisioning, releaseProvisioning } = await import("@/lib/provisioning/service.server");
  if (files.length === 0) await releaseProvisioning();
  else await applyProvisioning(...files);
}

function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  await prepare(process.env.DATABASE_URL, process.argv.slice(2));
  process.exit(0);
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}
