import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AreasFrame } from "@/components/areas/areas-frame";
import { areasOverview, listFavourites } from "@/lib/areas/contract";
import { favouritesOf } from "@/lib/areas/favourites-service.server";
import { overviewOf } from "@/lib/areas/service.server";
import { currentTenancy } from "../current-tenancy.server";
import { pageCache, prefetch } from "../prefetch.server";

/** Reads the areas once, however many of their pages one then goes to: events keep them fresh. */
export default async function AreasLayout({ children }: { children: ReactNode }) {
  const { actor, tenancy } = await currentTenancy();
  if (!tenancy) return children;
  const client = pageCache();
  const input = { query: { tenant: tenancy.tenantId } };
  await Promise.all([
    prefetch(client, areasOverview, input, (query) => overviewOf(actor, query)),
    prefetch(client, listFavourites, input, (query) => favouritesOf(actor, query)),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AreasFrame tenant={tenancy.tenantId}>{children}</AreasFrame>
    </HydrationBoundary>
  );
}
