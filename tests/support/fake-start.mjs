// `npm start` with a small stand-in app instead of Next and without a build, for tests of the command itself.
// Arguments for node, if given, run another app.

import { fileURLToPath } from "node:url";
import { runCommand } from "../../scripts/lib/command.mjs";
import { launch } from "../../scripts/lib/launch.mjs";

const app = fileURLToPath(new URL("fake-app.mjs", import.meta.url));
const given = process.argv.slice(2);

await runCommand(async (shutdown) => {
  const { port } = await launch(shutdown, {
    dataDir: ".data",
    mode: "dev",
    embeddedOnly: false,
    app: () => (given.length > 0 ? given : [app]),
  });
  process.stdout.write(`ready on ${port}\n`);
});
