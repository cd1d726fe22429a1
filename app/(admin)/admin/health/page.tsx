import type { Metadata } from "next";
import { HealthOfTenancy } from "@/components/admin/health-of-tenancy";
import { PageBody, PageHead } from "@/components/admin/page-head";
import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { listHealth } from "@/lib/tenancies/health.server";
import { requireAdmin } from "../require-admin.server";
import { fetchNowAction, pauseHistoryAction } from "./actions";

export const metadata: Metadata = { title: "Data health" };

export default async function HealthPage() {
  const actor = await requireAdmin();
  const tenancies = await listHealth(actor, new Date());
  return (
    <PageBody>
      <PageHead
        title="Data health"
        hint="How far the history of each tenancy has been fetched, and what could not be stored."
      />
      {tenancies.length === 0 ? (
        <Panel label="Data health">
          <EmptyState
            icon="readings"
            title="No tenancy is connected"
            actions={<LinkButton href="/admin/tenancies">To the tenancies</LinkButton>}
          >
            History is fetched once a tenancy has the service’s address, a client and its secret.
          </EmptyState>
        </Panel>
      ) : (
        <div className="grid gap-6">
          {tenancies.map((health) => (
            <HealthOfTenancy
              key={health.tenantId}
              health={health}
              fetchNow={fetchNowAction}
              pause={pauseHistoryAction}
            />
          ))}
        </div>
      )}
    </PageBody>
  );
}
