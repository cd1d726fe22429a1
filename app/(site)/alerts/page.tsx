import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AlertsView } from "@/components/alerts/alerts-view";
import { listInput, loadFilters, pagesKey, tabsInput } from "@/components/alerts/filters";
import { ListStartProvider } from "@/components/alerts/list-start";
import { countTabs, listAlerts } from "@/lib/alerting/alerts/contract";
import { countAlertsByTab, listAlertsPage } from "@/lib/alerting/alerts/service.server";
import { areasOverview } from "@/lib/farm/areas/contract";
import { overviewOf } from "@/lib/farm/areas/service.server";
import { withWords } from "../../page-words.server";
import { listStart, readMine } from "../list-start.server";
import { sitePage } from "../site-page.server";

export const metadata: Metadata = { title: "Alerts" };

function AlertsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return sitePage(async ({ tenancy, reads }) => {
    const start = await listStart();
    const filters = await loadFilters(searchParams, start);
    if (tenancy) {
      const { tenantId } = tenancy;
      const input = listInput(tenantId, filters);
      await Promise.all([
        reads.readFirstPage(listAlerts, input, pagesKey(input), listAlertsPage),
        reads.read(countTabs, tabsInput(tenantId, filters), countAlertsByTab, "optional"),
        reads.read(areasOverview, { query: { tenant: tenantId } }, overviewOf),
        ...(filters.areas === "mine" ? readMine(reads, tenantId) : []),
      ]);
    }
    return (
      <ListStartProvider start={start}>
        <AlertsView />
      </ListStartProvider>
    );
  });
}

export default withWords("(site)/alerts", AlertsPage);
