import "server-only";
import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { AreaView } from "@/components/areas/area-view";
import { NotConnectedPage } from "@/components/shell/not-connected";
import { areasOverview } from "@/lib/areas/contract";
import { overviewOf } from "@/lib/areas/service.server";
import { currentTenancy } from "../current-tenancy.server";
import { pageCache, prefetch } from "../prefetch.server";

/** The tree and one area (null: the sites), with what the first paint needs. */
export async function AreasPageContent({ path }: { path: string | null }) {
  const { actor, tenancy } = await currentTenancy();
  if (!tenancy)
    return (
      <NotConnectedPage label="Areas" isAdmin={actor.role === "admin"}>
        Areas come with the first readings of a tenancy.
      </NotConnectedPage>
    );
  const client = pageCache();
  const input = { query: { tenant: tenancy.tenantId } };
  await prefetch(client, areasOverview, input, (query) => overviewOf(actor, query));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AreaView tenant={tenancy.tenantId} path={path} />
    </HydrationBoundary>
  );
}
