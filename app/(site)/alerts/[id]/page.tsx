import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AlertView } from "@/components/alerts/detail/alert-view";
import { evidenceInput } from "@/components/alerts/inputs";
import { PageReads } from "@/components/live/page-reads";
import { alertEvidence, readAlert } from "@/lib/alerting/alerts/contract";
import { readAlertDetail, readEvidence } from "@/lib/alerting/alerts/service.server";
import { areasOverview, listJobs } from "@/lib/farm/areas/contract";
import { jobsOf, overviewOf } from "@/lib/farm/areas/service.server";
import { currentTenancy } from "../../current-tenancy.server";
import { pageCache, prefetch, readsOf } from "../../prefetch.server";

export const metadata: Metadata = { title: "Alert" };

export default async function AlertPage({ params }: { params: Promise<{ id: string }> }) {
  const alertId = decoded((await params).id);
  const { actor, tenancy } = await currentTenancy();
  if (!tenancy) notFound();
  const client = pageCache();
  const tenant = tenancy.tenantId;
  const ofTenant = { query: { tenant } };
  await Promise.all([
    prefetch(client, readAlert, { params: { alertId }, query: { tenant } }, () =>
      readAlertDetail(actor, alertId, tenant),
    ),
    prefetch(client, alertEvidence, evidenceInput(tenant, alertId), (query) =>
      readEvidence(actor, query.alertId, query.tenant),
    ),
    prefetch(client, areasOverview, ofTenant, (query) => overviewOf(actor, query)),
    prefetch(client, listJobs, ofTenant, (query) => jobsOf(actor, query)),
  ]);
  return (
    <PageReads state={readsOf(client)}>
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
