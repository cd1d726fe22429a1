"use client";
import type { z } from "zod";
import { useSite } from "@/components/shell/site-context";
import { useFreshness } from "@/components/shell/use-freshness";
import { Button, LinkButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/states";
import type { countAlerts } from "@/lib/alerts/contract";
import { NotConnected, NothingOpen } from "./empty";
import { activeFilters, countsWords, type Filters, NO_FILTERS } from "./filters";

export type Counts = z.output<NonNullable<typeof countAlerts.answer>>;

/** Why the list is empty: never connected, filtered out, or really nothing. */
export function ListEmpty({
  filters,
  change,
  counts,
}: {
  filters: Filters;
  change: (next: Partial<Filters>) => void;
  counts: Counts | undefined;
}) {
  const { tenancy } = useSite();
  const facts = useFreshness()?.facts.notifications;
  const neverAny = !tenancy || (facts && !facts.connected && facts.lastAt === null);
  if (neverAny) return <NotConnected />;
  if (activeFilters(filters).length > 0) return <FilteredOut {...{ filters, change, counts }} />;
  if (filters.tab === "open") return <NothingOpen />;
  if (filters.tab === "acknowledged")
    return (
      <EmptyState
        icon="user"
        title="Nobody has an open alert"
        actions={counts && counts.open > 0 && <LinkButton href="/alerts">See the open ones</LinkButton>}
      >
        {counts && counts.open > 0
          ? `${countsWords(counts.bySeverity)} open. Acknowledge one to show the others that you have it.`
          : "None is open either."}
      </EmptyState>
    );
  return (
    <EmptyState icon="ok" title="No alert has closed yet">
      Alerts come here when the service closes them: recovered, expired or replaced.
    </EmptyState>
  );
}

function FilteredOut({
  filters,
  change,
  counts,
}: {
  filters: Filters;
  change: (next: Partial<Filters>) => void;
  counts: Counts | undefined;
}) {
  const active = activeFilters(filters);
  const open = counts && counts.open > 0 ? `${countsWords(counts.bySeverity)} open, but none` : "None";
  return (
    <EmptyState
      icon="filter"
      title="None fits these filters"
      actions={
        <>
          <Button variant="primary" onClick={() => change(NO_FILTERS)}>
            {active.length === 1
              ? "Clear the filter"
              : active.length === 2
                ? "Clear both filters"
                : "Clear all filters"}
          </Button>
          {active.length > 1 &&
            active.map(({ name, word }) => (
              <Button key={name} onClick={() => change({ [name]: null })}>
                Clear {word}
              </Button>
            ))}
        </>
      }
    >
      {filters.tab === "closed" ? "No closed alert fits" : open} for{" "}
      <b className="text-ink-1">{active.map(({ word }) => word).join(", ")}</b>.
    </EmptyState>
  );
}
