// A program that runs as long as the command, and is restarted when it ends unexpectedly.

import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { inCheckout, root } from "./checkout.mjs";
import { Fault } from "./fault.mjs";
import { Liveness } from "./liveness.mjs";
import { endProcess, identify } from "./processes.mjs";
import { say, warn } from "./progress.mjs";

const maxRestarts = 5;
/** @type {[NodeJS.Signals, number][]} */
const ending = [
  ["SIGTERM", 5000],
  ["SIGKILL", 500],
];
/** @type {[NodeJS.Signals, number][]} */
const hanging = [
  ["SIGTERM", 2000],
  ["SIGKILL", 2000],
];
/** A program that has run this long is considered stable, which resets the restart delay. */
const settledMs = 60_000;
const parentWatch = pathToFileURL(inCheckout("scripts", "lib", "parent-watch.mjs")).href;

/**
 * @typedef {object} Program
 * @property {string} name as the subject of a sentence: "The app"
 * @property {string[]} args for node
 * @property {Record<string, string | undefined>} env
 * @property {string[]} [restartArgs] for node, at a restart
 * @property {boolean} [quiet] whether its standard output is hidden
 */

export class Service {
  #program;
  #shutdown;
  #runList;
  #restarts = 0;
  #startedAt = 0;
  #ready = false;
  /** @type {import("./processes.mjs").Identity | null} */
  #identity = null;
  #stopping = false;

  /**
   * @param {Program} program
   * @param {import("./shutdown.mjs").Shutdown} shutdown
   * @param {import("./run-list.mjs").RunList} runList
   */
  constructor(program, shutdown, runList) {
    this.#program = program;
    this.#shutdown = shutdown;
    this.#runList = runList;
  }

  /** Starts the program in its own session: signals to the command's group do not reach it, it is stopped in order. */
  start() {
    if (this.#shutdown.begun) return;
    if (this.#startedAt === 0)
      this.#shutdown.add("program", this.#program.name, (atOnce) => this.stop(atOnce));
    this.#startedAt = Date.now();
    const { args, restartArgs, env, quiet } = this.#program;
    const child = spawn(
      process.execPath,
      ["--import", parentWatch, ...(this.#restarts > 0 ? (restartArgs ?? args) : args)],
      {
        cwd: root,
        env: { ...process.env, ...env, LEAFWATCH_PARENT_PID: String(process.pid) },
        stdio: ["ignore", quiet ? "ignore" : "inherit", "inherit"],
        detached: true,
      },
    );
    child.once("error", (error) => this.#ended(error.message));
    child.once("exit", (code, signal) => this.#ended(signal ?? `code ${code}`));
    this.#identity = child.pid === undefined ? null : identify(child.pid);
    if (this.#identity !== null) this.#runList.add(this.#identity);
  }

  /**
   * Waits until `check` succeeds. Throws if the program ends or the time is over.
   * @param {() => Promise<boolean>} check
   * @param {number} timeoutMs
   */
  async waitUntilReady(check, timeoutMs) {
    const deadline = Date.now() + timeoutMs;
    while (!(await check())) {
      if (this.#shutdown.begun) return;
      if (this.#identity === null)
        throw new Fault(`${this.#program.name} ended while it was starting: see what it said above.`);
      if (Date.now() > deadline)
        throw new Fault(`${this.#program.name} did not answer within ${timeoutMs / 1000} s.`);
      await sleep(25);
    }
    this.#ready = true;
  }

  /**
   * Ends the program when it hangs, so that it is restarted. Runs until the command ends.
   * @param {() => Promise<boolean>} check returns true if the program answers
   */
  async keepLive(check) {
    let liveness = new Liveness({ hasAnswered: this.#ready });
    let watched = this.#identity;
    for (;;) {
      // performance.now() stops while the machine sleeps, Date.now() does not; a suspended command sees both go on.
      const began = { at: performance.now(), wallAt: Date.now() };
      await sleep(liveness.pauseMs);
      const answered = this.#identity !== null && (await check());
      const tookMs = Math.max(performance.now() - began.at, Date.now() - began.wallAt);
      if (this.#shutdown.begun || this.#stopping) return;
      if (watched !== this.#identity) liveness = new Liveness();
      watched = this.#identity;
      if (watched === null || !liveness.record(answered, tookMs)) continue;
      say(`${this.#program.name} runs but does not answer: it is ended and started again.`);
      await endProcess(watched, hanging, true);
    }
  }

  /** @param {boolean} [atOnce] kills it at once */
  async stop(atOnce = false) {
    this.#stopping = true;
    const identity = this.#identity;
    if (identity === null) return;
    await endProcess(identity, atOnce ? [["SIGKILL", 500]] : ending, true);
    this.#runList.remove(identity);
  }

  /** @param {string} how */
  #ended(how) {
    if (this.#identity !== null) this.#runList.remove(this.#identity);
    this.#identity = null;
    // waitUntilReady reports an end during the start.
    if (this.#stopping || this.#shutdown.begun || !this.#ready) return;
    if (Date.now() - this.#startedAt > settledMs) this.#restarts = 0;
    if (this.#restarts >= maxRestarts) {
      warn(`${this.#program.name} keeps ending (${how}): see what it said above, mend that and start again.`);
      void this.#shutdown.begin(1);
      return;
    }
    const delayMs = 500 * 2 ** this.#restarts;
    this.#restarts += 1;
    say(`${this.#program.name} ended (${how}); it is started again in ${delayMs / 1000} s.`);
    setTimeout(() => this.start(), delayMs);
  }
}
