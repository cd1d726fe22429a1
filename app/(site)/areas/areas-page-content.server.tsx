import { PageReads } from "@/components/live/page-reads";
import "server-only";
import type { SearchParams } from "nuqs/server";
import { AreaView } from "@/components/areas/area-view";
import { aroundInput, onlyRoot } from "@/components/places/page-inputs";
import { NotConnectedPage } from "@/components/shell/not-connected";
import { type AreasOverview, areasOverview, listJobs } from "@/lib/farm/areas/contract";
import { jobsOf, overviewOf } from "@/lib/farm/areas/service.server";
import { hasMeasurements } from "@/lib/farm/measurements/service.server";
import { currentTenancy } from "../current-tenancy.server";
import { pageCache, prefetch, readsOf } from "../prefetch.server";
import { prefetchAreaCharts } from "./area-chart-data.server";

type Props = { path: string | null; searchParams: Promise<SearchParams> };

const MOST_WITH_JOBS = 100;

/** One area (null: the sites, or the only one) with its charts, under the keys that they ask for. */
export async function AreasPageContent({ path, searchParams }: Props) {
  const { actor, tenancy } = await currentTenancy();
  if (!tenancy)
    return (
      <NotConnectedPage label="Areas" isAdmin={actor.role === "admin"}>
        Areas come with the first readings of a tenancy.
      </NotConnectedPage>
    );
  const client = pageCache();
  const charts = (shown: string) => prefetchAreaCharts(client, { actor, tenancy, searchParams, path: shown });
  const input = { query: { tenant: tenancy.tenantId, area: path ?? "" } };
  /** They stand above the charts, which would move when they came; of a whole site they would be most of its page. */
  const jobs = (found: AreasOverview | undefined) =>
    path !== null && found?.below && found.below.withReadings <= MOST_WITH_JOBS
      ? prefetch(client, listJobs, input, (query) => jobsOf(actor, query), { missing: "leave" })
      : undefined;
  const overview = prefetch(client, areasOverview, aroundInput(tenancy.tenantId, path), (query) =>
    overviewOf(actor, query),
  );
  const [around, , , isMeasured] = await Promise.all([
    overview,
    overview.then(jobs),
    path === null ? undefined : charts(path),
    hasMeasurements(actor, tenancy.tenantId).catch(() => false),
  ]);
  const root = path === null && around ? onlyRoot(around.items) : null;
  if (root !== null) await charts(root);
  return (
    <PageReads state={readsOf(client)}>
      <AreaView tenant={tenancy.tenantId} path={path} isMeasured={isMeasured} />
    </PageReads>
  );
}
