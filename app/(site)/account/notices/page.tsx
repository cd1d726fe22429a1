import type { Metadata } from "next";
import { PageReads } from "@/components/live/page-reads";
import { NoticesView } from "@/components/notices/notices-view";
import { readNotices } from "@/lib/alerting/notices/service.server";
import { areasOverview } from "@/lib/farm/areas/contract";
import { overviewOf } from "@/lib/farm/areas/service.server";
import { currentTenancy } from "../../current-tenancy.server";
import { PagePrefetch } from "../../prefetch.server";

export const metadata: Metadata = { title: "Notices" };

export default async function NoticesPage() {
  const { actor, tenancy } = await currentTenancy();
  const reads = new PagePrefetch(actor);
  const [notices] = await Promise.all([
    readNotices(actor),
    tenancy && reads.read(areasOverview, { query: { tenant: tenancy.tenantId } }, overviewOf),
  ]);
  return (
    <PageReads state={reads.toState()}>
      <NoticesView notices={notices} />
    </PageReads>
  );
}
