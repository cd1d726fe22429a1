// Generates the Prisma client and the messages when their sources have changed.

import { runCommand } from "./lib/command.mjs";
import { ensureGenerated } from "./lib/generated.mjs";

await runCommand(async (shutdown) => {
  await ensureGenerated(shutdown);
  return 0;
});
