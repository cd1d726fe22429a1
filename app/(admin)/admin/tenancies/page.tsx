import type { Metadata } from "next";
import { TenancyTable } from "@/components/admin/tenancies/tenancy-table";
import { AdminPage } from "@/components/forms/page-head";
import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { listTenancies } from "@/lib/operations/connecting/admin.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("admin.tenancies.title") };
}

async function TenanciesPage() {
  const actor = await requireAdmin();
  const { t } = await requestWords();
  const connect = (
    <LinkButton variant="primary" icon="plus" href="/admin/connect">
      {t("admin.connect.title")}
    </LinkButton>
  );
  const tenancies = await listTenancies(actor);
  const none = tenancies.length === 0;
  return (
    <AdminPage
      title={t("admin.tenancies.title")}
      hint={t("admin.tenancies.hint")}
      action={none ? undefined : connect}
    >
      <Panel label={t("admin.tenancies.title")}>
        {none ? (
          <EmptyState icon="leaf" title={t("admin.tenancies.none")} actions={connect}>
            {t("admin.tenancies.noneText")}
          </EmptyState>
        ) : (
          <TenancyTable tenancies={tenancies} />
        )}
      </Panel>
    </AdminPage>
  );
}

export default withWords("(admin)/admin/tenancies", TenanciesPage);
