import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AlertsView } from "@/components/alerts/alerts-view";
import { listInput, loadFilters, tabsInput } from "@/components/alerts/filters";
import { pagesKey } from "@/components/alerts/pages-key";
import { PageReads } from "@/components/live/page-reads";
import { countTabs, listAlerts } from "@/lib/alerting/alerts/contract";
import { countAlertsByTab, listAlertsPage } from "@/lib/alerting/alerts/service.server";
import { areasOverview } from "@/lib/farm/areas/contract";
import { overviewOf } from "@/lib/farm/areas/service.server";
import { callKey } from "@/lib/web/api/client";
import { currentTenancy, type PageContext } from "../current-tenancy.server";
import { pageCache, prefetch, readsOf } from "../prefetch.server";

export const metadata: Metadata = { title: "Alerts" };

export default async function AlertsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await currentTenancy();
  const client = pageCache();
  const filters = await loadFilters(searchParams);
  if (context.tenancy)
    await Promise.all([
      readList(client, context, filters),
      prefetch(
        client,
        countTabs,
        tabsInput(context.tenancy.tenantId, filters),
        (query) => countAlertsByTab(context.actor, query),
        { missing: "leave" },
      ),
      prefetch(client, areasOverview, { query: { tenant: context.tenancy.tenantId } }, (query) =>
        overviewOf(context.actor, query),
      ),
    ]);
  return (
    <PageReads state={readsOf(client)}>
      <AlertsView />
    </PageReads>
  );
}

async function readList(
  client: ReturnType<typeof pageCache>,
  { actor, tenancy }: PageContext,
  filters: Awaited<ReturnType<typeof loadFilters>>,
): Promise<void> {
  const tenant = tenancy?.tenantId;
  const input = listInput(tenant, filters);
  const first = await prefetch(client, listAlerts, input, (query) => listAlertsPage(actor, query), {
    missing: "leave",
  });
  if (!first) return;
  // The inbox reads it page by page: as that, and once.
  client.removeQueries({ queryKey: callKey(listAlerts, input) });
  client.setQueryData(pagesKey(input), { pages: [first], pageParams: [null] });
}
