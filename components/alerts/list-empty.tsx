"use client";
import { useEverConnected } from "@/components/freshness/use-freshness";
import { useIsOfAll } from "@/components/live/list-scope";
import { useSite } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { countsWords } from "@/components/ui/alert-words";
import { Button, LinkButton } from "@/components/ui/button";
import { EmptyState, SkeletonRows } from "@/components/ui/states";
import type { AlertCounts } from "@/lib/alerting/alerts/contract";
import { displayPath } from "@/lib/base/core/paths";
import { listed } from "@/lib/base/core/text";
import { listSites } from "@/lib/display/sites/contract";
import { NotConnected, NothingOpen } from "./empty";
import { activeFilters, NO_FILTERS } from "./filters";
import { useFilters } from "./use-filters";

type Props = { counts: AlertCounts | undefined };

/** Why the list is empty: never connected, filtered out, or no such alert. */
export function ListEmpty({ counts }: Props) {
  const [filters] = useFilters();
  const everConnected = useEverConnected();
  const isOfAll = useIsOfAll();
  if (!everConnected && !isOfAll) return <NotConnected />;
  if (activeFilters(filters).length > 0) return <FilteredOut counts={counts} />;
  if (filters.tab === "open" && isOfAll) return <NoSiteNeedsAttention />;
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
        {isOfAll
          ? "Acknowledge one to show the others that you have it."
          : counts && counts.open > 0
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

/** No alert of any site needs attention; sites of which nobody can know that are named. */
function NoSiteNeedsAttention() {
  const sites = useEndpoint(listSites).data?.items;
  if (!sites) return <SkeletonRows label="Reading the sites" />;
  const doubted = sites.filter(({ state }) => state === "unknown" || state === "doubtful");
  const isUnknown = doubted.some(({ state }) => state === "unknown");
  return (
    <EmptyState
      icon={isUnknown ? "blind" : doubted.length > 0 ? "clock" : "ok"}
      title={doubted.length === 0 ? "No site needs attention" : "No alert that we know of needs attention"}
      actions={<LinkButton href="/sites">See all sites</LinkButton>}
    >
      {doubted.length > 0 && (
        <p className="font-medium text-stale-text">
          {`Alerts may be missing at ${listed(doubted.slice(0, MAX_NAMED).map(({ name }) => name))}`}
          {doubted.length > MAX_NAMED && `, and ${doubted.length - MAX_NAMED} more`}.
        </p>
      )}
      <p>What is acknowledged or snoozed stands in its own tab.</p>
    </EmptyState>
  );
}

const MAX_NAMED = 5;

/** "2 HIGH and 3 LOW are open". */
const openWords = (counts: AlertCounts) =>
  `${countsWords(counts.bySeverity, counts.plants)} ${counts.open === 1 ? "is" : "are"} open`;

function ToOpen({ counts }: Props) {
  if (!counts || counts.attention === 0) return null;
  return <LinkButton href="/alerts">See the open ones</LinkButton>;
}

/** Alerts are open, and each is handled. */
function AllInHand({ counts }: { counts: AlertCounts }) {
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

/** The address names an area that the tenancy does not have, or that the person may not see. */
export function UnknownArea() {
  const { tenancy } = useSite();
  const isOfAll = useIsOfAll();
  const [filters, change] = useFilters();
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
      {isOfAll ? "None of your sites" : tenancy?.name} has no area “{displayPath(filters.area ?? "")}”. It may{" "}
      {!isOfAll && "be in another tenancy, or "}have another name by now.
    </EmptyState>
  );
}

function FilteredOut({ counts }: Props) {
  const [filters, change] = useFilters();
  const active = activeFilters(filters);
  const open = counts && counts.open > 0 ? `${openWords(counts)}, but none fits` : "No open alert fits";
  return (
    <EmptyState
      icon="filter"
      title="None fits these filters"
      actions={
        <>
          <Button variant="primary" onClick={() => change(NO_FILTERS)}>
            Clear {["", "the filter", "both filters"][active.length] ?? "all filters"}
          </Button>
          {active.length > 1 &&
            active.map(({ name, word }) => (
              <Button key={name} onClick={() => change({ [name]: NO_FILTERS[name] })}>
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
