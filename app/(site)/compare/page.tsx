import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { CompareView } from "@/components/compare/compare-view";
import { planComparison } from "@/components/compare/plan";
import { loadCompareView } from "@/components/compare/view";
import { HOUR_MS } from "@/lib/base/core/time";
import { areasOverview, listFavourites } from "@/lib/farm/areas/contract";
import { favouritesOf, overviewOf } from "@/lib/farm/areas/service.server";
import { listJobs } from "@/lib/farm/jobs/contract";
import { jobsOf } from "@/lib/farm/jobs/service.server";
import { readSeriesColumns, seriesInput } from "@/lib/farm/series/columns";
import { loadSeriesColumns } from "@/lib/farm/series/service.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../page-words.server";
import { pageNow } from "../prefetch.server";
import { tenancyPage } from "../site-page.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("compare.title") };
}

async function ComparePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { t } = await requestWords();
  const notConnected = { title: t("compare.title"), text: t("compare.notConnected") };
  return tenancyPage(notConnected, async ({ tenancy, reads }) => {
    const { tenantId, timeZone } = tenancy;
    const query = { tenant: tenantId };
    const [state, jobs] = await Promise.all([
      loadCompareView(searchParams),
      reads.read(listJobs, { query }, jobsOf),
      reads.read(areasOverview, { query }, overviewOf),
      reads.read(listFavourites, { query }, favouritesOf),
    ]);
    const now = Math.ceil(Date.parse(pageNow()) / HOUR_MS) * HOUR_MS;
    const plan = planComparison(state, { tenant: tenantId, zone: timeZone, now }, jobs?.items ?? []);
    await Promise.all(
      plan.subjects
        .flatMap(({ inputs }) => inputs)
        .map((input) => reads.read(readSeriesColumns, seriesInput(input), loadSeriesColumns, "optional")),
    );
    return <CompareView tenant={tenantId} />;
  });
}

export default withWords("(site)/compare", ComparePage);
