// npm run build: installs what is missing and builds what is out of date, so that a start has nothing to write.

import { ensureBuilt } from "./lib/build.mjs";
import { runCommand } from "./lib/command.mjs";
import { ensureInstalled } from "./lib/npm/install.mjs";
import { ensurePrismaClient } from "./lib/prisma-client.mjs";

await runCommand(async (shutdown) => {
  await ensureInstalled(shutdown);
  await ensurePrismaClient(shutdown);
  await ensureBuilt(shutdown);
  return 0;
});
