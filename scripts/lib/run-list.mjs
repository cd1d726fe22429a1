// The list of processes that a command runs, on disk, so that the next start can end those that a kill left behind.

import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endProcess } from "./processes.mjs";
import { warn } from "./progress.mjs";

/** @typedef {import("./processes.mjs").Identity} Identity */

export class RunList {
  #file;
  /** @type {Identity[]} */
  #running = [];

  /** @param {string} dataDir */
  constructor(dataDir) {
    this.#file = join(dataDir, "running.json");
  }

  /** Ends processes that an earlier command left running. */
  async endLeftovers() {
    const left = this.#read();
    const gone = left.map((identity) =>
      endProcess(
        identity,
        [
          ["SIGTERM", 4000],
          ["SIGKILL", 2000],
        ],
        true,
      ),
    );
    await Promise.all(gone);
    rmSync(this.#file, { force: true });
  }

  /** @param {Identity} identity the leader of a process group */
  add(identity) {
    this.#running.push(identity);
    this.#write();
  }

  /**
   * If the file cannot be written, as on a full disk, it keeps naming a process that is gone, which the next start
   * recognises by the start time.
   * @param {Identity} identity
   */
  remove(identity) {
    this.#running = this.#running.filter((other) => other.pid !== identity.pid);
    try {
      this.#write();
    } catch (error) {
      warn(
        `The list of running processes could not be written: ${error instanceof Error ? error.message : error}`,
      );
    }
  }

  /** @returns {Identity[]} */
  #read() {
    try {
      const list = JSON.parse(readFileSync(this.#file, "utf8"));
      return Array.isArray(list)
        ? list.filter((entry) => typeof entry?.pid === "number" && entry.pid > 1)
        : [];
    } catch {
      return [];
    }
  }

  #write() {
    writeFileSync(`${this.#file}.making`, JSON.stringify(this.#running));
    renameSync(`${this.#file}.making`, this.#file);
  }
}
