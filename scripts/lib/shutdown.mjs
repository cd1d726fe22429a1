// The end of a command: what runs is stopped in stages, each stage at once, and only once.

import { messageOf } from "./fault.mjs";
import { warn } from "./progress.mjs";

/** @typedef {"program" | "database" | "lock"} Stage */
/** @typedef {{ name: string, stage: Stage, stop: () => void | Promise<void> }} Step */

/** @type {Stage[]} */
const stages = ["program", "database", "lock"];

export class Shutdown {
  /** @type {Step[]} */
  #steps = [];
  /** @type {Promise<void> | null} */
  #running = null;

  /** Whether the end has begun: whoever starts something looks here first. */
  get begun() {
    return this.#running !== null;
  }

  /**
   * Registers something that must be stopped.
   * @param {Stage} stage programs go first, then the database, then the locks
   * @param {string} name
   * @param {() => void | Promise<void>} stop
   * @returns {() => void} takes the step off the list again
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
   * @returns {Promise<void>}
   */
  begin(exitCode) {
    this.#running ??= this.#stopAll(exitCode);
    return this.#running;
  }

  /** @param {number} exitCode */
  async #stopAll(exitCode) {
    // Ten seconds are promised; what still hangs after nine is left to the next start.
    const patience = setTimeout(() => process.exit(exitCode), 9000);
    for (const stage of stages) {
      await Promise.all(this.#steps.filter((step) => step.stage === stage).map(work));
    }
    clearTimeout(patience);
    process.exit(exitCode);
  }
}

/** @param {Step} step */
async function work({ name, stop }) {
  try {
    await stop();
  } catch (error) {
    warn(`${name} could not be stopped: ${messageOf(error)}`);
  }
}
