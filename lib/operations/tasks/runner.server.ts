import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { type CronItem, parseCronItems, type Runner, run } from "graphile-worker";
import { isOutage } from "@/lib/base/db/error-code.server";
import { getDirectPool } from "@/lib/base/db/pool.server";
import { isDatabaseReady } from "@/lib/base/queue/queue-store.server";
import { enqueue, ensureQueue, quiet, setWorkerState } from "@/lib/base/queue/service.server";
import { log } from "@/lib/base/request/log.server";
import { beginJobs } from "@/lib/base/request/process-metrics.server";
import { Beats } from "./beats.server";
import { tasks } from "./tasks.server";

/** Allows other jobs to run beside long downloads. */
const CONCURRENCY = 6;

const POLL_MS = 1_000;

/** Time that running jobs get to finish at a shutdown. */
const GRACE_MS = 500;

const LONGEST_WAIT_MS = 10_000;

const once = (task: string, match: string): CronItem => ({
  task,
  match,
  identifier: task,
  options: { backfillPeriod: 0, maxAttempts: 1, jobKey: task },
});

const schedule = [
  once("sync-due", "* * * * *"),
  once("tidy-up", "* * * * *"),
  once("look-for-notices", "* * * * *"),
  once("answer-self-check", "*/5 * * * *"),
  once("queue-backup", "* * * * *"),
  once("prune", "17 3 * * *"),
];

/** Runs background jobs in this process until it is stopped, and survives outages of the database. */
export class JobRunner {
  #runner: Runner | undefined;
  #beats = new Beats();
  #stopping = new AbortController();
  #ended: Promise<void> = Promise.resolve();

  /** Starts without waiting for the database. */
  start(): void {
    setWorkerState("starting");
    beginJobs(Object.keys(tasks));
    this.#ended = this.#keepRunning();
  }

  /** Starts no further jobs, aborts running ones, and returns them to the queue. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#beats.stop();
    await this.#runner?.stop().catch(() => undefined);
    await this.#ended;
  }

  async #keepRunning(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await this.#runOnce(() => {
          failures = 0;
        });
      } catch (error) {
        // Logged once per outage, not at every attempt; where the connection failed, the stack says nothing.
        if (failures === 0) {
          const isAway = error instanceof Error && isOutage(error);
          log.warn(
            isAway ? { reason: error.message } : { err: error },
            "Background jobs wait for the database",
          );
        }
      }
      setWorkerState("starting");
      await sleep(Math.min(500 * 2 ** failures, LONGEST_WAIT_MS), undefined, { signal }).catch(
        () => undefined,
      );
    }
  }

  async #runOnce(running: () => void): Promise<void> {
    if (!(await isDatabaseReady())) throw new Error("The tables are not there yet");
    await ensureQueue();
    const beats = new Beats();
    this.#beats = beats;
    this.#runner = await run({
      pgPool: getDirectPool(),
      taskList: tasks,
      parsedCronItems: parseCronItems(schedule),
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: GRACE_MS,
      logger: quiet,
      events: beats.events,
    });
    const ended = this.#runner.promise;
    ended.catch(() => undefined);
    try {
      await beats.start();
      await beginWork();
      setWorkerState("running");
      running();
      if (this.#stopping.signal.aborted) await this.#runner.stop().catch(() => undefined);
      await ended;
    } finally {
      await beats.stop();
    }
  }
}

/** Queues the scheduled jobs at once, because the schedule runs only once a minute. */
async function beginWork(): Promise<void> {
  await enqueue("sync-due", {}, { key: "sync-due" });
  await enqueue("tidy-up", {}, { key: "tidy-up" });
  await enqueue("replay-quarantine", {}, { key: "replay-quarantine" });
  await enqueue("answer-self-check", {}, { key: "answer-self-check", inMs: 3_000 });
}
