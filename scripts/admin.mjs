// npm run admin -- …: what an operator does beside the app, from the command line.

import { runAdmin } from "./lib/admin/ground.mjs";
import { runCommand } from "./lib/command.mjs";

await runCommand((shutdown) => runAdmin(shutdown, process.argv.slice(2)));
