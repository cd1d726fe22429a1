import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AlertsView } from "@/components/alerts/alerts-view";
import { listInput, loadFilters, pagesKey, tabsInput } from "@/components/alerts/filters";
import { ListStartProvider } from "@/components/alerts/list-start";
import { OfAllSites } from "@/components/live/list-scope";
import { ALL_TENANCIES, countTabs, listAlerts } from "@/lib/alerting/alerts/contract";
import { countAlertsByTab, listAlertsPage } from "@/lib/alerting/alerts/service.server";
import { listSiteGroups } from "@/lib/farm/site-groups/contract";
import { readSiteGroups } from "@/lib/farm/site-groups/service.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../page-words.server";
import { listStart } from "../../list-start.server";
import { sitePage } from "../../site-page.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: { absolute: `${(await requestWords()).t("alerts.titleOfAll")} · Leafwatch` } };
}

/** The inbox over all sites of a person. */
function AlertsOfAllSitesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return sitePage(async ({ reads }) => {
    const start = await listStart();
    const filters = await loadFilters(searchParams, start);
    const input = listInput(ALL_TENANCIES, filters);
    await Promise.all([
      reads.readFirstPage(listAlerts, input, pagesKey(input), listAlertsPage),
      reads.read(listSiteGroups, {}, (actor) => readSiteGroups(actor)),
      reads.read(countTabs, tabsInput(ALL_TENANCIES, filters), countAlertsByTab, "optional"),
    ]);
    return (
      <ListStartProvider start={start}>
        <OfAllSites>
          <AlertsView />
        </OfAllSites>
      </ListStartProvider>
    );
  });
}

export default withWords("(site)/sites/alerts", AlertsOfAllSitesPage);
