import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NoticesView } from "@/components/notices/notices-view";
import { areasOverview } from "@/lib/areas/contract";
import { overviewOf } from "@/lib/areas/service.server";
import { readNotices } from "@/lib/notices/service.server";
import { currentTenancy } from "../../current-tenancy.server";
import { pageCache, prefetch } from "../../prefetch.server";
import { allowDevice, dropRule, forgetDevice, saveRule, testNotices } from "./actions";

export const metadata: Metadata = { title: "Notices" };

export default async function NoticesPage() {
  const { actor, tenancy } = await currentTenancy();
  const client = pageCache();
  const [notices] = await Promise.all([
    readNotices(actor),
    tenancy &&
      prefetch(client, areasOverview, { query: { tenant: tenancy.tenantId } }, (query) =>
        overviewOf(actor, query),
      ),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <NoticesView
        notices={notices}
        actions={{ allowDevice, forgetDevice, saveRule, dropRule, testNotices }}
      />
    </HydrationBoundary>
  );
}
