"use client";
import { useQueryStates } from "nuqs";
import { useEffect, useEffectEvent } from "react";
import { useNothingReceived } from "@/components/freshness/use-freshness";
import { useMayAct, useSite } from "@/components/live/site-context";
import { useEndpoint, usePaused } from "@/components/live/use-endpoint";
import { useCountInTitle } from "@/components/shell/count-in-title";
import { useShortcutSettings } from "@/components/shell/shortcuts";
import { useTenancyChoice } from "@/components/shell/tenancy-switch";
import { Kbd } from "@/components/ui/panel";
import { TabLinks } from "@/components/ui/tabs";
import { countAlerts, countTabs } from "@/lib/alerting/alerts/contract";
import { AlertList } from "./alert-list";
import { type AlertTab, activeFilters, filterParsers, filtersHref, TABS, tabsInput } from "./filters";

const TAB_WORDS: Record<AlertTab, string> = {
  // "Open" are the acknowledged ones, too, on every page.
  open: "To acknowledge",
  acknowledged: "Acknowledged",
  snoozed: "Snoozed",
  closed: "Closed",
};

/** The inbox: what needs somebody, what is in hand, put away, closed; narrowed by the address. */
export function AlertsView() {
  const tenant = useSite().tenancy?.tenantId;
  const enabled = tenant !== undefined;
  const [filters, setFilters] = useQueryStates(filterParsers, { history: "replace" });
  const settled = { ...filters, text: usePaused(filters.text) };
  const counts = useEndpoint(countAlerts, { query: { tenant } }, { enabled }).data;
  const tabs = useEndpoint(countTabs, tabsInput(tenant, settled), { enabled }).data;
  // Before the first notification a count of none would say what nobody knows.
  const isUnknown = useNothingReceived();
  const known = isUnknown ? undefined : tabs;
  const counted: Record<AlertTab, number | undefined> = {
    // Of the same read as the bars, so that they never differ.
    open: isUnknown || activeFilters(settled).length > 0 ? known?.attention : counts?.attention,
    acknowledged: known?.acknowledged,
    snoozed: known?.snoozed,
    closed: known?.closed,
  };
  const shown = TABS.filter((id) => id !== "snoozed" || id === filters.tab || counted[id]);
  useCountInTitle(counts?.attention);
  useTenancyOfAddress(filters.tenant, (own) => void setFilters({ tenant: own }));
  return (
    <>
      <div className="mb-1.5 flex items-end gap-4 max-sm:sr-only">
        <h1 className="flex-1">Alerts</h1>
        <KeyHints tab={filters.tab} />
      </div>
      <TabLinks
        label="Which alerts"
        className="mb-3.5 max-sm:-mx-4 max-sm:-mt-4 max-sm:mb-0 max-sm:bg-surface"
        tabs={shown.map((id) => ({ id, label: TAB_WORDS[id], count: counted[id] }))}
        chosen={filters.tab}
        hrefOf={(id) => filtersHref({ ...filters, tab: id as AlertTab })}
        onChoose={(id) => setFilters({ tab: id as AlertTab, sort: null }, { history: "push" })}
      />
      <AlertList {...{ filters, settled, counts }} change={setFilters} total={counted[filters.tab]} />
    </>
  );
}

/** What the keys do most in a tab; "?" tells the rest. */
const KEYS: Record<AlertTab, [key: string, does: string][]> = {
  open: [
    ["x", "select"],
    ["a", "acknowledge"],
    ["s", "snooze"],
  ],
  acknowledged: [
    ["x", "select"],
    ["u", "give back"],
  ],
  snoozed: [
    ["x", "select"],
    ["a", "acknowledge"],
    ["u", "wake"],
  ],
  closed: [["o", "open"]],
};

/** Nothing where single keys are switched off; only what leads somewhere for whoever may change nothing. */
function KeyHints({ tab }: { tab: AlertTab }) {
  const { enabled } = useShortcutSettings();
  const mayAct = useMayAct();
  if (!enabled) return null;
  return (
    <p className="flex gap-3.5 text-sm text-ink-3 max-md:hidden" aria-hidden="true">
      <span>
        <Kbd>j</Kbd> <Kbd>k</Kbd> move
      </span>
      {[...KEYS[mayAct ? tab : "closed"], ["?", "all keys"] as const].map(([key, does]) => (
        <span key={key}>
          <Kbd>{key}</Kbd> {does}
        </span>
      ))}
    </p>
  );
}

/** Where there are several tenancies the address names the one that is shown, so that a link leads to the same. */
function useTenancyOfAddress(wanted: string | null, write: (own: string) => void): void {
  const { tenancy, tenancies } = useSite();
  const { choose } = useTenancyChoice({ stay: true });
  const own = tenancy?.tenantId;
  const isKnown = tenancies.some(({ tenantId }) => tenantId === wanted);
  const isOther = own !== undefined && tenancies.length > 1 && wanted !== own;
  const follow = useEffectEvent((other: string | null) => {
    if (other !== null && isKnown) choose(other);
    else if (own !== undefined) write(own);
  });
  useEffect(() => {
    if (isOther) follow(wanted);
  }, [isOther, wanted]);
}
