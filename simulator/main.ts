// The command: runs the simulated service until it is stopped.
import { rename, writeFile } from "node:fs/promises";
import { parseOptions } from "./options";
import { startSimulator } from "./start";

process.once("SIGTERM", () => process.exit(0));
process.once("SIGINT", () => process.exit(0));

function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(0);
  }, 1000).unref();
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options.withParent) endWithParent();
  const { baseUrl, authUrl, storeUrl, controlUrl } = await startSimulator(options);
  const line = JSON.stringify({ baseUrl, authUrl, storeUrl, controlUrl });
  console.log(line);
  if (options.readyFile === undefined) return;
  // Renamed into place, so that no reader sees half of it.
  await writeFile(`${options.readyFile}.part`, `${line}\n`);
  await rename(`${options.readyFile}.part`, options.readyFile);
}

main().catch((error: unknown) => {
  console.error(
    `The simulated service could not start: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exit(1);
});
