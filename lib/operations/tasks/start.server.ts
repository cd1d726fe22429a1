import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { env } from "@/lib/base/env/env.server";
import { needsSetUp, newSetUpCode } from "@/lib/identity/auth/service.server";
import { JobRunner } from "./runner.server";

// Separate from the runner, which also runs in processes without Next, where the sign-in cannot be loaded.

const held = processSingleton<{ background: true }>();

/**
 * Starts the background jobs (unless LEAFWATCH_WORKER is `off`) and, on a first start, prints the set-up code. Returns at
 * once, never throws, idempotent.
 */
export function startBackground(): void {
  if (held.background) return;
  held.background = true;
  void announceSetUp();
  if (env().LEAFWATCH_WORKER === "off") return;
  const runner = new JobRunner();
  runner.start();
  const stop = () => void runner.stop();
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

/** Prints the set-up code while there is no account. */
async function announceSetUp(): Promise<void> {
  for (;;) {
    try {
      if (!(await needsSetUp())) return;
      const code = await newSetUpCode();
      process.stdout.write(`First start: open ${env().LEAFWATCH_URL}/set-up and enter the code ${code}\n`);
      return;
    } catch {
      // The database is not ready yet.
      await sleep(1_000);
    }
  }
}
