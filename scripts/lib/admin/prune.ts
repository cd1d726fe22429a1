// npm run admin -- prune.

import { parseArgs } from "node:util";
import { RETENTION_NAMES, type RetentionMember } from "@/lib/farm/retention/contract";
import { prune as pruneAll, readRetention } from "@/lib/farm/retention/service.server";
import { say } from "../progress.mjs";
import { bringUpToDate, OPERATOR } from "./database";

/** Deletes data older than its retention, or only counts it with --dry-run. */
export async function prune(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { "dry-run": { type: "boolean" } } });
  const dryRun = values["dry-run"] ?? false;
  await bringUpToDate();
  const { retention } = await readRetention(OPERATOR);
  const pruned = await pruneAll(OPERATOR, { dryRun, now: new Date() });
  for (const member of Object.keys(RETENTION_NAMES) as RetentionMember[]) {
    const days = retention[member];
    const verb = dryRun ? "would go" : "went";
    say(
      `${RETENTION_NAMES[member]}: ${days === null ? "kept for ever" : `${pruned[member]} older than ${days} days ${verb}`}`,
    );
  }
}
