// npm run demo: Leafwatch over a simulated service, with history, open alerts and new notifications.

import { runCommand } from "./lib/command.mjs";
import { demonstrate } from "./lib/demonstration.mjs";

await runCommand((shutdown) => demonstrate(shutdown, { dataDir: ".data/demo", mode: "build" }));
