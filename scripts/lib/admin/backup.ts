// npm run admin -- backup, restore.

import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { requireOwnKeys } from "@/lib/farm/tenancies/service.server";
import {
  replayAside as importAside,
  makeBackup,
  restoreBackup,
  whatStandsInTheWay,
} from "@/lib/operations/backup/service.server";
import { Fault } from "../fault.mjs";
import { say } from "../progress.mjs";
import { bringUpToDate, OPERATOR } from "./database";

/** Writes the database, the keys and the spool into one archive. */
export async function backup(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const target = pathOf(positionals, "the file or folder to write the backup to");
  const { file, rows, tables, files } = await makeBackup(OPERATOR, { target, onTable: tell });
  say(
    `${file}: ${rows} rows of ${tables} tables, ${files} files. It holds secrets: keep it as safe as the keys.`,
  );
}

/** Restores a backup into an empty installation, or over an existing one with --replace. */
export async function restore(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: "boolean" }, yes: { type: "boolean" } },
  });
  const file = pathOf(positionals, "the backup");
  const replace = values.replace ?? false;
  const inTheWay = await whatStandsInTheWay(OPERATOR);
  if (replace && inTheWay.length > 0 && !values.yes) await ask(inTheWay);
  const restored = await restoreBackup(OPERATOR, { file, replace, onTable: tell });
  const { rows, takenAt, aside, accepted, applied } = restored;
  if (applied.length > 0) say(`The database was brought up to date: ${applied.join(", ")}`);
  if (aside !== null) say(`What was in the data folder is in ${aside} now.`);
  await requireOwnKeys();
  const { after, before } = accepted;
  if (after + before > 0)
    say(
      `Notifications put aside that came after this backup: ${after}. Of the hour before it, most of which it holds: ${before}. npm run admin -- replay-aside ${aside} takes in those that are missing.`,
    );
  say(`${rows} rows as of ${takenAt} were restored and verified. Start Leafwatch.`);
}

/** Replays the notifications that a restore put aside. */
export async function replayAside(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const folder = pathOf(positionals, "the folder that a restore put aside");
  await bringUpToDate();
  const taken = await importAside(OPERATOR, folder);
  const { accepted, duplicate, quarantined, unknown, unreadable } = taken;
  say(`Notifications taken in: ${accepted}. Known already: ${duplicate}. In quarantine: ${quarantined}.`);
  for (const [tenantId, count] of unknown)
    say(`Of the tenancy ${tenantId}, which is not connected here: ${count}. Connect it and run this again.`);
  if (unreadable > 0) say(`Pieces that cannot be read: ${unreadable}. They stay in ${folder}.`);
}

/** Resolves a path against the operator's working directory. A trailing slash is kept, because it marks a folder. */
function pathOf(positionals: string[], what: string): string {
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new Fault(`Name ${what}.`);
  const absolute = resolve(process.env.LEAFWATCH_STARTED_IN ?? process.cwd(), path);
  return path.endsWith("/") ? join(absolute, "/") : absolute;
}

async function ask(inTheWay: string[]): Promise<void> {
  if (!process.stdin.isTTY) throw new Fault("There is no terminal to confirm the replacement in: add --yes.");
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question(`This replaces ${inTheWay.join(", ")}. Type replace to go on: `);
  asking.close();
  if (answer.trim() !== "replace") throw new Fault("Nothing was changed.");
}

function tell({ name, rows }: { name: string; rows: number }): void {
  if (rows >= 100_000) say(`${name.replace("tables/", "")}: ${rows} rows`);
}
