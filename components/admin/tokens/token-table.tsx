"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/forms/dialogs";
import { useAction } from "@/components/forms/use-action";
import { SetByFile, WordButton } from "@/components/forms/word-button";
import { SiteTime, TimeCell, useClock } from "@/components/ui/time";
import { ROLE_NAMES } from "@/lib/base/core/access";
import { revokeToken } from "@/lib/identity/tokens/actions";
import type { TokenLine } from "@/lib/identity/tokens/contract";
import { type Column, DataTable } from "../data-table";
import type { Tenancies } from "../screens/screen-form";
import { LimitList } from "../users/limit-list";

const columnsFor = (tenancies: Tenancies): Column<TokenLine>[] => [
  { head: "Name", className: "font-strong", cell: ({ name }) => name },
  {
    head: "Role",
    className: "text-sm",
    cell: ({ role, areas }) => (
      <span>
        {ROLE_NAMES[role]}
        {areas && <LimitList areas={areas} tenancies={tenancies} />}
      </span>
    ),
  },
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
    head: "Ends",
    className: "text-sm",
    cell: ({ expiresAt }) =>
      expiresAt ? <SiteTime at={expiresAt} /> : <span className="text-ink-3">never</span>,
  },
  { head: "State", className: "text-sm", cell: (token) => <State token={token} /> },
  { head: "Revoke", isHeadHidden: true, className: "num text-sm", cell: (token) => <Revoke token={token} /> },
];

/** API tokens: what each may read, who made it, when it was last used and when it ends. */
export function TokenTable({ tokens, tenancies }: { tokens: TokenLine[]; tenancies: Tenancies }) {
  return (
    <DataTable
      rows={tokens}
      keyOf={({ id }) => id}
      columns={columnsFor(tenancies)}
      rowProps={({ revokedAt }) => ({ className: revokedAt ? "text-ink-3" : undefined })}
    />
  );
}

function State({ token: { revokedAt, expiresAt } }: { token: TokenLine }) {
  const { now } = useClock();
  if (revokedAt)
    return (
      <>
        Revoked <SiteTime at={revokedAt} />
      </>
    );
  return expiresAt && Date.parse(expiresAt) <= now.getTime() ? "Ended" : "In use";
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
