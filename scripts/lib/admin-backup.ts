// npm run admin -- backup, restore.

import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { makeBackup, restoreBackup, whatStandsInTheWay } from "@/lib/backup/service.server";
import { requireOwnKeys } from "@/lib/tenancies/service.server";
import { OPERATOR } from "./admin-database";
import { Fault } from "./fault.mjs";
import { say } from "./progress.mjs";

/** Backs everything up. */
export async function backup(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const target = pathOf(positionals, "the file or folder to write the backup to");
  const { file, rows, tables, files } = await makeBackup(OPERATOR, { target, onTable: tell });
  say(
    `${file}: ${rows} rows of ${tables} tables, ${files} files. It holds secrets: keep it as safe as the keys.`,
  );
}

/** Restores a backup on an empty machine, or over what is there. */
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
  const { rows, takenAt, aside, applied } = await restoreBackup(OPERATOR, { file, replace, onTable: tell });
  if (applied.length > 0) say(`The database was brought up to date: ${applied.join(", ")}`);
  if (aside !== null) say(`What was in the data folder is in ${aside} now.`);
  await requireOwnKeys();
  say(`${rows} rows as of ${takenAt} are restored, and read back as they were. Start Leafwatch.`);
}

/** Relative to where the operator stands. */
function pathOf(positionals: string[], what: string): string {
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new Fault(`Name ${what}.`);
  return resolve(process.env.LEAFWATCH_STARTED_IN ?? process.cwd(), path);
}

async function ask(inTheWay: string[]): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Fault("Nobody can be asked whether to replace what is there: say --yes as well.");
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question(`This replaces ${inTheWay.join(", ")}. Type replace to go on: `);
  asking.close();
  if (answer.trim() !== "replace") throw new Fault("Nothing was changed.");
}

function tell({ name, rows }: { name: string; rows: number }): void {
  if (rows >= 100_000) say(`${name.replace("tables/", "")}: ${rows} rows`);
}
