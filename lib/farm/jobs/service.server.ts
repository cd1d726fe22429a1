import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { groupBy } from "@/lib/base/core/group-by";
import { transaction } from "@/lib/base/db/transaction.server";
import type { AnswerOf, QueryOf } from "@/lib/base/request/endpoint";
import { wordsIn } from "@/lib/base/words/messages.server";
import { areaIdsAsked } from "@/lib/farm/areas/service.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { requireRole, resolveHolder, resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { accountIdOf, requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import type { JobDetail, listJobs, NewName } from "./contract";
import { chooseJobName, earlierJobs, groupJobs, laterJobs } from "./rules";
import * as store from "./store.server";

/**
 * Growth jobs with readings in an area or below it, newest first (docs/spec/http-contract.md "Areas and jobs"). Times are
 * RFC 3339 UTC.
 * @throws AppError `not-found` on `area`
 */
export async function jobsOf(
  actor: Actor,
  query: QueryOf<typeof listJobs>,
): Promise<AnswerOf<typeof listJobs>> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const [visible, asked] = await Promise.all([
    areaIdsAsked(tenancy, undefined),
    areaIdsAsked(tenancy, query.area),
  ]);
  return {
    items: groupJobs(
      wordsIn("en"),
      await store.readJobs(tenancy.id, visible, asked),
      tenancy.timeZone,
      new Date(),
    ),
  };
}

/**
 * A growth job with those before and after it in its areas; the day of crop in site days, times RFC 3339 UTC.
 * @throws AppError `not-found` if no reading that the actor may see carries it; `bad-request` on `tenant`
 */
export async function readJobDetail(
  actor: Actor,
  jobId: string,
  tenant: string | undefined,
): Promise<JobDetail> {
  requireAccess(actor, "viewer");
  return detailOf(await tenancyOfJob(actor, jobId, tenant), jobId);
}

async function detailOf(tenancy: TenancyRef, jobId: string): Promise<JobDetail> {
  const [visible, own] = await Promise.all([
    areaIdsAsked(tenancy, undefined),
    store.readAreaIdsOfJob(tenancy, jobId),
  ]);
  const jobs = groupJobs(
    wordsIn("en"),
    await store.readJobs(tenancy.id, visible, own),
    tenancy.timeZone,
    new Date(),
  );
  const job = jobs.find((one) => one.jobId === jobId);
  if (!job) throw unknownJob(jobId);
  return { ...job, predecessors: earlierJobs(job, jobs), successors: laterJobs(job, jobs) };
}

/**
 * Names a growth job (role grower), or with null, gives it the name of its place and first day again.
 * @throws AppError `forbidden`; `not-found` if no reading that the actor may see carries it; `bad-request` on `tenant`
 */
export async function setJobName(
  actor: Actor,
  { tenant, jobId, name }: NewName,
  now = new Date(),
): Promise<JobDetail> {
  requireAccess(actor, "grower");
  const tenancy = await tenancyOfJob(actor, jobId, tenant);
  requireRole(tenancy, "grower");
  const by = { namedAt: now, namedBy: actor.name, namedById: accountIdOf(actor) };
  await transaction(async (tx) => {
    const key = { tenancyId: tenancy.id, jobId };
    const before = await store.replaceName(tx, key, name === null ? null : { name, ...by });
    if (before === name) return;
    const detail = { tenantId: tenancy.tenantId, ...(name && { name }), ...(before && { before }) };
    await recordAudit(tx, actor, { action: "job.named", target: jobId, detail });
    await store.publishNamed(tx, tenancy.tenantId);
  });
  return detailOf(tenancy, jobId);
}

/**
 * The names of growth jobs of some tenancies, as their pages say them to the reader, in one statement
 * (docs/spec/http-contract.md "Areas and jobs"). One without readings that the reader may see has none.
 */
export async function namesOfJobs(
  tenancies: readonly TenancyRef[],
  jobs: readonly store.JobKey[],
): Promise<(job: store.JobKey) => string | null> {
  const asked = [...new Map(jobs.map((job) => [keyOf(job), job])).values()];
  const rows = asked.length === 0 ? [] : await store.readNamedJobs(tenancies, asked);
  const zones = new Map(tenancies.map(({ id, timeZone }) => [id, timeZone]));
  const now = new Date();
  const names = new Map(
    [...groupBy(rows, keyOf)].map(([key, areas]) => [
      key,
      chooseJobName(wordsIn("en"), areas, zones.get(areas[0]?.tenancyId ?? 0) ?? "UTC", now),
    ]),
  );
  return (job) => names.get(keyOf(job)) ?? null;
}

const keyOf = ({ tenancyId, jobId }: store.JobKey) => `${tenancyId} ${jobId}`;

async function tenancyOfJob(actor: Actor, jobId: string, tenant: string | undefined): Promise<TenancyRef> {
  const holder = await resolveHolder(actor, tenant, (one) => holdsJob(one, jobId));
  if (holder && (await holdsJob(holder, jobId))) return holder;
  throw unknownJob(jobId);
}

const unknownJob = (jobId: string) =>
  new AppError("not-found", `No reading carries the growth job ${jobId}.`, { parameter: "jobId" });

/** Returns true if a growth job has readings that the reader of a tenancy may see. */
export const holdsJob = (tenancy: TenancyRef, jobId: string): Promise<boolean> =>
  store.hasJob(tenancy, jobId);

/**
 * The tenancy of a call that may name a growth job: without `tenant` the job finds it.
 * @throws AppError `bad-request` on `tenant`
 */
export async function resolveByJob(
  actor: Actor,
  { tenant, jobId }: { tenant?: string; jobId?: string },
): Promise<TenancyRef> {
  const holder =
    jobId === undefined ? undefined : await resolveHolder(actor, tenant, (one) => holdsJob(one, jobId));
  return holder ?? resolveTenancy(actor, tenant);
}
