import "server-only";
import type { JobHelpers, TaskList } from "graphile-worker";
import {
  judgeRecoveriesOfJobs,
  placeAlertsOfJobs,
  placeUnplaced,
} from "@/lib/alerting/alerts/service.server";
import { planNotices, sendNotice } from "@/lib/alerting/notices/service.server";
import {
  deleteOldRejected,
  replayAfterUpgrade,
  replayCarrying,
} from "@/lib/alerting/webhooks/service.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { env } from "@/lib/base/env/env.server";
import type { JobName, JobPayloads } from "@/lib/base/queue/contract";
import { clearQueue } from "@/lib/base/queue/queue-store.server";
import { enqueue } from "@/lib/base/queue/service.server";
import { log } from "@/lib/base/request/log.server";
import { mustRecutDays, recutDays } from "@/lib/farm/readings/service.server";
import { prune } from "@/lib/farm/retention/service.server";
import { beingDeleted, deleteRows } from "@/lib/farm/tenancies/service.server";
import { advanceQuery, pickUpStranded } from "@/lib/history/queries/service.server";
import { queueSync, syncDue } from "@/lib/history/sync/service.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { forgetOldTries } from "@/lib/identity/auth/service.server";
import { queueDueBackup, runBackup } from "@/lib/operations/backup/service.server";
import { runRotation } from "@/lib/operations/rotation/service.server";
import { buildVersion } from "@/lib/web/http/version.server";

type Handlers = { [Name in JobName]: (payload: JobPayloads[Name], helpers: JobHelpers) => Promise<void> };

const handlers: Handlers = {
  "advance-query": async ({ id }, { abortSignal }) => {
    const told = await advanceQuery(id, { signal: abortSignal, onJobs: placeOrLater });
    if (told && told.purpose !== "person") await queueSync(told.tenancyId);
  },
  "sync-due": ({ tenancyId }) => syncDue(tenancyId),
  "place-alerts": ({ tenancyId, jobIds }) => followReadings(tenancyId, jobIds),
  "answer-self-check": () => checkOwnAddress(),
  "replay-quarantine": (_, { abortSignal }) =>
    replayAfterUpgrade({ build: buildVersion(), by: SYSTEM.name, signal: abortSignal }),
  "replay-carried": async (payload) => {
    await replayCarrying(payload, SYSTEM.name);
  },
  "look-for-notices": (payload) => planNotices(payload),
  "send-notice": (payload) => sendNotice(payload),
  "recut-days": (_, { abortSignal }) => recutDays(abortSignal),
  "queue-backup": () => queueDueBackup(SYSTEM),
  "make-backup": (payload) => runBackup(SYSTEM, payload),
  "rotate-keys": () => runRotation(SYSTEM),
  prune: async (_, { abortSignal }) => {
    await prune(SYSTEM, { now: new Date(), ...(abortSignal && { signal: abortSignal }) });
  },
  "delete-tenancy": ({ tenancyId }, { abortSignal }) => deleteRows(SYSTEM, tenancyId, abortSignal),
  "tidy-up": async () => {
    await pickUpStranded();
    for (const tenancyId of await beingDeleted())
      await enqueue("delete-tenancy", { tenancyId }, { key: `delete-tenancy-${tenancyId}` });
    if (await mustRecutDays()) await enqueue("recut-days", {}, { key: "recut-days" });
    await placeUnplaced(new Date());
    await deleteOldRejected();
    await forgetOldTries();
    await clearQueue();
  },
};

/** The background jobs and their functions. */
export const tasks: TaskList = Object.fromEntries(
  Object.entries(handlers).map(([name, handle]) => [
    name,
    handle as (payload: unknown, helpers: JobHelpers) => Promise<void>,
  ]),
);

/** Places alerts by new readings, and judges recovery. */
async function followReadings(tenancyId: number, jobIds: string[]): Promise<void> {
  await placeAlertsOfJobs(tenancyId, jobIds);
  await judgeRecoveriesOfJobs(tenancyId, jobIds);
}

/** Places alerts, later if it fails now: a stored result must not fail for it. */
async function placeOrLater(tenancyId: number, jobIds: string[]): Promise<void> {
  try {
    await followReadings(tenancyId, jobIds);
  } catch (error) {
    log.warn({ err: error, tenancyId }, "Alerts could not be placed; it is tried again");
    await enqueue("place-alerts", { tenancyId, jobIds }, { inMs: 2_000 });
  }
}

const KEY = "endpoint-answered";

/**
 * Checks that our own webhook address answers, as the service would reach it: 405 to a GET
 * (docs/spec/http-contract.md "Notifications"). Stores when it last did, so that a quiet page can tell whether it is blind.
 */
export async function checkOwnAddress(): Promise<void> {
  const address = new URL("/api/webhooks/alerts", env().LEAFWATCH_URL);
  if (!(await answers405(address))) return;
  const value = { at: new Date().toISOString() };
  await getPrisma().setting.upsert({
    where: { key: KEY },
    create: { key: KEY, value },
    update: { value },
  });
}

async function answers405(address: URL): Promise<boolean> {
  try {
    const answer = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
    await answer.body?.cancel();
    if (answer.status === 405) return true;
    log.warn({ status: answer.status }, "Our own notification address answers, but not as Leafwatch does");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, "Our own notification address does not answer");
  }
  return false;
}
