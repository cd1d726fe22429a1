import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { queriesInput, queriesKey } from "@/components/queries/list-input";
import { QueriesView } from "@/components/queries/queries-view";
import { NotConnectedPage } from "@/components/shell/not-connected";
import { areasOverview } from "@/lib/areas/contract";
import { overviewOf } from "@/lib/areas/service.server";
import { listQueries } from "@/lib/queries/contract";
import { listQueriesPage } from "@/lib/queries/service.server";
import { currentTenancy } from "../current-tenancy.server";
import { pageCache, prefetch } from "../prefetch.server";

export const metadata: Metadata = { title: "Queries" };

export default async function QueriesPage() {
  const { actor, tenancy } = await currentTenancy();
  if (!tenancy)
    return (
      <NotConnectedPage label="Queries" isAdmin={actor.role === "admin"}>
        A query asks the service of a tenancy for its past.
      </NotConnectedPage>
    );
  const client = pageCache();
  const { tenantId } = tenancy;
  const input = queriesInput(tenantId, "person");
  const [first] = await Promise.all([
    prefetch(client, listQueries, input, (query) => listQueriesPage(actor, query)),
    prefetch(client, areasOverview, { query: { tenant: tenantId } }, (query) => overviewOf(actor, query)),
  ]);
  if (first) client.setQueryData(queriesKey(input), { pages: [first], pageParams: [null] });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <QueriesView />
    </HydrationBoundary>
  );
}
