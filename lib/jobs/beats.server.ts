import "server-only";
import { EventEmitter } from "node:events";
import type { WorkerEvents } from "graphile-worker";
import { log } from "@/lib/http/log.server";
import { releaseDeadWorkers, removeBeats, writeBeats } from "./queue-store.server";

const BEAT_MS = 10_000;
const CHECK_MS = 15_000;

/**
 * Says that this process's workers are alive, and frees the jobs of those that are not: what a killed
 * process held runs again within a minute.
 */
export class Beats {
  readonly events: WorkerEvents = new EventEmitter();
  readonly #workers = new Set<string>();
  #timers: NodeJS.Timeout[] = [];

  constructor() {
    this.events.on("worker:create", ({ worker }) => {
      this.#workers.add(worker.workerId);
    });
    this.events.on("job:error", ({ job, error }) => {
      log.warn({ err: error, task: job.task_identifier, attempt: job.attempts }, "A background job failed");
    });
  }

  /** Begins; call it when the workers are made. */
  async start(): Promise<void> {
    await writeBeats([...this.#workers]);
    await this.#check();
    this.#timers = [
      setInterval(() => void this.#beat(), BEAT_MS),
      setInterval(() => void this.#check(), CHECK_MS),
    ];
  }

  /** Ends, and says so where the database can be reached. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    await removeBeats([...this.#workers]).catch(() => undefined);
  }

  async #beat(): Promise<void> {
    await writeBeats([...this.#workers]).catch(() => undefined);
  }

  async #check(): Promise<void> {
    const dead = await releaseDeadWorkers().catch(() => 0);
    if (dead > 0) log.warn({ workers: dead }, "Jobs of a process that is gone run again");
  }
}
