"use client";
import type { ReactNode } from "react";
import { AdminPage } from "@/components/forms/page-head";
import { LinkButton } from "@/components/ui/button";
import type { IconName } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { useWords } from "@/components/words/words";
import { ListSearch } from "./list-search";

type Emptiness = {
  /** The page without its search. */
  path: string;
  icon: IconName;
  search: string;
  /** Filters besides the search are set. */
  isNarrowed?: boolean;
  /** Names what the search covers. */
  searched: string;
  connected: boolean;
  /** Shown while no tenancy is connected. */
  beforeConnecting: string;
  nothingYet: { title: string; text: string; action?: { href: string; label: string } };
};

/** An admin page that is a list with a search: users, tokens, the audit. */
export function ListPage({
  title,
  hint,
  action,
  searchLabel,
  canSearch = true,
  filters,
  isEmpty,
  children,
  ...emptiness
}: Emptiness & {
  title: string;
  hint: string;
  action: ReactNode;
  /** A list without it has no search of its own. */
  searchLabel?: string;
  canSearch?: boolean;
  filters?: ReactNode;
  isEmpty: boolean;
  children: ReactNode;
}) {
  return (
    <AdminPage title={title} hint={hint} action={action}>
      {filters}
      {canSearch && searchLabel && (
        <ListSearch path={emptiness.path} label={searchLabel} search={emptiness.search} />
      )}
      <Panel label={title} className="overflow-hidden">
        {children}
        {isEmpty && <EmptyList {...emptiness} />}
      </Panel>
    </AdminPage>
  );
}

/** Why the list is empty, and the next step. */
function EmptyList({
  path,
  icon,
  search,
  isNarrowed,
  searched,
  connected,
  beforeConnecting,
  nothingYet,
}: Emptiness) {
  const { t } = useWords();
  if (search !== "" || isNarrowed)
    return (
      <EmptyState
        icon="filter"
        title={search === "" ? t("admin.list.noMatchForFilters") : t("admin.list.noMatch", { search })}
        actions={<LinkButton href={path}>{t("admin.list.showAll")}</LinkButton>}
      >
        {searched}
      </EmptyState>
    );
  if (!connected)
    return (
      <EmptyState
        icon="plus"
        title={t("shell.notConnected.title")}
        actions={
          <LinkButton variant="primary" href="/admin/connect">
            {t("shell.notConnected.connect")}
          </LinkButton>
        }
      >
        {beforeConnecting}
      </EmptyState>
    );
  const { title, text, action } = nothingYet;
  return (
    <EmptyState
      icon={icon}
      title={title}
      actions={action && <LinkButton href={action.href}>{action.label}</LinkButton>}
    >
      {text}
    </EmptyState>
  );
}
