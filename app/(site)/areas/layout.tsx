import type { ReactNode } from "react";
import { AreasFrame } from "@/components/areas/areas-frame";
import { PageReads } from "@/components/live/page-reads";
import { listFavourites } from "@/lib/farm/areas/contract";
import { favouritesOf, hasAreas } from "@/lib/farm/areas/service.server";
import { currentTenancy } from "../current-tenancy.server";
import { pageCache, prefetch, readsOf } from "../prefetch.server";

/** The tree stays, however many of the areas' pages one then goes to; the browser reads it once the page stands. */
export default async function AreasLayout({ children }: { children: ReactNode }) {
  const { actor, tenancy } = await currentTenancy();
  if (!tenancy) return children;
  const client = pageCache();
  const [hasTree] = await Promise.all([
    hasAreas(actor, { tenant: tenancy.tenantId }),
    prefetch(client, listFavourites, { query: { tenant: tenancy.tenantId } }, (query) =>
      favouritesOf(actor, query),
    ),
  ]);
  return (
    <PageReads state={readsOf(client)}>
      <AreasFrame tenant={tenancy.tenantId} hasTree={hasTree}>
        {children}
      </AreasFrame>
    </PageReads>
  );
}
