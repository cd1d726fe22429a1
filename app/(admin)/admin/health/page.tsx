import type { Metadata } from "next";
import { HealthOfTenancy } from "@/components/admin/data-health/health-of-tenancy";
import { HealthOutages } from "@/components/admin/data-health/health-tables";
import { AdminPage } from "@/components/forms/page-head";
import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { ClockProvider } from "@/components/ui/time";
import { readOutages } from "@/lib/alerting/outages/service.server";
import { DAY_MS } from "@/lib/base/core/time";
import { listHealth } from "@/lib/operations/connecting/health.server";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

const LEDGER_DAYS = 90;

export const metadata: Metadata = { title: "Data health" };

async function HealthPage() {
  const actor = await requireAdmin();
  const now = new Date();
  const from = new Date(now.getTime() - LEDGER_DAYS * DAY_MS);
  const [tenancies, outages] = await Promise.all([listHealth(actor, now), readOutages(actor, { from })]);
  return (
    <AdminPage
      title="Data health"
      hint="How far the history of each tenancy has been fetched, and what could not be stored."
    >
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
          <HealthOutages outages={outages.items} zone={tenancies[0]?.timeZone ?? "UTC"} days={LEDGER_DAYS} />
          {tenancies.map((health) => (
            <ClockProvider key={health.tenantId} now={now.toISOString()} zone={health.timeZone}>
              <HealthOfTenancy health={health} />
            </ClockProvider>
          ))}
        </div>
      )}
    </AdminPage>
  );
}

export default withWords("(admin)/admin/health", HealthPage);
