import type { Metadata } from "next";
import { queriesInput, queriesKey } from "@/components/queries/list-input";
import { QueriesView } from "@/components/queries/queries-view";
import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { areasOverview } from "@/lib/farm/areas/contract";
import { overviewOf } from "@/lib/farm/areas/service.server";
import { listQueries, listSavedQueries } from "@/lib/history/queries/contract";
import { readSavedQueries } from "@/lib/history/queries/saved-service.server";
import { listQueriesPage } from "@/lib/history/queries/service.server";
import { withWords } from "../../page-words.server";
import { tenancyPage } from "../site-page.server";

export const metadata: Metadata = { title: "Queries" };

const NOT_CONNECTED = { title: "Queries", text: "A query asks the service of a tenancy for its past." };

function QueriesPage() {
  return tenancyPage(NOT_CONNECTED, async ({ tenancy, reads }) => {
    if (tenancy.within !== null) return <NotForLimited name={tenancy.name} />;
    const input = queriesInput(tenancy.tenantId, "person");
    await Promise.all([
      reads.readFirstPage(listQueries, input, queriesKey(input), listQueriesPage),
      reads.read(listSavedQueries, { query: { tenant: tenancy.tenantId } }, readSavedQueries),
      reads.read(areasOverview, { query: { tenant: tenancy.tenantId } }, overviewOf),
    ]);
    return <QueriesView />;
  });
}

export default withWords("(site)/queries", QueriesPage);

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
