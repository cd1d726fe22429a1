import "server-only";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { PageReads } from "@/components/live/page-reads";
import { QueryProvider } from "@/components/live/query-provider";
import type { Site } from "@/components/live/site-context";
import { isAt, SITES_PLACE } from "@/components/shell/navigation";
import { SiteShell } from "@/components/shell/site-shell";
import { ALL_TENANCIES, countAlerts, countTabs } from "@/lib/alerting/alerts/contract";
import { countAlertsByTab, countAlertsNow } from "@/lib/alerting/alerts/service.server";
import { listOutages } from "@/lib/alerting/outages/contract";
import { readOutages } from "@/lib/alerting/outages/service.server";
import type { Role } from "@/lib/base/core/access";
import { readFreshness } from "@/lib/display/freshness/contract";
import { getFreshness } from "@/lib/display/freshness/service.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { distinctName } from "@/lib/farm/tenancies/slug";
import type { Actor } from "@/lib/identity/actor/contract";
import { PAGE_ADDRESS_HEADER } from "@/lib/identity/auth/sign-in-address.server";
import { PREFERENCE_COOKIES } from "@/lib/web/preferences/contract";
import { currentTenancy, type PageContext } from "./current-tenancy.server";
import { PagePrefetch, pageNow } from "./prefetch.server";

/** The frame around the pages of people and admins: who is signed in, which tenancy, how fresh its data is. */
export async function SiteFrame({ children }: { children: ReactNode }) {
  const context = await currentTenancy();
  const { actor, tenancy } = context;
  const reads = new PagePrefetch(actor);
  const input = { query: { tenant: tenancy?.tenantId } };
  if (tenancy)
    await Promise.all([
      reads.read(listOutages, { query: {} }, readOutages),
      reads.read(readFreshness, input, getFreshness),
      (await isOfAll(context))
        ? reads.read(countTabs, { query: { tenant: ALL_TENANCIES } }, countAlertsByTab, "optional")
        : reads.read(countAlerts, input, (_, query) => countAlertsNow(actor, query.tenant)),
    ]);
  const singleKeys = (await cookies()).get(PREFERENCE_COOKIES.keys)?.value !== "off";
  return (
    <QueryProvider>
      <PageReads state={reads.toState()}>
        <SiteShell key={tenancy?.tenantId} site={siteOf(context)} now={pageNow()} singleKeys={singleKeys}>
          {children}
        </SiteShell>
      </PageReads>
    </QueryProvider>
  );
}

/** Whether the menu is that of all sites, with the count of their alerts. */
async function isOfAll({ tenancies }: PageContext): Promise<boolean> {
  const address = (await headers()).get(PAGE_ADDRESS_HEADER) ?? "/";
  return tenancies.length > 1 && isAt(SITES_PLACE, address.split("?")[0] ?? "/");
}

function siteOf({ actor, tenancies, tenancy }: PageContext): Site {
  const named = ({ tenantId, slug, role, ...one }: TenancyRef) => ({
    ...{ tenantId, slug, role: roleOfPerson(role) },
    name: distinctName({ slug, ...one }, tenancies),
  });
  return {
    tenancy: tenancy && {
      ...named(tenancy),
      ...{ timeZone: tenancy.timeZone, shiftTimes: tenancy.shiftTimes, within: tenancy.within },
    },
    tenancies: tenancies.map(named),
    user: { id: actor.id, name: actor.name, role: roleOfPerson(actor.role) },
  };
}

const roleOfPerson = (role: Actor["role"]): Role => (role === "screen" ? "viewer" : role);
