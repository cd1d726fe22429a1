import { LinkButton } from "@/components/ui/button";
import type { IconName } from "@/components/ui/icon";
import { EmptyState } from "@/components/ui/states";

/** Why a list of the admin pages is empty, and the next step: its search finds nothing, no tenancy is connected, or nothing yet. */
export function EmptyList({
  path,
  icon,
  search,
  searched,
  connected,
  beforeConnecting,
  nothingYet,
}: {
  /** The page without its search. */
  path: string;
  icon: IconName;
  search: string;
  /** What the search looks at. */
  searched: string;
  connected: boolean;
  /** What the list waits for while no tenancy is connected. */
  beforeConnecting: string;
  nothingYet: { title: string; text: string; action?: { href: string; label: string } };
}) {
  if (search !== "")
    return (
      <EmptyState
        icon="filter"
        title={`No match for “${search}”`}
        actions={<LinkButton href={path}>Show all</LinkButton>}
      >
        {searched}
      </EmptyState>
    );
  if (!connected)
    return (
      <EmptyState
        icon="plus"
        title="Not connected yet"
        actions={
          <LinkButton variant="primary" href="/admin/connect">
            Connect a tenancy
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
