// Shared by the admin commands: the actor, and a database at the current schema.

import { migrate } from "@/lib/base/db/migrate.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { Fault } from "../fault.mjs";
import { say } from "../progress.mjs";

/** Anyone with access to the machine may do everything; the audit names the command line. */
export const OPERATOR = { ...SYSTEM, name: "Command line" };

/** Returns the database address that scripts/admin.mjs passes on. */
export function databaseUrl(): string {
  const url = process.env.DATABASE_URL;
  if (url) return url;
  throw new Fault("DATABASE_URL is not set: run this as npm run admin.");
}

/** Applies pending migrations, as a start does. */
export async function bringUpToDate(): Promise<void> {
  const { applied } = await migrate(process.env.LEAFWATCH_DIRECT_DATABASE_URL || databaseUrl(), undefined, {
    onWait: say,
  });
  if (applied.length > 0) say(`The database was brought up to date: ${applied.join(", ")}`);
}
