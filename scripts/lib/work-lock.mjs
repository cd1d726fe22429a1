// One lock for everything that changes the checkout itself: packages, the generated client, the build.

import { inCheckout } from "./checkout.mjs";
import { Fault } from "./fault.mjs";
import { takeLock } from "./file-lock.mjs";
import { say, warn } from "./progress.mjs";

const waitMs = 30 * 60_000;
let held = false;

/**
 * @template T
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withWorkLock(shutdown, work) {
  if (held) return work();
  const lock = await takeLock(inCheckout(".leafwatch.lock"), {
    command: process.argv[1] ?? "leafwatch",
    waitMs,
    onWait: (holder) => say(`Waiting for process ${holder.pid}, which is at work in this checkout …`),
    onLost: () => {
      warn("Another command took over this checkout while this one stood still: this one ends.");
      void shutdown.begin(1);
    },
  });
  if ("holder" in lock) {
    throw new Fault(
      `Process ${lock.holder.pid} has been at work in this checkout for too long: end it and start again.`,
    );
  }
  held = true;
  const remove = shutdown.add("lock", "the checkout's lock", lock.release);
  try {
    return await work();
  } finally {
    held = false;
    lock.release();
    remove();
  }
}
