// npm run dev: the demonstration with hot reload.

import { runCommand } from "./lib/command.mjs";
import { demonstrate } from "./lib/demonstration.mjs";

await runCommand((shutdown) => demonstrate(shutdown, { dataDir: ".data/dev", mode: "dev" }));
