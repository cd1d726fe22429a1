// Runs every command: handles signals and a killed npm, and prints a fault as one sentence.

import { codeOf, Fault, messageOf } from "./fault.mjs";
import { watchNpm } from "./npm/watch.mjs";
import { warn } from "./progress.mjs";
import { Shutdown } from "./shutdown.mjs";

/**
 * Runs a command. The process ends with `main`, unless `main` leaves something running under `shutdown`.
 * @param {(shutdown: Shutdown) => Promise<number | void>} main returns an exit code if the process should end
 */
export async function runCommand(main) {
  const shutdown = new Shutdown();
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])) {
    process.on(signal, () => void shutdown.begin(0));
  }
  watchNpm(() => void shutdown.begin(0));
  try {
    const exitCode = await main(shutdown);
    if (typeof exitCode === "number") await shutdown.begin(exitCode);
  } catch (error) {
    // Failures caused by the shutdown itself are not reported.
    if (!shutdown.begun) warn(sentenceOf(error));
    await shutdown.begin(1);
  }
}

/**
 * Sentences for system errors about exhausted resources, by error code.
 * @type {Record<string, string>}
 */
const systemFaults = {
  ENOSPC: "The disk is full: make room on it, then start again.",
  EDQUOT: "This user may take no more room on the disk: make room, then start again.",
  EMFILE: "Too many files are open: raise the limit (ulimit -n), then start again.",
  ENFILE: "The system has too many files open: end what takes them, then start again.",
  EIO: "The disk failed: look at it, and at the system's log.",
};

/** @param {unknown} error */
function sentenceOf(error) {
  if (error instanceof Fault) return error.message;
  const words = systemFaults[codeOf(error)];
  if (words !== undefined) return `${words} (${messageOf(error)})`;
  return error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
}
