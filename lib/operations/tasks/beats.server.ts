import "server-only";
import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { WorkerEvents } from "graphile-worker";
import { listHolders, releaseWorkers, sayFarewell, writeBeats } from "@/lib/base/queue/queue-store.server";
import { log } from "@/lib/base/request/log.server";
import { countJob } from "@/lib/base/request/process-metrics.server";
import { SilenceWatch } from "./silence";

const BEAT_MS = 10_000;
const CHECK_MS = 15_000;
/** A hanging database must not delay the shutdown. */
const FAREWELL_MS = 1_000;

/**
 * Writes the heartbeat of this process's workers, and releases the jobs of dead ones: jobs of a killed process run again
 * within a minute.
 */
export class Beats {
  readonly events: WorkerEvents = new EventEmitter();
  readonly #workers = new Set<string>();
  readonly #silence = new SilenceWatch();
  #timers: NodeJS.Timeout[] = [];

  constructor() {
    this.events.on("worker:create", ({ worker }) => {
      this.#workers.add(worker.workerId);
    });
    this.events.on("job:success", ({ job }) => countJob(job.task_identifier, "done"));
    this.events.on("job:error", ({ job, error }) => {
      countJob(job.task_identifier, "failed");
      log.warn({ err: error, task: job.task_identifier, attempt: job.attempts }, "A background job failed");
    });
  }

  /** Starts the heartbeat; call it when the workers exist. */
  async start(): Promise<void> {
    await writeBeats([...this.#workers]);
    await this.#check();
    this.#timers = [
      setInterval(() => void this.#beat(), BEAT_MS),
      setInterval(() => void this.#check(), CHECK_MS),
    ];
  }

  /** Ends the heartbeat. Call it before stopping the jobs, because the process may exit at any moment after that. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    const said = sayFarewell([...this.#workers]).catch(() => undefined);
    await Promise.race([said, sleep(FAREWELL_MS, undefined, { ref: false })]);
  }

  async #beat(): Promise<void> {
    await writeBeats([...this.#workers]).catch(() => undefined);
  }

  async #check(): Promise<void> {
    try {
      const dead = this.#silence.look(await listHolders(), performance.now());
      if (dead.length === 0) return;
      await releaseWorkers(dead);
      log.warn({ workers: dead.length }, "Jobs of a process that is gone run again");
    } catch {
      // The database is out of reach: the next check tries again.
    }
  }
}
