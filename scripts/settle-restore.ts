// Completes or rolls back an interrupted restore, before anything reads the keys:
//   node --conditions=react-server --import tsx scripts/settle-restore.ts

import { AppError } from "@/lib/base/core/errors";
import { settleRestores } from "@/lib/operations/backup/service.server";
import { OPERATOR } from "./lib/admin/database";

try {
  const settled = await settleRestores(OPERATOR);
  const done = `A restore that was cut short is finished.${settled?.aside ? ` What was in the data folder is in ${settled.aside} now.` : ""}`;
  if (settled)
    process.stdout.write(
      `${settled.done ? done : "A restore that was cut short is taken back: all is as it was before it."}\n`,
    );
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof AppError ? error.message : String(error)}\n`);
  process.exit(1);
}
