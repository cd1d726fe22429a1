import type { Metadata } from "next";
import { TenancyTable } from "@/components/admin/tenancies/tenancy-table";
import { AdminPage } from "@/components/forms/page-head";
import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { listTenancies } from "@/lib/operations/connecting/admin.server";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

export const metadata: Metadata = { title: "Tenancies" };

const CONNECT = (
  <LinkButton variant="primary" icon="plus" href="/admin/connect">
    Connect a tenancy
  </LinkButton>
);

async function TenanciesPage() {
  const actor = await requireAdmin();
  const tenancies = await listTenancies(actor);
  const none = tenancies.length === 0;
  return (
    <AdminPage
      title="Tenancies"
      hint="Each is one contract with the plant-monitoring service: it signs its own notifications and holds its own history."
      action={none ? undefined : CONNECT}
    >
      <Panel label="Tenancies">
        {none ? (
          <EmptyState icon="leaf" title="No tenancy is connected" actions={CONNECT}>
            Connect the first one in six steps, some ten minutes. Each is tried before the next: addresses,
            client, history, webhook, and the first notification.
          </EmptyState>
        ) : (
          <TenancyTable tenancies={tenancies} />
        )}
      </Panel>
    </AdminPage>
  );
}

export default withWords("(admin)/admin/tenancies", TenanciesPage);
