import "server-only";
import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { AreaView } from "@/components/areas/area-view";
import { NotConnectedPage } from "@/components/shell/not-connected";
import { areasOverview } from "@/lib/areas/contract";
import { overviewOf } from "@/lib/areas/service.server";
import { currentTenancy } from "../current-tenancy.server";
import { pageCache, prefetch } from "../prefetch.server";
import { AreaChartData } from "./area-chart-data.server";

type Props = { path: string | null; searchParams: Promise<SearchParams> };

/** The tree and one area (null: the sites), with what the first paint needs. */
export async function AreasPageContent({ path, searchParams }: Props) {
  const { actor, tenancy } = await currentTenancy();
  if (!tenancy)
    return (
      <NotConnectedPage label="Areas" isAdmin={actor.role === "admin"}>
        Areas come with the first readings of a tenancy.
      </NotConnectedPage>
    );
  const client = pageCache();
  const input = { query: { tenant: tenancy.tenantId } };
  const overview = await prefetch(client, areasOverview, input, (query) => overviewOf(actor, query));
  const shown = path ?? onlyRoot(overview?.items ?? []);
  const view = <AreaView tenant={tenancy.tenantId} path={path} />;
  return (
    <HydrationBoundary state={dehydrate(client)}>
      {shown === null ? (
        view
      ) : (
        <AreaChartData {...{ actor, tenancy, searchParams }} path={shown}>
          {view}
        </AreaChartData>
      )}
    </HydrationBoundary>
  );
}

/** A single site is shown at once. */
function onlyRoot(items: readonly { path: string; parent: string | null }[]): string | null {
  const roots = items.filter((item) => item.parent === null);
  return roots.length === 1 ? (roots[0]?.path ?? null) : null;
}
