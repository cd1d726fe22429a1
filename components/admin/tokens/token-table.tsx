"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/forms/dialogs";
import { useAction } from "@/components/forms/use-action";
import { SetByFile, WordButton } from "@/components/forms/word-button";
import { SiteTime, TimeCell, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { ROLE_WORDS } from "@/lib/base/words/roles";
import type { Words } from "@/lib/base/words/words";
import { revokeToken } from "@/lib/identity/tokens/actions";
import type { TokenLine } from "@/lib/identity/tokens/contract";
import { type Column, DataTable } from "../data-table";
import type { Tenancies } from "../screens/screen-form";
import { LimitList } from "../users/limit-list";

const columnsFor = (words: Words, tenancies: Tenancies): Column<TokenLine>[] => [
  { head: words.t("admin.tokens.column.name"), className: "font-strong", cell: ({ name }) => name },
  {
    head: words.t("admin.tokens.column.role"),
    className: "text-sm",
    cell: ({ role, areas }) => (
      <span>
        {words.t(ROLE_WORDS[role])}
        {areas && <LimitList areas={areas} tenancies={tenancies} />}
      </span>
    ),
  },
  {
    head: words.t("admin.tokens.column.created"),
    className: "text-sm",
    cell: ({ createdAt, createdBy }) => (
      <>
        <SiteTime at={createdAt} className="sm:block" />{" "}
        <span className="text-xs text-ink-3">{words.t("admin.tokens.by", { name: createdBy })}</span>
      </>
    ),
  },
  {
    head: words.t("admin.tokens.column.lastUsed"),
    className: "text-sm",
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? (
        <TimeCell at={lastUsedAt} />
      ) : (
        <span className="text-ink-3">{words.t("admin.tokens.never")}</span>
      ),
  },
  {
    head: words.t("admin.tokens.column.expires"),
    className: "text-sm",
    cell: ({ expiresAt }) =>
      expiresAt ? (
        <SiteTime at={expiresAt} />
      ) : (
        <span className="text-ink-3">{words.t("admin.tokens.never")}</span>
      ),
  },
  {
    head: words.t("admin.tokens.column.state"),
    className: "text-sm",
    cell: (token) => <State token={token} />,
  },
  {
    head: words.t("admin.tokens.column.revoke"),
    isHeadHidden: true,
    className: "num text-sm",
    cell: (token) => <Revoke token={token} />,
  },
];

/** API tokens: what each may read, who made it, when it was last used and when it ends. */
export function TokenTable({ tokens, tenancies }: { tokens: TokenLine[]; tenancies: Tenancies }) {
  const words = useWords();
  return (
    <DataTable
      rows={tokens}
      keyOf={({ id }) => id}
      columns={columnsFor(words, tenancies)}
      rowProps={({ revokedAt }) => ({ className: revokedAt ? "text-ink-3" : undefined })}
    />
  );
}

function State({ token: { revokedAt, expiresAt } }: { token: TokenLine }) {
  const words = useWords();
  const { t } = words;
  const { now } = useClock();
  if (revokedAt) return rich(words, "admin.tokens.revoked", { time: <SiteTime at={revokedAt} /> });
  const isExpired = expiresAt && Date.parse(expiresAt) <= now.getTime();
  return t(isExpired ? "admin.tokens.expired" : "admin.tokens.active");
}

/** Revokes a token after a confirmation; one from the provisioning file is locked. */
function Revoke({ token }: { token: TokenLine }) {
  const { t } = useWords();
  const { name } = token;
  const [asked, setAsked] = useState(false);
  const action = useAction(revokeToken, {
    said: t("admin.tokens.revokeDone", { name }),
    onDone: () => setAsked(false),
  });
  if (token.revokedAt) return null;
  if (token.provisioned) return <SetByFile />;
  return (
    <>
      <WordButton
        className="-mx-1"
        label={t("admin.tokens.revokeOf", { name })}
        onClick={() => setAsked(true)}
      >
        {t("admin.tokens.revoke")}
      </WordButton>
      <ConfirmDialog
        title={t("admin.tokens.revokeTitle", { name })}
        verb={t("admin.tokens.revoke")}
        isOpen={asked}
        action={action}
        onConfirm={() => action.submit({ id: token.id })}
        onClose={() => setAsked(false)}
      >
        <p>{t("admin.tokens.revokeText")}</p>
      </ConfirmDialog>
    </>
  );
}
