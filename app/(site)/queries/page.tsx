import type { Metadata } from "next";
import { queriesInput, queriesKey } from "@/components/queries/list-input";
import { QueriesView } from "@/components/queries/queries-view";
import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { areasOverview } from "@/lib/farm/areas/contract";
import { overviewOf } from "@/lib/farm/areas/service.server";
import { listQueries, listSavedQueries } from "@/lib/history/queries/contract";
import { readSavedQueries } from "@/lib/history/queries/saved-service.server";
import { listQueriesPage } from "@/lib/history/queries/service.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../page-words.server";
import { tenancyPage } from "../site-page.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("queries.title") };
}

async function QueriesPage() {
  const { t } = await requestWords();
  return tenancyPage(
    { title: t("queries.title"), text: t("queries.notConnected") },
    async ({ tenancy, reads }) => {
      if (tenancy.within !== null) return <NotForLimited name={tenancy.name} />;
      const input = queriesInput(tenancy.tenantId, "person");
      await Promise.all([
        reads.readFirstPage(listQueries, input, queriesKey(input), listQueriesPage),
        reads.read(listSavedQueries, { query: { tenant: tenancy.tenantId } }, readSavedQueries),
        reads.read(areasOverview, { query: { tenant: tenancy.tenantId } }, overviewOf),
      ]);
      return <QueriesView />;
    },
  );
}

export default withWords("(site)/queries", QueriesPage);

/** People limited to some control areas neither make nor read queries. */
async function NotForLimited({ name }: { name: string }) {
  const { t } = await requestWords();
  return (
    <Panel label={t("queries.title")}>
      <h1 className="sr-only">{t("queries.title")}</h1>
      <EmptyState
        icon="lock"
        title={t("queries.limited.title")}
        actions={<LinkButton href="/areas">{t("queries.limited.toAreas")}</LinkButton>}
      >
        {t("queries.limited.text", { name })}
      </EmptyState>
    </Panel>
  );
}
