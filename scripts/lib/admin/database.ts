// What the admin commands share: who acts, and a database that fits the program.

import { migrate } from "@/lib/base/db/migrate.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { Fault } from "../fault.mjs";
import { say } from "../progress.mjs";

/** Whoever has the machine may do anything; the audit says where it was done. */
export const OPERATOR = { ...SYSTEM, name: "Command line" };

/** The address of the database, as scripts/admin.mjs found it. */
export function databaseUrl(): string {
  const url = process.env.DATABASE_URL;
  if (url) return url;
  throw new Fault("DATABASE_URL is not set: run this as npm run admin.");
}

/** Applies the migrations that are missing, as a start does. */
export async function bringUpToDate(): Promise<void> {
  const { applied } = await migrate(process.env.LEAFWATCH_DIRECT_DATABASE_URL || databaseUrl(), undefined, {
    onWait: say,
  });
  if (applied.length > 0) say(`The database was brought up to date: ${applied.join(", ")}`);
}
