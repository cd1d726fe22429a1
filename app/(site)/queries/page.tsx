import type { Metadata } from "next";
import { PageReads } from "@/components/live/page-reads";
import { queriesInput, queriesKey } from "@/components/queries/list-input";
import { QueriesView } from "@/components/queries/queries-view";
import { NotConnectedPage } from "@/components/shell/not-connected";
import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { areasOverview } from "@/lib/farm/areas/contract";
import { overviewOf } from "@/lib/farm/areas/service.server";
import { listQueries } from "@/lib/history/queries/contract";
import { listQueriesPage } from "@/lib/history/queries/service.server";
import { currentTenancy } from "../current-tenancy.server";
import { PagePrefetch } from "../prefetch.server";

export const metadata: Metadata = { title: "Queries" };

export default async function QueriesPage() {
  const { actor, tenancy } = await currentTenancy();
  if (!tenancy)
    return (
      <NotConnectedPage label="Queries" isAdmin={actor.role === "admin"}>
        A query asks the service of a tenancy for its past.
      </NotConnectedPage>
    );
  if (tenancy.within !== null) return <NotForLimited name={tenancy.name} />;
  const reads = new PagePrefetch(actor);
  const input = queriesInput(tenancy.tenantId, "person");
  await Promise.all([
    reads.readFirstPage(listQueries, input, queriesKey(input), listQueriesPage),
    reads.read(areasOverview, { query: { tenant: tenancy.tenantId } }, overviewOf),
  ]);
  return (
    <PageReads state={reads.toState()}>
      <QueriesView />
    </PageReads>
  );
}

/** People limited to some control areas neither make nor read queries. */
function NotForLimited({ name }: { name: string }) {
  return (
    <Panel label="Queries">
      <h1 className="sr-only">Queries</h1>
      <EmptyState
        icon="lock"
        title="Queries go over the whole farm"
        actions={<LinkButton href="/areas">To your areas</LinkButton>}
      >
        You may see some control areas of {name}, so that its queries are not for you. Charts and downloads of
        your areas stand with each area; ask an admin for what is missing there.
      </EmptyState>
    </Panel>
  );
}
