"use client";
import { useNothingReceived } from "@/components/freshness/use-freshness";
import { useIsOfAll, useListTenant, useMayActOnListed } from "@/components/live/list-scope";
import { useEndpoint, usePaused, useTenantEndpoint } from "@/components/live/use-endpoint";
import { useCountInTitle } from "@/components/shell/count-in-title";
import { useShortcutSettings } from "@/components/shell/shortcuts";
import { Kbd } from "@/components/ui/panel";
import { TabLinks } from "@/components/ui/tabs";
import { useWords } from "@/components/words/words";
import { countAlerts, countTabs } from "@/lib/alerting/alerts/contract";
import type { PlainKey } from "@/lib/base/words/messages";
import { AlertList } from "./alert-list";
import {
  ALL_ALERTS_PATH,
  type AlertTab,
  activeFilters,
  filtersHref,
  narrowing,
  TABS,
  withoutStart,
} from "./filters";
import { rememberStart, useListStart } from "./list-start";
import { MyAreasLine } from "./my-areas";
import { useFilters } from "./use-filters";
import { NewsBar, useHeld, useHold } from "./use-held-list";

const TAB_WORDS = {
  // Not "Open": acknowledged alerts are open too.
  open: "alerts.tabs.open",
  acknowledged: "alerts.tabs.acknowledged",
  snoozed: "alerts.tabs.snoozed",
  closed: "alerts.tabs.closed",
} as const satisfies Record<AlertTab, PlainKey>;

/** The inbox: alerts that need attention, are acknowledged, snoozed or closed, as the filters in the address narrow them. */
export function AlertsView() {
  const words = useWords();
  const { t } = words;
  const [filters, setFilters] = useFilters();
  const start = useListStart();
  const settled = { ...filters, text: usePaused(filters.text) };
  const isOfAll = useIsOfAll();
  const tenant = useListTenant();
  const counts = useTenantEndpoint(countAlerts, {}, { enabled: !isOfAll }).data;
  const tabs = useEndpoint(
    countTabs,
    { query: { tenant, ...narrowing(settled) } },
    { enabled: tenant !== undefined },
  ).data;
  // Before the first notification a count of 0 would be a claim that nobody can make.
  const isUnknown = useNothingReceived() && !isOfAll;
  const known = isUnknown ? undefined : tabs;
  const isNarrowed = activeFilters(words, settled).length > 0;
  const counted: Record<AlertTab, number | undefined> = {
    // From the read that the bars count by, so that they never differ.
    open: isUnknown || isOfAll || isNarrowed ? known?.attention : counts?.attention,
    acknowledged: known?.acknowledged,
    snoozed: known?.snoozed,
    closed: known?.closed,
  };
  const hold = useHold("gone");
  const { tab: _, ...narrowed } = settled;
  const hasSnoozed = useHeld(hold, counted.snoozed && counted.snoozed > 0, JSON.stringify(narrowed));
  const shown = TABS.filter((id) => id !== "snoozed" || id === filters.tab || hasSnoozed);
  useCountInTitle(isOfAll && !isNarrowed ? tabs?.attention : counts?.attention);
  return (
    <>
      <div data-roomy className="mb-1.5 flex items-end gap-4 max-sm:sr-only">
        <h1 className="flex-1">{t(isOfAll ? "alerts.titleOfAll" : "alerts.list.title")}</h1>
        <KeyHints tab={filters.tab} />
      </div>
      <TabLinks
        label={t("alerts.tabs.label")}
        className="mb-3.5 max-sm:-mx-4 max-sm:-mt-4 max-sm:mb-0 max-sm:bg-surface"
        tabs={shown.map((id) => ({ id, label: t(TAB_WORDS[id]), count: counted[id] }))}
        chosen={filters.tab}
        hrefOf={(id) =>
          filtersHref(
            { ...withoutStart(filters, start), tab: id as AlertTab },
            isOfAll ? ALL_ALERTS_PATH : undefined,
          )
        }
        onChoose={(id) => setFilters({ tab: id as AlertTab, sort: null }, { history: "push" })}
      />
      <NewsBar hold={hold} />
      {filters.areas === "mine" && (
        <MyAreasLine
          className="mb-3 max-sm:mt-3"
          onShowAll={() => {
            rememberStart({ areas: "all" });
            void setFilters({ areas: "all" });
          }}
        />
      )}
      <AlertList hold={hold} settled={settled} counts={counts} total={counted[filters.tab]} />
    </>
  );
}

/** The keys used most in a tab; "?" lists all. */
const KEYS: Record<AlertTab, [key: string, does: PlainKey][]> = {
  open: [
    ["x", "alerts.keys.select"],
    ["a", "alerts.keys.acknowledge"],
    ["s", "alerts.keys.snooze"],
  ],
  acknowledged: [
    ["x", "alerts.keys.select"],
    ["u", "alerts.keys.release"],
  ],
  snoozed: [
    ["x", "alerts.keys.select"],
    ["a", "alerts.keys.acknowledge"],
    ["u", "alerts.keys.wake"],
  ],
  closed: [["o", "alerts.keys.open"]],
};

/** Nothing where single keys are switched off; without acts for viewers. */
function KeyHints({ tab }: { tab: AlertTab }) {
  const { t } = useWords();
  const { enabled } = useShortcutSettings();
  const mayAct = useMayActOnListed()();
  if (!enabled) return null;
  return (
    <p className="flex gap-3.5 text-sm text-ink-3 max-md:hidden" aria-hidden="true">
      <span>
        <Kbd>j</Kbd> <Kbd>k</Kbd> {t("alerts.keys.move")}
      </span>
      {[...KEYS[mayAct ? tab : "closed"], ["?", "alerts.keys.all"] as const].map(([key, does]) => (
        <span key={key}>
          <Kbd>{key}</Kbd> {t(does)}
        </span>
      ))}
    </p>
  );
}
