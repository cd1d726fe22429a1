// Ends a command: stops everything once, stage by stage, and each stage concurrently.

import { messageOf } from "./fault.mjs";
import { warn } from "./progress.mjs";

/** @typedef {"program" | "database" | "lock"} Stage */
/** @typedef {(atOnce: boolean) => void | Promise<void>} Stop called with true if there is no time for a clean end */
/** @typedef {{ name: string, stage: Stage, stop: Stop }} Step */

/** @type {Stage[]} */
const stages = ["program", "database", "lock"];

export class Shutdown {
  /** @type {Step[]} */
  #steps = [];
  /** @type {Promise<void> | null} */
  #running = null;

  /** True once the end has begun; check it before starting anything. */
  get begun() {
    return this.#running !== null;
  }

  /**
   * Registers something that must be stopped.
   * @param {Stage} stage programs go first, then the database, then the locks
   * @param {string} name
   * @param {Stop} stop
   * @returns {() => void} unregisters the step
   */
  add(stage, name, stop) {
    const step = { name, stage, stop };
    this.#steps.push(step);
    return () => {
      this.#steps = this.#steps.filter((other) => other !== step);
    };
  }

  /**
   * Stops everything and ends this process. Later calls wait for the first one.
   * @param {number} exitCode
   * @param {{ atOnce?: boolean }} [options] stops all stages together and without a clean end, if every moment does harm
   * @returns {Promise<void>}
   */
  begin(exitCode, { atOnce = false } = {}) {
    this.#running ??= this.#stopAll(exitCode, atOnce);
    return this.#running;
  }

  /**
   * @param {number} exitCode
   * @param {boolean} atOnce
   */
  async #stopAll(exitCode, atOnce) {
    // The promised limit is ten seconds; the next start ends whatever still hangs after nine.
    const patience = setTimeout(() => process.exit(exitCode), 9000);
    for (const current of atOnce ? [stages] : stages.map((stage) => [stage])) {
      const steps = this.#steps.filter(({ stage }) => current.includes(stage));
      await Promise.all(steps.map((step) => work(step, atOnce)));
    }
    clearTimeout(patience);
    process.exit(exitCode);
  }
}

/**
 * @param {Step} step
 * @param {boolean} atOnce
 */
async function work({ name, stop }, atOnce) {
  try {
    await stop(atOnce);
  } catch (error) {
    warn(`${name} could not be stopped: ${messageOf(error)}`);
  }
}
