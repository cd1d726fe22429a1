// npm run bench [-- NAME…]: the benchmarks of bench/.

import { ensureBuilt } from "./lib/build.mjs";
import { inCheckout, typescriptArguments } from "./lib/checkout.mjs";
import { runCommand } from "./lib/command.mjs";
import { ensureGenerated } from "./lib/generated.mjs";
import { ensureInstalled } from "./lib/npm/install.mjs";
import { say } from "./lib/progress.mjs";
import { runProcess } from "./lib/tools.mjs";

await runCommand(async (shutdown) => {
  await ensureInstalled(shutdown);
  await ensureGenerated(shutdown);
  await ensureBuilt(shutdown);
  const { code } = await runProcess(shutdown, {
    command: process.execPath,
    args: [
      "--expose-gc",
      ...typescriptArguments,
      inCheckout("bench", "lib", "run.ts"),
      ...process.argv.slice(2),
    ],
    env: { NODE_ENV: "production" },
    show: say,
  });
  return code;
});
