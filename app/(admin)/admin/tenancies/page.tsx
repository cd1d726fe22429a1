import type { Metadata } from "next";
import { NewTenancy } from "@/components/admin/new-tenancy";
import { PageBody, PageHead } from "@/components/admin/page-head";
import { TenancyTable } from "@/components/admin/tenancy-table";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { listTenancies } from "@/lib/tenancies/admin.server";
import { requireAdmin } from "../require-admin.server";
import { createTenancyAction } from "./actions";

export const metadata: Metadata = { title: "Tenancies" };

export default async function TenanciesPage() {
  const actor = await requireAdmin();
  const tenancies = await listTenancies(actor);
  const none = tenancies.length === 0;
  return (
    <PageBody>
      <PageHead
        title="Tenancies"
        hint="Each is one contract with the plant-monitoring service: it signs its own notifications and holds its own history."
        action={none ? undefined : <NewTenancy create={createTenancyAction} />}
      />
      <Panel label="Tenancies">
        {none ? (
          <EmptyState
            icon="leaf"
            title="No tenancy is connected"
            actions={<NewTenancy create={createTenancyAction} />}
          >
            Connect the first one with its tenant id. Notifications arrive once its webhook secret is stored,
            history once the service's address, client and secret are.
          </EmptyState>
        ) : (
          <TenancyTable tenancies={tenancies} />
        )}
      </Panel>
    </PageBody>
  );
}
