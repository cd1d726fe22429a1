import "server-only";
import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { AreaView } from "@/components/areas/area-view";
import { EmptyState } from "@/components/ui/states";
import { areasOverview } from "@/lib/areas/contract";
import { overviewOf } from "@/lib/areas/service.server";
import { currentTenancy } from "../current-tenancy.server";
import { pageCache, prefetch } from "../prefetch.server";

/** The tree and one area (null: the sites), with what the first paint needs. */
export async function AreasPageContent({ path }: { path: string | null }) {
  const { actor, tenancy } = await currentTenancy();
  if (!tenancy) return <NotConnected />;
  const client = pageCache();
  const input = { query: { tenant: tenancy.tenantId } };
  await prefetch(client, areasOverview, input, (query) => overviewOf(actor, query));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AreaView tenant={tenancy.tenantId} path={path} />
    </HydrationBoundary>
  );
}

function NotConnected() {
  return (
    <EmptyState icon="areas" title="Not connected yet">
      Areas come with the first readings. An admin connects a tenancy under Admin, Tenancies.
    </EmptyState>
  );
}
