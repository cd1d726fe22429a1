// The frame of every command: signals, a vanished npm, and one sentence for a fault.

import { Fault, messageOf } from "./fault.mjs";
import { watchNpm } from "./npm-watch.mjs";
import { warn } from "./progress.mjs";
import { Shutdown } from "./shutdown.mjs";

/**
 * Runs a command. Its own end is the end of the process, unless it leaves something running under `shutdown`.
 * @param {(shutdown: Shutdown) => Promise<number | void>} main answers an exit code when all is done
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
    // What fails because everything is being stopped is no fault.
    if (!shutdown.begun) warn(sentenceOf(error));
    await shutdown.begin(1);
  }
}

/** @param {unknown} error */
function sentenceOf(error) {
  if (error instanceof Fault) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
}
