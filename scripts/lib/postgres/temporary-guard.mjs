// Ends a temporary database when the process that started it is gone, even if it was killed.
//   node temporary-guard.mjs OWNER-PID SERVER-PID FOLDER

import { existsSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcess, identify, isRunning } from "../processes.mjs";

const pollMs = 500;
const [owner, server, folder] = process.argv.slice(2);

/** @param {string | undefined} pid */
const find = (pid) => identify(Number(pid));

/** @param {string} dir */
async function guard(dir) {
  const watched = find(owner);
  const guarded = find(server);
  while (watched !== null && isRunning(watched)) {
    if (!existsSync(dir)) return;
    await sleep(pollMs);
  }
  if (guarded !== null)
    await endProcess(guarded, [
      ["SIGQUIT", 2000],
      ["SIGKILL", 2000],
    ]);
  rmSync(dir, { recursive: true, force: true });
}

if (folder !== undefined) await guard(folder);
