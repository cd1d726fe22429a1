import type { Metadata } from "next";
import { TenancyDeletion } from "@/components/admin/tenancies/delete-tenancy";
import { TenancyEditor } from "@/components/admin/tenancies/tenancy-editor";
import { countAdmissible, readArrival } from "@/lib/alerting/deliveries/service.server";
import { readHighCoverage } from "@/lib/alerting/notices/service.server";
import { webhookAddress } from "@/lib/operations/connecting/own-address.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../../page-words.server";
import { requireAdmin } from "../../require-admin.server";
import { tenancyOfPage } from "../tenancy-of-page.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("admin.tenancies.pageOfOne") };
}

type Props = { params: Promise<{ tenantId: string }> };

async function TenancyPage({ params }: Props) {
  const actor = await requireAdmin();
  const tenancy = await tenancyOfPage(actor, (await params).tenantId);
  if (tenancy.deletion) return <TenancyDeletion name={tenancy.name} deletion={tenancy.deletion} />;
  const [high, { carriedId, firstAt }] = await Promise.all([
    readHighCoverage(actor),
    readArrival(actor, tenancy.tenantId),
  ]);
  return (
    <TenancyEditor
      key={tenancy.tenantId}
      tenancy={tenancy}
      webhookAddress={webhookAddress()}
      admissible={countAdmissible(actor, tenancy.tenantId).catch(() => 0)}
      carriedId={carriedId}
      isConnected={firstAt !== null}
      high={high.get(tenancy.tenantId)}
    />
  );
}

export default withWords("(admin)/admin/tenancies/[tenantId]", TenancyPage);
