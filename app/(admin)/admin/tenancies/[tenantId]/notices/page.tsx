import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { TeamView } from "@/components/admin/tenancies/team/team-view";
import { readTeamNotices } from "@/lib/alerting/notices/service.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../../../page-words.server";
import { requireAdmin } from "../../../require-admin.server";
import { tenancyOfPage } from "../../tenancy-of-page.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("admin.team.title") };
}

type Props = { params: Promise<{ tenantId: string }> };

async function TeamNoticesPage({ params }: Props) {
  const actor = await requireAdmin();
  const { tenantId, name, deletion } = await tenancyOfPage(actor, (await params).tenantId);
  if (deletion) redirect(`/admin/tenancies/${encodeURIComponent(tenantId)}`);
  return <TeamView tenancy={{ tenantId, name }} notices={await readTeamNotices(actor, tenantId)} />;
}

export default withWords("(admin)/admin/tenancies/[tenantId]/notices", TeamNoticesPage);
