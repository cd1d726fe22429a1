import type { Metadata } from "next";
import { ListPage } from "@/components/admin/list-page";
import { matches, readSearch } from "@/components/admin/search-words";
import { NewToken } from "@/components/admin/tokens/new-token";
import { TokenTable } from "@/components/admin/tokens/token-table";
import { visibleTenancies } from "@/lib/farm/tenancies/service.server";
import { listTokens } from "@/lib/identity/tokens/service.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("admin.tokens.title") };
}

type Props = { searchParams: Promise<Record<string, string | string[]>> };

async function TokensPage({ searchParams }: Props) {
  const actor = await requireAdmin();
  const { t } = await requestWords();
  const [all, refs] = await Promise.all([listTokens(actor), visibleTenancies(actor)]);
  const tenancies = refs.map(({ tenantId, name }) => ({ tenantId, name }));
  const search = readSearch(await searchParams);
  const tokens = all.filter(({ name, createdBy }) => matches(search, name, createdBy));
  return (
    <ListPage
      title={t("admin.tokens.title")}
      hint={t("admin.tokens.hint")}
      action={<NewToken tenancies={tenancies} />}
      path="/admin/tokens"
      search={search}
      searchLabel={t("admin.tokens.search")}
      canSearch={all.length > 0}
      isEmpty={tokens.length === 0}
      icon="keyboard"
      searched={t("admin.tokens.searched")}
      connected={tenancies.length > 0}
      beforeConnecting={t("admin.tokens.beforeConnecting")}
      nothingYet={{
        title: t("admin.tokens.none"),
        text: t("admin.tokens.noneText"),
        action: { href: "/api/v1/openapi.json", label: t("admin.tokens.openApi") },
      }}
    >
      {tokens.length > 0 && <TokenTable tokens={tokens} tenancies={tenancies} />}
    </ListPage>
  );
}

export default withWords("(admin)/admin/tokens", TokensPage);
