import type { Metadata } from "next";
import { JobView } from "@/components/jobs/job-view";
import { firstPlace, jobAlertsInput, jobSeriesInput, jobWindow } from "@/components/jobs/page-inputs";
import { listAlerts } from "@/lib/alerting/alerts/contract";
import { listAlertsPage } from "@/lib/alerting/alerts/service.server";
import { readJob } from "@/lib/farm/jobs/contract";
import { readJobDetail } from "@/lib/farm/jobs/service.server";
import { readSeriesColumns, seriesInput } from "@/lib/farm/series/columns";
import { loadSeriesColumns } from "@/lib/farm/series/service.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../page-words.server";
import { decoded } from "../../holders.server";
import { tenancyPage } from "../../site-page.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("jobs.title") };
}

async function JobPage({ params }: { params: Promise<{ id: string }> }) {
  const { t } = await requestWords();
  const notConnected = { title: t("jobs.title"), text: t("jobs.notConnected") };
  return tenancyPage(notConnected, async ({ actor, tenancy, reads }) => {
    const jobId = decoded((await params).id);
    const { tenantId: tenant } = tenancy;
    const [job] = await Promise.all([
      reads.read(
        readJob,
        { params: { jobId }, query: { tenant } },
        () => readJobDetail(actor, jobId, tenant),
        "optional",
      ),
      reads.read(listAlerts, jobAlertsInput(tenant, jobId), listAlertsPage, "optional"),
    ]);
    if (job) {
      const window = jobWindow(job, tenancy.timeZone);
      const input = jobSeriesInput(tenant, job, firstPlace(job), window);
      await reads.read(readSeriesColumns, seriesInput(input), loadSeriesColumns, "optional");
    }
    return <JobView jobId={jobId} />;
  });
}

export default withWords("(site)/jobs/[id]", JobPage);
