// Runs an admin command; scripts/admin.mjs opens the database for it.

import { AppError } from "@/lib/base/core/errors";
import { addAdmin, moveEmail, removeUser, resetAdmin } from "./lib/admin/accounts";
import { backup, replayAside, restore } from "./lib/admin/backup";
import { doctor } from "./lib/admin/doctor";
import { rotateKeys } from "./lib/admin/keys";
import { prune } from "./lib/admin/prune";
import { Fault } from "./lib/fault.mjs";

const commands: Record<string, (args: string[]) => Promise<void>> = {
  "create-admin": addAdmin,
  "reset-admin": resetAdmin,
  "change-email": moveEmail,
  "delete-user": removeUser,
  backup,
  restore,
  "replay-aside": replayAside,
  prune,
  doctor,
  "rotate-keys": rotateKeys,
};

function sentenceOf(error: unknown): string {
  if (error instanceof AppError || error instanceof Fault) return error.message;
  if (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"))
    return `${error.message.split(". ")[0]}: npm run admin -- help says how it is written.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  const [name = "", ...args] = process.argv.slice(2);
  await commands[name]?.(args);
  process.exit(process.exitCode ?? 0);
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}
