import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { nowAlertsInput } from "@/components/alerts/inputs";
import { PageReads } from "@/components/live/page-reads";
import { NowView } from "@/components/now/now-view";
import { listAlerts } from "@/lib/alerting/alerts/contract";
import { listAlertsPage } from "@/lib/alerting/alerts/service.server";
import { areasOverview } from "@/lib/farm/areas/contract";
import { overviewOf } from "@/lib/farm/areas/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { PREFERENCE_COOKIES } from "@/lib/web/preferences/contract";
import { currentTenancy } from "./current-tenancy.server";
import { pageCache, prefetch, readsOf } from "./prefetch.server";

export const metadata: Metadata = { title: "Now" };

export default async function NowPage() {
  const { actor, tenancy } = await currentTenancy();
  const client = pageCache();
  const seenOutages = (await cookies()).get(PREFERENCE_COOKIES.outages)?.value ?? null;
  if (tenancy)
    await Promise.all([
      readAlerts(client, actor, tenancy.tenantId),
      prefetch(client, areasOverview, { query: { tenant: tenancy.tenantId } }, (query) =>
        overviewOf(actor, query),
      ),
    ]);
  return (
    <PageReads state={readsOf(client)}>
      <NowView seenOutages={seenOutages} />
    </PageReads>
  );
}

async function readAlerts(client: QueryClient, actor: Actor, tenant: string): Promise<void> {
  await prefetch(client, listAlerts, nowAlertsInput(tenant), (query) => listAlertsPage(actor, query));
}
