import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AlertView } from "@/components/alerts/detail/alert-view";
import { alertEvidence, readAlert } from "@/lib/alerting/alerts/contract";
import { readAlertDetail, readEvidence } from "@/lib/alerting/alerts/service.server";
import { areasOverview } from "@/lib/farm/areas/contract";
import { overviewOf } from "@/lib/farm/areas/service.server";
import { listJobs } from "@/lib/farm/jobs/contract";
import { jobsOf } from "@/lib/farm/jobs/service.server";
import { withWords } from "../../../page-words.server";
import { decoded } from "../../holders.server";
import { sitePage } from "../../site-page.server";

export const metadata: Metadata = { title: "Alert" };

function AlertPage({ params }: { params: Promise<{ id: string }> }) {
  return sitePage(async ({ actor, tenancy, reads }) => {
    if (!tenancy) notFound();
    const alertId = decoded((await params).id);
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
    return <AlertView alertId={alertId} />;
  });
}

export default withWords("(site)/alerts/[id]", AlertPage);
