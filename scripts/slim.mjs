// node scripts/slim.mjs FOLDER: copies a built checkout without what only development and builds need.

import { resolve } from "node:path";
import { runCommand } from "./lib/command.mjs";
import { Fault } from "./lib/fault.mjs";
import { copySlim } from "./lib/slim.mjs";

await runCommand(async () => {
  const [target] = process.argv.slice(2);
  if (target === undefined) throw new Fault("Name a new folder: node scripts/slim.mjs FOLDER.");
  copySlim(resolve(target));
  return 0;
});
