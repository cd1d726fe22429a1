import type { Metadata } from "next";
import { SitesView } from "@/components/sites/sites-view";
import { ALL_TENANCIES, countTabs } from "@/lib/alerting/alerts/contract";
import { countAlertsByTab } from "@/lib/alerting/alerts/service.server";
import { listSites } from "@/lib/display/sites/contract";
import { listSitesNow } from "@/lib/display/sites/service.server";
import { listSiteGroups } from "@/lib/farm/site-groups/contract";
import { readSiteGroups } from "@/lib/farm/site-groups/service.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../page-words.server";
import { sitePage } from "../site-page.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: { absolute: `${(await requestWords()).t("sites.title")} · Leafwatch` } };
}

function SitesPage() {
  return sitePage(async ({ reads }) => {
    await Promise.all([
      reads.read(listSites, {}, (actor) => listSitesNow(actor)),
      reads.read(listSiteGroups, {}, (actor) => readSiteGroups(actor)),
      reads.read(countTabs, { query: { tenant: ALL_TENANCIES } }, countAlertsByTab, "optional"),
    ]);
    return <SitesView />;
  });
}

export default withWords("(site)/sites", SitesPage);
