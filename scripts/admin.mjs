// npm run admin -- …: the operator's commands.

import { runAdmin } from "./lib/admin/ground.mjs";
import { runCommand } from "./lib/command.mjs";

await runCommand((shutdown) => runAdmin(shutdown, process.argv.slice(2)));
