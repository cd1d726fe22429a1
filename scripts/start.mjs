// npm start: Leafwatch for real use.

import { runCommand } from "./lib/command.mjs";
import { launch } from "./lib/launch.mjs";
import { say } from "./lib/progress.mjs";
import { tellOfUnreadFile } from "./lib/settings/settings-file.mjs";

await runCommand(async (shutdown) => {
  tellOfUnreadFile(process.execArgv);
  const { env } = await launch(shutdown, { dataDir: ".data", mode: "build", embeddedOnly: false });
  if (!shutdown.begun) say(`\nLeafwatch is ready: ${env.LEAFWATCH_URL}\n`);
});
