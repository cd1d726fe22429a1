"use client";
import { useMemo } from "react";
import type { Hold } from "@/components/alerts/use-held-list";
import { useFreshness } from "@/components/freshness/use-freshness";
import { useSite } from "@/components/live/site-context";
import { LinkButton } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { SeverityCounts } from "@/components/ui/severity";
import { EmptyState } from "@/components/ui/states";
import { useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { Words } from "@/lib/base/words/words";
import type { Freshness } from "@/lib/display/freshness/contract";
import { addressOf } from "@/lib/farm/areas/address";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { AreaLines } from "./area-lines";
import { AreaTiles } from "./area-tiles";

/** The first level of several sites, and the page of a path that no area has. */
export function Roots({
  hold,
  items,
  total,
  path,
}: {
  hold: Hold;
  items: AreaOverview[];
  total: number;
  path: string | null;
}) {
  const words = useWords();
  const { t } = words;
  const roots = useMemo(() => items.filter((item) => item.parent === null), [items]);
  return (
    <div className="flex flex-col gap-4 p-4 lg:p-6">
      <header>
        <h1 className="max-sm:sr-only">{t("areas.title")}</h1>
        {path === null ? (
          <p className="text-ink-2">
            {t("areas.roots.count", { count: total })}
            <span className="max-sm:hidden"> {t("areas.roots.choose")}</span>
          </p>
        ) : (
          <p className="text-ink-2">
            {rich(words, "areas.roots.unknown", {
              path: path.split("#").join(" › "),
              b: <span className="font-medium" />,
            })}
          </p>
        )}
      </header>
      <AreaLines hold={hold} items={roots} className="sm:hidden" />
      {roots.map((root) => (
        <div key={root.path} className="flex flex-col gap-2 max-sm:hidden">
          <h2 className="flex items-center gap-3">
            <Link
              href={addressOf(root.path)}
              className="inline-flex items-center text-accent hover:underline touch:-my-2 touch:min-h-target"
            >
              {root.name || t("ui.noName")}
            </Link>
            <SeverityCounts counts={root.severities} />
          </h2>
          <AreaTiles hold={hold} titled={false} path={root.path} items={items} />
        </div>
      ))}
    </div>
  );
}

/** The empty page: whether readings can arrive at all, what prevents them, and the next step. */
export function NoAreas() {
  const words = useWords();
  const { t } = words;
  const { now } = useClock();
  const { user, tenancy } = useSite();
  const readings = useFreshness()?.facts.readings;
  const isAdmin = user.role === "admin";
  const isConnected = readings?.connected !== false;
  const failing = isConnected && readings && readings.failures > 0;
  return (
    <Panel label={t("areas.title")}>
      <EmptyState
        icon={isConnected ? "areas" : "plus"}
        title={isConnected ? t("areas.none.title") : t("shell.notConnected.title")}
        actions={
          isAdmin &&
          tenancy &&
          (failing || !isConnected) && (
            <LinkButton
              variant="primary"
              href={`/admin/${failing ? "tenancies" : "connect"}/${encodeURIComponent(tenancy.tenantId)}`}
            >
              {failing ? t("areas.none.test") : t("areas.none.connect")}
            </LinkButton>
          )
        }
      >
        {t("areas.none.text")} {readings && whyNone(words, readings, isAdmin, now)}
      </EmptyState>
    </Panel>
  );
}

function whyNone(
  { t, formatUntil }: Words,
  readings: Freshness["readings"],
  isAdmin: boolean,
  now: Date,
): string {
  const { connected, syncEnabled, failures, lastError, nextTryAt } = readings;
  if (!connected) return t(isAdmin ? "areas.none.notConnected" : "shell.notConnected.askAdmin");
  if (failures > 0 && lastError) {
    const failed = t("areas.none.failed", { reason: lastError });
    if (!nextTryAt) return failed;
    return `${failed} ${t("freshness.report.nextTry", { when: formatUntil(new Date(nextTryAt), now) })}`;
  }
  return t(syncEnabled ? "areas.none.firstFetch" : "areas.none.fetchingOff");
}
