import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AlertView } from "@/components/alerts/detail/alert-view";
import { PageReads } from "@/components/live/page-reads";
import { alertEvidence, readAlert } from "@/lib/alerting/alerts/contract";
import { readAlertDetail, readEvidence } from "@/lib/alerting/alerts/service.server";
import { areasOverview, listJobs } from "@/lib/farm/areas/contract";
import { jobsOf, overviewOf } from "@/lib/farm/areas/service.server";
import { currentTenancy } from "../../current-tenancy.server";
import { PagePrefetch } from "../../prefetch.server";

export const metadata: Metadata = { title: "Alert" };

export default async function AlertPage({ params }: { params: Promise<{ id: string }> }) {
  const alertId = decoded((await params).id);
  const { actor, tenancy } = await currentTenancy();
  if (!tenancy) notFound();
  const reads = new PagePrefetch(actor);
  const { tenantId: tenant } = tenancy;
  const query = { tenant };
  await Promise.all([
    reads.read(readAlert, { params: { alertId }, query }, () => readAlertDetail(actor, alertId, tenant)),
    reads.read(alertEvidence, { query: { tenant, alertId: [alertId] } }, () =>
      readEvidence(actor, [alertId], tenant),
    ),
    reads.read(areasOverview, { query }, overviewOf),
    reads.read(listJobs, { query }, jobsOf),
  ]);
  return (
    <PageReads state={reads.toState()}>
      <AlertView alertId={alertId} />
    </PageReads>
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
