import type { Metadata } from "next";
import { AccessTable } from "@/components/admin/access-table";
import { NewToken } from "@/components/admin/new-token";
import { PageBody, PageHead } from "@/components/admin/page-head";
import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { ROLE_NAMES } from "@/lib/auth/contract";
import { listTokens } from "@/lib/tokens/service.server";
import { requireAdmin } from "../require-admin.server";
import { createTokenAction, revokeTokenAction } from "./actions";

export const metadata: Metadata = { title: "Tokens" };

export default async function TokensPage() {
  const actor = await requireAdmin();
  const tokens = await listTokens(actor);
  return (
    <PageBody>
      <PageHead
        title="Tokens"
        hint="A program reads the API with a token, sent as Authorization: Bearer. Give each program its own."
        action={<NewToken create={createTokenAction} />}
      />
      <Panel label="Tokens" className="overflow-hidden">
        {tokens.length === 0 ? (
          <EmptyState
            icon="keyboard"
            title="No program has a token"
            actions={<LinkButton href="/api/v1/openapi.json">Read the API’s description</LinkButton>}
          >
            Reports and other programs need one to read alerts and series.
          </EmptyState>
        ) : (
          <AccessTable
            lines={tokens.map((token) => ({
              ...token,
              grants: ROLE_NAMES[token.role],
              lastAt: token.lastUsedAt,
            }))}
            heads={{ grants: "Role", lastAt: "Last used" }}
            effect="The program that has it is refused at once."
            revoke={revokeTokenAction}
          />
        )}
      </Panel>
    </PageBody>
  );
}
