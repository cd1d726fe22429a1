import { PageReads } from "@/components/live/page-reads";
import "server-only";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { QueryProvider } from "@/components/live/query-provider";
import type { Site } from "@/components/live/site-context";
import { SiteShell } from "@/components/shell/site-shell";
import { countAlerts } from "@/lib/alerting/alerts/contract";
import { countAlertsNow } from "@/lib/alerting/alerts/service.server";
import { listOutages } from "@/lib/alerting/outages/contract";
import { readOutages } from "@/lib/alerting/outages/service.server";
import { readFreshness } from "@/lib/display/freshness/contract";
import { readFreshnessOf } from "@/lib/display/freshness/service.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { PREFERENCE_COOKIES } from "@/lib/web/preferences/contract";
import { currentTenancy, type PageContext } from "./current-tenancy.server";
import { pageCache, pageNow, prefetch, readsOf } from "./prefetch.server";

/** The frame around the pages of people and admins: who, which tenancy, how fresh. */
export async function SiteFrame({ children }: { children: ReactNode }) {
  const context = await currentTenancy();
  const client = pageCache();
  const { actor, tenancy } = context;
  const input = { query: { tenant: tenancy?.tenantId } };
  if (tenancy)
    await Promise.all([
      prefetch(client, listOutages, { query: {} }, (query) => readOutages(actor, query)),
      prefetch(client, readFreshness, input, (query) => readFreshnessOf(actor, query)),
      prefetch(client, countAlerts, input, (query) => countAlertsNow(actor, query.tenant)),
    ]);
  const singleKeys = (await cookies()).get(PREFERENCE_COOKIES.keys)?.value !== "off";
  return (
    <QueryProvider>
      <PageReads state={readsOf(client)}>
        <SiteShell key={tenancy?.tenantId} site={siteOf(context)} now={pageNow()} singleKeys={singleKeys}>
          {children}
        </SiteShell>
      </PageReads>
    </QueryProvider>
  );
}

function siteOf({ actor, tenancies, tenancy }: PageContext): Site {
  return {
    tenancy: tenancy && toShown(tenancy),
    tenancies: tenancies.map(({ tenantId, name }) => ({ tenantId, name })),
    user: { id: actor.id, name: actor.name, role: actor.role === "screen" ? "viewer" : actor.role },
  };
}

const toShown = ({ tenantId, name, timeZone, within }: TenancyRef) => ({ tenantId, name, timeZone, within });
