import "server-only";
import { readNamedAlerts } from "@/lib/alerting/alerts/service.server";
import { namesOfJobs } from "@/lib/farm/jobs/service.server";
import { readPrefix, visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import type { AuditLine } from "@/lib/identity/audit/contract";
import { listAudit } from "@/lib/identity/audit/service.server";
import type { NamedLine } from "./contract";

/**
 * A page of the audit as `listAudit`, with names for the ids of alerts, growth jobs and tenancies: one statement a kind.
 * @throws AppError `forbidden`
 */
export async function listNamedAudit(
  actor: Actor,
  query: Parameters<typeof listAudit>[1],
): Promise<{ items: NamedLine[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listAudit(actor, query);
  const tenancies = await visibleTenancies(actor);
  const prefixes = new Map(
    await Promise.all(tenancies.map(async (one) => [one.id, await readPrefix(one)] as const)),
  );
  const tenancyOf = ({ action, detail }: AuditLine) =>
    isOf(action, "tenancy") ? undefined : tenancies.find(({ tenantId }) => tenantId === detail?.tenantId);
  const subjects = items.map((line) => ({ line, tenancy: tenancyOf(line) }));
  const idsOf = (kind: string) =>
    subjects.flatMap(({ line, tenancy }) =>
      tenancy && isOf(line.action, kind) ? { tenancyId: tenancy.id, id: line.target } : [],
    );
  const [alerts, nameOfJob] = await Promise.all([
    readNamedAlerts(
      actor,
      idsOf("alert").map(({ id }) => id),
    ),
    namesOfJobs(
      tenancies,
      idsOf("job").map(({ tenancyId, id }) => ({ tenancyId, jobId: id })),
    ),
  ]);
  return {
    items: subjects.map(({ line, tenancy }) => ({
      ...line,
      tenancy: tenancy ? { name: tenancy.name, prefix: prefixes.get(tenancy.id) ?? "" } : null,
      alert:
        (isOf(line.action, "alert") &&
          alerts.find(
            ({ alertId, tenantId }) => alertId === line.target && tenantId === tenancy?.tenantId,
          )) ||
        null,
      jobName:
        tenancy && isOf(line.action, "job") ? nameOfJob({ tenancyId: tenancy.id, jobId: line.target }) : null,
    })),
    nextCursor,
  };
}

const isOf = (action: string, kind: string) => action.startsWith(`${kind}.`);
