// `npm start` with a small app in the place of Next and nothing to build: for tests of the command itself.

import { fileURLToPath } from "node:url";
import { runCommand } from "../../scripts/lib/command.mjs";
import { launch } from "../../scripts/lib/launch.mjs";

const app = fileURLToPath(new URL("fake-app.mjs", import.meta.url));

await runCommand(async (shutdown) => {
  const { port } = await launch(shutdown, {
    dataDir: ".data",
    mode: "dev",
    embeddedOnly: false,
    app: () => [app],
  });
  process.stdout.write(`ready on ${port}\n`);
});
