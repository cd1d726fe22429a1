// One demonstration for all browser tests: the command itself, the production build, a data directory of its own.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, RunningCommand, until } from "../../support/command";

export default async function startDemonstration(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "leafwatch-browser-"));
  const port = await freePort();
  const command = new RunningCommand(process.execPath, ["scripts/demo.mjs"], {
    PORT: String(port),
    LEAFWATCH_DATA_DIR: dataDir,
  });
  await until(() => /with the password/.test(command.stdout) || command.child.exitCode !== null, 300_000);
  const [, url, email, password] =
    /is ready: (\S+)\s+sign in as\s+(\S+)\s+with the password (\S+)/.exec(command.stdout) ?? [];
  if (!url || !email || !password)
    throw new Error(`The demonstration did not come up:\n${command.stdout}\n${command.stderr}`);
  Object.assign(process.env, {
    DEMO_URL: url,
    DEMO_EMAIL: email,
    DEMO_PASSWORD: password,
    DEMO_DATA_DIR: dataDir,
  });
  return async () => {
    await command.end("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  };
}
