import type { Metadata } from "next";
import { PageReads } from "@/components/live/page-reads";
import { NoticesView } from "@/components/notices/notices-view";
import { readNotices } from "@/lib/alerting/notices/service.server";
import { areasOverview } from "@/lib/farm/areas/contract";
import { overviewOf } from "@/lib/farm/areas/service.server";
import { currentTenancy } from "../../current-tenancy.server";
import { pageCache, prefetch, readsOf } from "../../prefetch.server";

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
    <PageReads state={readsOf(client)}>
      <NoticesView notices={notices} />
    </PageReads>
  );
}
