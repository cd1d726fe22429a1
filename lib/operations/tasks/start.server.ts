import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { env } from "@/lib/base/env/env.server";
import { needsSetUp, newSetUpCode } from "@/lib/identity/auth/service.server";
import { JobRunner } from "./runner.server";

const held = processSingleton<{ background: true }>();

/**
 * Starts what runs beside the pages: the background jobs (unless LEAFWATCH_WORKER is `off`) and the code of
 * a first start. Returns at once, never throws, and does its work once a process however often it is called.
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

/** While there is no account, the console shows the code that makes the first one. */
async function announceSetUp(): Promise<void> {
  for (;;) {
    try {
      if (!(await needsSetUp())) return;
      const code = await newSetUpCode();
      process.stdout.write(`First start: open ${env().LEAFWATCH_URL}/set-up and enter the code ${code}\n`);
      return;
    } catch {
      // The database is not there yet.
      await sleep(1_000);
    }
  }
}
