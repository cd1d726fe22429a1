import type { Metadata } from "next";
import { EmptyList } from "@/components/admin/empty-list";
import { ListSearch } from "@/components/admin/list-search";
import { matches, searchOf } from "@/components/admin/search-words";
import { NewToken } from "@/components/admin/tokens/new-token";
import { TokenTable } from "@/components/admin/tokens/token-table";
import { PageBody, PageHead } from "@/components/forms/page-head";
import { Panel } from "@/components/ui/panel";
import { visibleTenancies } from "@/lib/farm/tenancies/service.server";
import { listTokens } from "@/lib/identity/tokens/service.server";
import { requireAdmin } from "../require-admin.server";

export const metadata: Metadata = { title: "Tokens" };

type Props = { searchParams: Promise<Record<string, string | string[]>> };

export default async function TokensPage({ searchParams }: Props) {
  const actor = await requireAdmin();
  const [all, tenancies] = await Promise.all([listTokens(actor), visibleTenancies(actor)]);
  const search = searchOf(await searchParams);
  const tokens = all.filter(({ name, createdBy }) => matches(search, name, createdBy));
  return (
    <PageBody>
      <PageHead
        title="Tokens"
        hint="A program reads the API with a token, sent as Authorization: Bearer. Give each program its own."
        action={<NewToken />}
      />
      {all.length > 0 && (
        <ListSearch path="/admin/tokens" label="Name or who made it, then Enter" search={search} />
      )}
      <Panel label="Tokens" className="overflow-hidden">
        {tokens.length === 0 ? (
          <EmptyList
            path="/admin/tokens"
            icon="keyboard"
            search={search}
            searched="The names of tokens are searched, and who made them."
            connected={tenancies.length > 0}
            beforeConnecting="Programs read alerts and series with a token. There is nothing to read before a tenancy is connected."
            nothingYet={{
              title: "No tokens yet",
              text: "Reports and other programs need one to read alerts and series.",
              action: { href: "/api/v1/openapi.json", label: "Read the API’s description" },
            }}
          />
        ) : (
          <TokenTable tokens={tokens} />
        )}
      </Panel>
    </PageBody>
  );
}
