import "server-only";
import type { JobHelpers, TaskList } from "graphile-worker";
import { judgeRecoveriesOfJobs, placeAlertsOfJobs, placeUnplaced } from "@/lib/alerts/service.server";
import { forgetOldTries } from "@/lib/auth/service.server";
import { SYSTEM } from "@/lib/auth/system.server";
import { log } from "@/lib/http/log.server";
import { buildVersion } from "@/lib/http/version.server";
import { lookForNotices, sendNotice } from "@/lib/notices/service.server";
import { advanceQuery, pickUpStranded } from "@/lib/queries/service.server";
import { mustRecutDays, recutDays } from "@/lib/readings/service.server";
import { prune } from "@/lib/retention/service.server";
import { lookSoon, syncDue } from "@/lib/sync/service.server";
import { beingDeleted, deleteRows } from "@/lib/tenancies/service.server";
import { forgetRejected, replayAfterUpgrade, replayCarrying } from "@/lib/webhooks/service.server";
import type { JobName, JobPayloads } from "./contract";
import { clearQueue } from "./queue-store.server";
import { checkOwnAddress } from "./self-check.server";
import { enqueue } from "./service.server";

type Handlers = { [Name in JobName]: (payload: JobPayloads[Name], helpers: JobHelpers) => Promise<void> };

const handlers: Handlers = {
  "advance-query": async ({ id }, { abortSignal }) => {
    const told = await advanceQuery(id, { signal: abortSignal, onJobs: placeOrLater });
    if (told && told.purpose !== "person") await lookSoon(told.tenancyId);
  },
  "sync-due": ({ tenancyId }) => syncDue(tenancyId),
  "place-alerts": ({ tenancyId, jobIds }) => followReadings(tenancyId, jobIds),
  "answer-self-check": () => checkOwnAddress(),
  "replay-quarantine": (_, { abortSignal }) =>
    replayAfterUpgrade({ build: buildVersion(), by: SYSTEM.name, signal: abortSignal }),
  "replay-carried": async (payload) => {
    await replayCarrying(payload, SYSTEM.name);
  },
  "look-for-notices": (payload) => lookForNotices(payload),
  "send-notice": (payload) => sendNotice(payload),
  "recut-days": (_, { abortSignal }) => recutDays(abortSignal),
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
    await forgetRejected();
    await forgetOldTries();
    await clearQueue();
  },
};

/** Every background job and what does it. */
export const tasks: TaskList = Object.fromEntries(
  Object.entries(handlers).map(([name, handle]) => [
    name,
    handle as (payload: unknown, helpers: JobHelpers) => Promise<void>,
  ]),
);

/** New readings may tell where alerts are, and which have probably recovered. */
async function followReadings(tenancyId: number, jobIds: string[]): Promise<void> {
  await placeAlertsOfJobs(tenancyId, jobIds);
  await judgeRecoveriesOfJobs(tenancyId, jobIds);
}

/** A result that is stored must not fail because its alerts could not be placed just now. */
async function placeOrLater(tenancyId: number, jobIds: string[]): Promise<void> {
  try {
    await followReadings(tenancyId, jobIds);
  } catch (error) {
    log.warn({ err: error, tenancyId }, "Alerts could not be placed; it is tried again");
    await enqueue("place-alerts", { tenancyId, jobIds }, { inMs: 2_000 });
  }
}
