import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ConnectTenancy } from "@/components/admin/tenancies/connect/connect-tenancy";
import { AdminPage } from "@/components/forms/page-head";
import { Link } from "@/components/ui/link";
import { countAdmissible, readArrival } from "@/lib/alerting/deliveries/service.server";
import { readNextSteps } from "@/lib/operations/connecting/next-steps.server";
import { webhookAddress } from "@/lib/operations/connecting/own-address.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../../page-words.server";
import { requireAdmin } from "../../require-admin.server";
import { tenancyOfPage } from "../../tenancies/tenancy-of-page.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("admin.connect.title") };
}

type Props = { params: Promise<{ tenantId: string }> };

async function ConnectTenancyPage({ params }: Props) {
  const actor = await requireAdmin();
  const tenancy = await tenancyOfPage(actor, (await params).tenantId);
  const { tenantId } = tenancy;
  const { t } = await requestWords();
  if (tenancy.deletion) redirect(`/admin/tenancies/${encodeURIComponent(tenantId)}`);
  const [arrival, nextSteps] = await Promise.all([
    readArrival(actor, tenantId),
    readNextSteps(actor, tenantId),
  ]);
  return (
    <AdminPage
      trail={
        <Link href="/admin/tenancies" className="font-medium text-accent">
          {t("admin.tenancies.title")}
        </Link>
      }
      title={t("admin.connect.titleOf", { site: tenancy.name })}
    >
      <ConnectTenancy
        key={tenantId}
        tenancy={tenancy}
        webhookAddress={webhookAddress()}
        arrival={arrival}
        admissible={countAdmissible(actor, tenantId).catch(() => 0)}
        nextSteps={nextSteps}
      />
    </AdminPage>
  );
}

export default withWords("(admin)/admin/connect/[tenantId]", ConnectTenancyPage);
