import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { HandoverView } from "@/components/handover/handover-view";
import { handoverInput, loadSince } from "@/components/handover/since";
import { PageReads } from "@/components/live/page-reads";
import { NotConnectedPage } from "@/components/shell/not-connected";
import { readHandover } from "@/lib/alerting/handover/contract";
import { buildHandover } from "@/lib/alerting/handover/service.server";
import { currentTenancy } from "../current-tenancy.server";
import { PagePrefetch, pageNow } from "../prefetch.server";

export const metadata: Metadata = { title: "Handover" };

export default async function HandoverPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { actor, tenancy } = await currentTenancy();
  if (!tenancy)
    return (
      <NotConnectedPage label="Handover" isAdmin={actor.role === "admin"}>
        A handover says what happened to the alerts of a tenancy.
      </NotConnectedPage>
    );
  const reads = new PagePrefetch(actor);
  const { since } = await loadSince(searchParams);
  const input = handoverInput(tenancy.tenantId, since, tenancy.timeZone, new Date(pageNow()));
  await reads.read(readHandover, input, buildHandover);
  return (
    <PageReads state={reads.toState()}>
      <HandoverView />
    </PageReads>
  );
}
