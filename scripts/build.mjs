// npm run build: installs missing packages and rebuilds if needed, so that a later start writes nothing to the checkout.

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
