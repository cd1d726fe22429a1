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
import { formatUntil } from "@/lib/base/core/time";
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
  const roots = useMemo(() => items.filter((item) => item.parent === null), [items]);
  return (
    <div className="flex flex-col gap-4 p-4 lg:p-6">
      <header>
        <h1 className="max-sm:sr-only">Areas</h1>
        {path === null ? (
          <p className="text-ink-2">
            {total.toLocaleString("en")} control areas.
            <span className="max-sm:hidden"> Choose one in the tree, or below.</span>
          </p>
        ) : (
          <p className="text-ink-2">
            No area has the path <span className="font-medium">{path.split("#").join(" › ")}</span>. It may
            have been renamed; all areas are below.
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
              {root.name || "(no name)"}
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
  const { now } = useClock();
  const { user, tenancy } = useSite();
  const readings = useFreshness()?.facts.readings;
  const isAdmin = user.role === "admin";
  const isConnected = readings?.connected !== false;
  const failing = isConnected && readings && readings.failures > 0;
  return (
    <Panel label="Areas">
      <EmptyState
        icon={isConnected ? "areas" : "plus"}
        title={isConnected ? "No area yet" : "Not connected yet"}
        actions={
          isAdmin &&
          tenancy &&
          (failing || !isConnected) && (
            <LinkButton
              variant="primary"
              href={`/admin/${failing ? "tenancies" : "connect"}/${encodeURIComponent(tenancy.tenantId)}`}
            >
              {failing ? "Test the connection" : "Go on connecting"}
            </LinkButton>
          )
        }
      >
        Areas come with the first readings. {readings && whyNone(readings, isAdmin, now)}
      </EmptyState>
    </Panel>
  );
}

function whyNone(readings: Freshness["readings"], isAdmin: boolean, now: Date): string {
  const { connected, syncEnabled, failures, lastError, nextTryAt } = readings;
  if (!connected)
    return isAdmin
      ? "For these the tenancy needs the service's address, a client and its secret."
      : "Your admin has not connected the service yet.";
  const next = nextTryAt ? ` Next try ${formatUntil(new Date(nextTryAt), now)}.` : "";
  if (failures > 0 && lastError) return `They could not be fetched: ${lastError}.${next}`;
  if (!syncEnabled) return "Fetching is switched off: an admin switches it on, or a query brings the first.";
  return "The first fetch is under way; the tree grows here by itself.";
}
