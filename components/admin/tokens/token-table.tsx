"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/forms/dialogs";
import { useAction } from "@/components/forms/use-action";
import { SetByFile, WordButton } from "@/components/forms/word-button";
import { SiteTime, TimeCell } from "@/components/ui/time";
import { ROLE_NAMES } from "@/lib/base/core/access";
import { revokeToken } from "@/lib/identity/tokens/actions";
import type { TokenLine } from "@/lib/identity/tokens/contract";
import { type Column, DataTable } from "../data-table";

const COLUMNS: Column<TokenLine>[] = [
  { head: "Name", className: "font-strong", cell: ({ name }) => name },
  { head: "Role", className: "text-sm", cell: ({ role }) => ROLE_NAMES[role] },
  {
    head: "Made",
    className: "text-sm",
    cell: ({ createdAt, createdBy }) => (
      <>
        <SiteTime at={createdAt} className="sm:block" />{" "}
        <span className="text-xs text-ink-3">by {createdBy}</span>
      </>
    ),
  },
  {
    head: "Last used",
    className: "text-sm",
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <TimeCell at={lastUsedAt} /> : <span className="text-ink-3">never</span>,
  },
  {
    head: "State",
    className: "text-sm",
    cell: ({ revokedAt }) =>
      revokedAt ? (
        <>
          Revoked <SiteTime at={revokedAt} />
        </>
      ) : (
        "In use"
      ),
  },
  { head: "Revoke", isHeadHidden: true, className: "num text-sm", cell: (token) => <Revoke token={token} /> },
];

/** API tokens: what each may see, who made it, when it was last used. */
export function TokenTable({ tokens }: { tokens: TokenLine[] }) {
  return (
    <DataTable
      rows={tokens}
      keyOf={({ id }) => id}
      columns={COLUMNS}
      rowProps={({ revokedAt }) => ({ className: revokedAt ? "text-ink-3" : undefined })}
    />
  );
}

/** Revokes a token after a confirmation; one from the provisioning file is locked. */
function Revoke({ token }: { token: TokenLine }) {
  const [asked, setAsked] = useState(false);
  const action = useAction(revokeToken, { said: `${token.name} is revoked`, onDone: () => setAsked(false) });
  if (token.revokedAt) return null;
  if (token.provisioned) return <SetByFile />;
  return (
    <>
      <WordButton className="-mx-1" label={`Revoke ${token.name}`} onClick={() => setAsked(true)}>
        Revoke
      </WordButton>
      <ConfirmDialog
        title={`Revoke ${token.name}?`}
        verb="Revoke"
        isOpen={asked}
        action={action}
        onConfirm={() => action.submit({ id: token.id })}
        onClose={() => setAsked(false)}
      >
        <p>The program that has it is refused at once. This cannot be taken back.</p>
      </ConfirmDialog>
    </>
  );
}
