"use client";

import { useFreshness } from "@/components/freshness/use-freshness";
import { useSite } from "@/components/live/site-context";
import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { useClock } from "@/components/ui/time";
import { formatUntil } from "@/lib/base/core/time";
import type { Freshness } from "@/lib/display/freshness/contract";

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
