// One demonstration shared by browser tests: the real command and production build on a data directory
// of its own. It starts while tests with apps of their own already run; the others wait for it (demonstration.ts).

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, RunningCommand, until } from "../../support/command";
import { type Account, tellDemonstration } from "./demonstration";

export default async function startDemonstration(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "leafwatch-browser-"));
  const port = await freePort();
  const command = new RunningCommand(process.execPath, ["scripts/demo.mjs"], {
    PORT: String(port),
    LEAFWATCH_DATA_DIR: dataDir,
  });
  // Workers inherit these variables.
  Object.assign(process.env, { DEMO_URL: `http://localhost:${port}`, DEMO_DATA_DIR: dataDir });
  untilLive(command, dataDir)
    .catch((error: Error) => ({ fault: error.message }))
    .then((what) => tellDemonstration(dataDir, what))
    // The run has ended and the folder is gone.
    .catch(() => undefined);
  return async () => {
    if (command.child.exitCode === null) await command.end("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function untilLive(command: RunningCommand, dataDir: string): Promise<Account> {
  await until(() => /with the password/.test(command.stdout) || command.child.exitCode !== null, 600_000);
  const [, url, email, password] =
    /is ready: (\S+)\s+sign in as\s+(\S+)\s+with the password (\S+)/.exec(command.stdout) ?? [];
  if (!url || !email || !password)
    throw new Error(`The demonstration did not come up:\n${command.stdout}\n${command.stderr}`);
  await untilNews(url, dataDir);
  return { email, password };
}

/** History is sent first, in order of time; current alerts follow. */
async function untilNews(url: string, dataDir: string): Promise<void> {
  const { apiToken } = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as { apiToken: string };
  const newest = async () => {
    const answer = await fetch(`${url}/api/v1/alerts?limit=1`, {
      headers: { authorization: `Bearer ${apiToken}` },
    });
    const { items } = (await answer.json()) as { items: { lastEventAt: string }[] };
    return Date.parse(items[0]?.lastEventAt ?? "1970-01-01T00:00:00Z");
  };
  const began = Date.now();
  if (!(await until(async () => (await newest()) > began, 180_000)))
    throw new Error("No alert of now has come");
}
