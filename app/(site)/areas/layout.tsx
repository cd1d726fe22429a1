import type { ReactNode } from "react";
import { AreasFrame } from "@/components/areas/areas-frame";
import { PageReads } from "@/components/live/page-reads";
import { listFavourites } from "@/lib/farm/areas/contract";
import { favouritesOf, hasAreas } from "@/lib/farm/areas/service.server";
import { withWords } from "../../page-words.server";
import { currentTenancy } from "../current-tenancy.server";
import { PagePrefetch } from "../prefetch.server";

/** Keeps the tree while one goes from area to area; the browser reads it after the first paint. */
async function AreasLayout({ children }: { children: ReactNode }) {
  const { actor, tenancy } = await currentTenancy();
  if (!tenancy) return children;
  const reads = new PagePrefetch(actor);
  const query = { tenant: tenancy.tenantId };
  const [hasTree] = await Promise.all([
    hasAreas(actor, query),
    reads.read(listFavourites, { query }, favouritesOf),
  ]);
  return (
    <PageReads state={reads.toState()}>
      <AreasFrame tenant={tenancy.tenantId} hasTree={hasTree}>
        {children}
      </AreasFrame>
    </PageReads>
  );
}

export default withWords("(site)/areas frame", AreasLayout);
