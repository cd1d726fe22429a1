"use client";
import type { z } from "zod";
import { useFreshness } from "@/components/freshness/use-freshness";
import { useSite } from "@/components/live/site-context";
import { countsWords } from "@/components/ui/alert-words";
import { Button, LinkButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/states";
import type { countAlerts } from "@/lib/alerting/alerts/contract";
import { displayPath } from "@/lib/base/core/paths";
import { NotConnected, NothingOpen } from "./empty";
import { activeFilters, type Filters, NO_FILTERS } from "./filters";

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
  if (filters.tab === "open")
    return counts && counts.open > 0 ? <AllInHand counts={counts} /> : <NothingOpen />;
  if (filters.tab === "snoozed")
    return (
      <EmptyState icon="clock" title="Nothing is snoozed" actions={<ToOpen counts={counts} />}>
        What is put away until a time, or until it gets worse, waits here.
      </EmptyState>
    );
  if (filters.tab === "acknowledged")
    return (
      <EmptyState icon="user" title="Nobody has an open alert" actions={<ToOpen counts={counts} />}>
        {counts && counts.open > 0
          ? `${openWords(counts)}. Acknowledge one to show the others that you have it.`
          : "None is open either."}
      </EmptyState>
    );
  return (
    <EmptyState icon="ok" title="No alert has closed yet">
      Alerts come here when the service closes them: recovered, expired or replaced.
    </EmptyState>
  );
}

/** "2 HIGH and 3 LOW are open". */
const openWords = (counts: Counts) =>
  `${countsWords(counts.bySeverity)} ${counts.open === 1 ? "is" : "are"} open`;

function ToOpen({ counts }: { counts: Counts | undefined }) {
  if (!counts || counts.attention === 0) return null;
  return <LinkButton href="/alerts">See the open ones</LinkButton>;
}

/** Alerts are open, and somebody decided on each of them. */
function AllInHand({ counts }: { counts: Counts }) {
  return (
    <EmptyState
      icon="user"
      title="Nothing waits for you"
      actions={<LinkButton href="/alerts?tab=acknowledged">See what is acknowledged</LinkButton>}
    >
      {`${openWords(counts)}: somebody has each, or snoozed it.`} What rises comes back here.
    </EmptyState>
  );
}

/** The address names an area that the tenancy does not have, or that is not theirs to see. */
export function UnknownArea({
  filters,
  change,
}: {
  filters: Filters;
  change: (next: Partial<Filters>) => void;
}) {
  const { tenancy } = useSite();
  return (
    <EmptyState
      icon="filter"
      title="There is no such area"
      actions={
        <Button variant="primary" onClick={() => change({ area: null })}>
          Show all areas
        </Button>
      }
    >
      {tenancy?.name} has no area “{displayPath(filters.area ?? "")}”. It may be in another tenancy, or have
      another name by now.
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
  const open = counts && counts.open > 0 ? `${openWords(counts)}, but none fits` : "No open alert fits";
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
      {filters.tab === "closed" ? "No closed alert fits" : open}{" "}
      <b className="text-ink-1">{active.map(({ word }) => word).join(", ")}</b>.
    </EmptyState>
  );
}
