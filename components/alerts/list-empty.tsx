"use client";
import { useEverConnected } from "@/components/freshness/use-freshness";
import { useIsOfAll } from "@/components/live/list-scope";
import { useSite } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { countsWords } from "@/components/ui/alert-words";
import { Button, LinkButton } from "@/components/ui/button";
import { EmptyState, SkeletonRows } from "@/components/ui/states";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { AlertCounts } from "@/lib/alerting/alerts/contract";
import { displayPath } from "@/lib/base/core/paths";
import type { Words } from "@/lib/base/words/words";
import { listSites } from "@/lib/display/sites/contract";
import { NotConnected, NothingOpen } from "./empty";
import { activeFilters, NO_FILTERS } from "./filters";
import { useFilters } from "./use-filters";

type Props = { counts: AlertCounts | undefined };

/** Why the list is empty: never connected, filtered out, or no such alert. */
export function ListEmpty({ counts }: Props) {
  const words = useWords();
  const { t } = words;
  const [filters] = useFilters();
  const everConnected = useEverConnected();
  const isOfAll = useIsOfAll();
  if (!everConnected && !isOfAll) return <NotConnected />;
  if (activeFilters(words, filters).length > 0) return <FilteredOut counts={counts} />;
  if (filters.tab === "open" && isOfAll) return <NoSiteNeedsAttention />;
  if (filters.tab === "open")
    return counts && counts.open > 0 ? <AllInHand counts={counts} /> : <NothingOpen />;
  if (filters.tab === "snoozed")
    return (
      <EmptyState icon="clock" title={t("alerts.empty.noneSnoozed")} actions={<ToOpen counts={counts} />}>
        {t("alerts.empty.snoozedHere")}
      </EmptyState>
    );
  if (filters.tab === "acknowledged")
    return (
      <EmptyState icon="user" title={t("alerts.empty.noneAcknowledged")} actions={<ToOpen counts={counts} />}>
        {isOfAll
          ? t("alerts.empty.acknowledgeOne")
          : counts && counts.open > 0
            ? `${openWords(words, counts)} ${t("alerts.empty.acknowledgeOne")}`
            : t("alerts.empty.noneOpenEither")}
      </EmptyState>
    );
  return (
    <EmptyState icon="ok" title={t("alerts.empty.noneClosed")}>
      {t("alerts.empty.closedHere")}
    </EmptyState>
  );
}

/** No alert of any site needs attention; sites of which nobody can know that are named. */
function NoSiteNeedsAttention() {
  const { t, listed } = useWords();
  const sites = useEndpoint(listSites).data?.items;
  if (!sites) return <SkeletonRows label={t("alerts.empty.loadingSites")} />;
  const doubted = sites.filter(({ state }) => state === "unknown" || state === "doubtful");
  const isUnknown = doubted.some(({ state }) => state === "unknown");
  return (
    <EmptyState
      icon={isUnknown ? "blind" : doubted.length > 0 ? "clock" : "ok"}
      title={t(doubted.length === 0 ? "alerts.empty.noSite" : "alerts.empty.noneKnown")}
      actions={<LinkButton href="/sites">{t("alerts.empty.toSites")}</LinkButton>}
    >
      {doubted.length > 0 && (
        <p className="font-medium text-stale-text">
          {t("alerts.empty.missingAt", {
            sites: listed(doubted.slice(0, MAX_NAMED).map(({ name }) => name)),
            more: Math.max(0, doubted.length - MAX_NAMED),
          })}
        </p>
      )}
      <p>{t("alerts.empty.ownTabs")}</p>
    </EmptyState>
  );
}

const MAX_NAMED = 5;

/** "2 HIGH and 3 LOW are open." */
const openWords = (words: Words, counts: AlertCounts) =>
  words.t("alerts.empty.open", {
    count: counts.open,
    alerts: countsWords(words, counts.bySeverity, counts.plants),
  });

function ToOpen({ counts }: Props) {
  const { t } = useWords();
  if (!counts || counts.attention === 0) return null;
  return <LinkButton href="/alerts">{t("alerts.empty.toOpen")}</LinkButton>;
}

/** Alerts are open, and each is handled. */
function AllInHand({ counts }: { counts: AlertCounts }) {
  const words = useWords();
  const { t } = words;
  return (
    <EmptyState
      icon="user"
      title={t("alerts.empty.allInHand")}
      actions={<LinkButton href="/alerts?tab=acknowledged">{t("alerts.empty.toAcknowledged")}</LinkButton>}
    >
      {openWords(words, counts)} {t("alerts.empty.allInHandText")}
    </EmptyState>
  );
}

/** The address names an area that the tenancy does not have, or that the person may not see. */
export function UnknownArea() {
  const { t } = useWords();
  const { tenancy } = useSite();
  const isOfAll = useIsOfAll();
  const [filters, change] = useFilters();
  return (
    <EmptyState
      icon="filter"
      title={t("alerts.empty.noArea")}
      actions={
        <Button variant="primary" onClick={() => change({ area: null })}>
          {t("alerts.empty.allAreas")}
        </Button>
      }
    >
      {isOfAll
        ? t("alerts.empty.noAreaOfAll", { area: displayPath(filters.area ?? "") })
        : t("alerts.empty.noAreaOf", { site: tenancy?.name ?? "", area: displayPath(filters.area ?? "") })}
    </EmptyState>
  );
}

function FilteredOut({ counts }: Props) {
  const words = useWords();
  const { t } = words;
  const [filters, change] = useFilters();
  const active = activeFilters(words, filters);
  const narrowing = {
    filters: <b className="text-ink-1">{active.map(({ word }) => word).join(", ")}</b>,
  };
  return (
    <EmptyState
      icon="filter"
      title={t("alerts.empty.noMatch")}
      actions={
        <>
          <Button variant="primary" onClick={() => change(NO_FILTERS)}>
            {t("alerts.empty.clearAll", { count: active.length })}
          </Button>
          {active.length > 1 &&
            active.map(({ name, word }) => (
              <Button key={name} onClick={() => change({ [name]: NO_FILTERS[name] })}>
                {t("alerts.empty.clearOne", { filter: word })}
              </Button>
            ))}
        </>
      }
    >
      {filters.tab === "closed"
        ? rich(words, "alerts.empty.noClosedMatch", narrowing)
        : counts && counts.open > 0
          ? rich(words, "alerts.empty.openButNoMatch", { ...narrowing, open: openWords(words, counts) })
          : rich(words, "alerts.empty.noOpenMatch", narrowing)}
    </EmptyState>
  );
}
