import type { Metadata } from "next";
import { ListPage } from "@/components/admin/list-page";
import { matches, readSearch } from "@/components/admin/search-words";
import { NewToken } from "@/components/admin/tokens/new-token";
import { TokenTable } from "@/components/admin/tokens/token-table";
import { visibleTenancies } from "@/lib/farm/tenancies/service.server";
import { listTokens } from "@/lib/identity/tokens/service.server";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

export const metadata: Metadata = { title: "Tokens" };

type Props = { searchParams: Promise<Record<string, string | string[]>> };

async function TokensPage({ searchParams }: Props) {
  const actor = await requireAdmin();
  const [all, refs] = await Promise.all([listTokens(actor), visibleTenancies(actor)]);
  const tenancies = refs.map(({ tenantId, name }) => ({ tenantId, name }));
  const search = readSearch(await searchParams);
  const tokens = all.filter(({ name, createdBy }) => matches(search, name, createdBy));
  return (
    <ListPage
      title="Tokens"
      hint="A program reads the API with a token, sent as Authorization: Bearer. Give each program its own, with what it has to read and no more."
      action={<NewToken tenancies={tenancies} />}
      path="/admin/tokens"
      search={search}
      searchLabel="Name or who made it"
      canSearch={all.length > 0}
      isEmpty={tokens.length === 0}
      icon="keyboard"
      searched="The names of tokens are searched, and who made them."
      connected={tenancies.length > 0}
      beforeConnecting="Programs read alerts and series with a token. There is nothing to read before a tenancy is connected."
      nothingYet={{
        title: "No tokens yet",
        text: "Reports and other programs need one to read alerts and series.",
        action: { href: "/api/v1/openapi.json", label: "Read the API’s description" },
      }}
    >
      {tokens.length > 0 && <TokenTable tokens={tokens} tenancies={tenancies} />}
    </ListPage>
  );
}

export default withWords("(admin)/admin/tokens", TokensPage);
