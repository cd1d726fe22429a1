// npm run build: installs missing packages and rebuilds if needed, so that a later start writes nothing to the checkout.

import { ensureBuilt } from "./lib/build.mjs";
import { runCommand } from "./lib/command.mjs";
import { ensureGenerated } from "./lib/generated.mjs";
import { ensureInstalled } from "./lib/npm/install.mjs";

await runCommand(async (shutdown) => {
  await ensureInstalled(shutdown);
  await ensureGenerated(shutdown);
  await ensureBuilt(shutdown);
  return 0;
});
