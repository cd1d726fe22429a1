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
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

const LEDGER_DAYS = 90;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("admin.health.title") };
}

async function HealthPage() {
  const actor = await requireAdmin();
  const { t } = await requestWords();
  const now = new Date();
  const from = new Date(now.getTime() - LEDGER_DAYS * DAY_MS);
  const [tenancies, outages] = await Promise.all([listHealth(actor, now), readOutages(actor, { from })]);
  return (
    <AdminPage title={t("admin.health.title")} hint={t("admin.health.hint")}>
      {tenancies.length === 0 ? (
        <Panel label={t("admin.health.title")}>
          <EmptyState
            icon="readings"
            title={t("admin.health.none.title")}
            actions={<LinkButton href="/admin/tenancies">{t("admin.health.none.toTenancies")}</LinkButton>}
          >
            {t("admin.health.none.text")}
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
