// Generates the Prisma client when the schema has changed.

import { runCommand } from "./lib/command.mjs";
import { ensurePrismaClient } from "./lib/prisma-client.mjs";

await runCommand(async (shutdown) => {
  await ensurePrismaClient(shutdown);
  return 0;
});
