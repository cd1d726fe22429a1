// Detects that the npm that runs this command is gone: a killed npm does not signal its children.

import { commandLine, identify, isRunning, parentOf } from "../processes.mjs";

const POLL_MS = 500;

/**
 * Calls `onGone` once, when the npm that started this process is gone. Does nothing without npm, because a command may
 * outlive the shell that started it.
 * @param {() => void} onGone
 */
export function watchNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = findNpm();
  if (npm === null) return;
  const timer = setInterval(() => {
    if (isRunning(npm)) return;
    clearInterval(timer);
    onGone();
  }, POLL_MS);
  timer.unref();
}

/**
 * npm runs a script through a shell, which may or may not replace itself by it.
 * @returns {import("../processes.mjs").Identity | null}
 */
function findNpm() {
  /** @type {number | null} */
  let pid = process.ppid;
  for (let level = 0; level < 3 && pid !== null && pid > 1; level += 1) {
    if (/\b(npm|pnpm|yarn)\b/.test(commandLine(pid))) return identify(pid);
    pid = parentOf(pid);
  }
  return null;
}
