import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { CompareView } from "@/components/compare/compare-view";
import { planComparison } from "@/components/compare/plan";
import { loadCompareView } from "@/components/compare/view";
import { PageReads } from "@/components/live/page-reads";
import { NotConnectedPage } from "@/components/shell/not-connected";
import { HOUR_MS } from "@/lib/base/core/time";
import { areasOverview, listFavourites, listJobs } from "@/lib/farm/areas/contract";
import { favouritesOf, jobsOf, overviewOf } from "@/lib/farm/areas/service.server";
import { readSeriesColumns, seriesInput } from "@/lib/farm/series/columns";
import { loadSeriesColumns } from "@/lib/farm/series/service.server";
import { currentTenancy } from "../current-tenancy.server";
import { PagePrefetch, pageNow } from "../prefetch.server";

export const metadata: Metadata = { title: "Compare" };

export default async function ComparePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { actor, tenancy } = await currentTenancy();
  if (!tenancy)
    return (
      <NotConnectedPage label="Compare" isAdmin={actor.role === "admin"}>
        Areas and growth jobs to compare come with the first readings of a tenancy.
      </NotConnectedPage>
    );
  const reads = new PagePrefetch(actor);
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
  return (
    <PageReads state={reads.toState()}>
      <CompareView tenant={tenantId} />
    </PageReads>
  );
}
