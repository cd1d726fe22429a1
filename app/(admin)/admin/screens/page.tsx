import type { Metadata } from "next";
import { ReadAgain } from "@/components/admin/read-again";
import { NewScreen, PairScreen } from "@/components/admin/screens/add-screen";
import { ScreenTable } from "@/components/admin/screens/screen-table";
import { AdminPage } from "@/components/forms/page-head";
import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { listScreens } from "@/lib/display/screens/service.server";
import { visibleTenancies } from "@/lib/farm/tenancies/service.server";
import { distinctName } from "@/lib/farm/tenancies/slug";
import { buildVersion } from "@/lib/web/http/version.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("admin.screens.title") };
}

type Search = { pair?: string | string[]; tenant?: string | string[] };

async function ScreensPage({ searchParams }: { searchParams: Promise<Search> }) {
  const actor = await requireAdmin();
  const { t } = await requestWords();
  const [screens, tenancies] = await Promise.all([listScreens(actor), visibleTenancies(actor)]);
  const { pair, tenant } = await searchParams;
  const code = typeof pair === "string" ? pair.slice(0, 20) : null;
  const given = tenancies.find(({ tenantId }) => tenantId === tenant)?.tenantId;
  const named = tenancies.map((one) => ({ tenantId: one.tenantId, name: distinctName(one, tenancies) }));
  return (
    <AdminPage
      title={t("admin.screens.title")}
      hint={t("admin.screens.hint")}
      action={named.length > 0 && <Actions code={code} tenancies={named} tenantId={given} />}
    >
      <Panel label={t("admin.screens.title")} className="overflow-hidden">
        {screens.length === 0 ? (
          <NoScreen canAdd={named.length > 0} />
        ) : (
          <ScreenTable screens={screens} tenancies={named} version={buildVersion()} />
        )}
      </Panel>
      <ReadAgain seconds={20} />
    </AdminPage>
  );
}

export default withWords("(admin)/admin/screens", ScreensPage);

function Actions({
  code,
  ...offered
}: {
  code: string | null;
  tenancies: { tenantId: string; name: string }[];
  tenantId: string | undefined;
}) {
  return (
    <div className="flex flex-wrap gap-2">
      <NewScreen {...offered} />
      <PairScreen key={code} {...offered} code={code} />
    </div>
  );
}

async function NoScreen({ canAdd }: { canAdd: boolean }) {
  const { t } = await requestWords();
  return (
    <EmptyState
      icon="screen"
      title={t("admin.screens.none")}
      actions={
        canAdd ? undefined : <LinkButton href="/admin/tenancies">{t("admin.screens.toTenancies")}</LinkButton>
      }
    >
      {t(canAdd ? "admin.screens.noneText" : "admin.screens.noTenancy")}
    </EmptyState>
  );
}
