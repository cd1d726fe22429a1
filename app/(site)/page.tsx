import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { SearchParams } from "nuqs/server";
import { loadStart } from "@/components/alerts/filters";
import { ListStartProvider } from "@/components/alerts/list-start";
import { nowAlertsInput } from "@/components/now/lists";
import { NowView } from "@/components/now/now-view";
import { listAlerts } from "@/lib/alerting/alerts/contract";
import { listAlertsPage } from "@/lib/alerting/alerts/service.server";
import { readNews } from "@/lib/alerting/handover/contract";
import { countNews, findNewsStart } from "@/lib/alerting/handover/service.server";
import { areasOverview } from "@/lib/farm/areas/contract";
import { overviewOf } from "@/lib/farm/areas/service.server";
import { PREFERENCE_COOKIES } from "@/lib/web/preferences/contract";
import { withWords } from "../page-words.server";
import { listStart, readMine } from "./list-start.server";
import { sitePage } from "./site-page.server";
import { siteTitle } from "./site-title.server";

/** The template of a layout does not reach the page beside it. */
export async function generateMetadata(): Promise<Metadata> {
  return { title: { absolute: `Now · ${await siteTitle()}` } };
}

function NowPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return sitePage(async ({ actor, tenancy, reads }) => {
    const seenOutages = (await cookies()).get(PREFERENCE_COOKIES.outages)?.value ?? null;
    const start = await listStart();
    const filters = await loadStart(searchParams, start);
    const newsStart = tenancy && (await findNewsStart(actor, tenancy));
    if (tenancy && newsStart)
      await Promise.all([
        reads.read(listAlerts, nowAlertsInput(tenancy.tenantId, filters), listAlertsPage),
        ...(filters.areas === "mine" ? readMine(reads, tenancy.tenantId) : []),
        reads.read(areasOverview, { query: { tenant: tenancy.tenantId } }, overviewOf),
        reads.read(readNews, { query: { tenant: tenancy.tenantId, from: newsStart.from } }, countNews),
      ]);
    return (
      <ListStartProvider start={start}>
        <NowView seenOutages={seenOutages} newsStart={newsStart} />
      </ListStartProvider>
    );
  });
}

export default withWords("(site)", NowPage);
