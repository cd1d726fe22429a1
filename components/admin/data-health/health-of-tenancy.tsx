"use client";

import { useState } from "react";
import { InstantField } from "@/components/forms/date-fields";
import { FormDialog } from "@/components/forms/dialogs";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/choices";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { useClock } from "@/components/ui/time";
import { addDays, siteDay, startOfDay } from "@/lib/base/core/time";
import { SYNC_TYPE_NAMES, type SyncType } from "@/lib/farm/tenancies/contract";
import { fetchNow, requestRefetch } from "@/lib/operations/connecting/actions";
import type { TenancyHealth } from "@/lib/operations/connecting/health";
import { CoveragePanel } from "./coverage-panel";
import { HealthQueries, RejectedRows, UnknownIndices } from "./health-tables";
import { SyncProgress, useSyncAction } from "./sync-progress";
import { SyncTable } from "./sync-table";

/** The history of a tenancy: its extent by type, oddities, and the last fetches. */
export function HealthOfTenancy({ health }: { health: TenancyHealth }) {
  const action = useAction(fetchNow, { said: "The newest hours are asked for" });
  const [isRefetching, setRefetching] = useState(false);
  const fetches = health.connected && health.syncEnabled;
  return (
    <section aria-label={health.name} className="grid gap-4">
      <Panel
        title={health.name}
        hint={areaWords(health)}
        end={
          fetches && (
            <>
              <Button size="sm" icon="calendar" onClick={() => setRefetching(true)}>
                Fetch a period again
              </Button>
              <Button
                size="sm"
                icon="again"
                pending={action.pending}
                onClick={() => action.submit({ tenantId: health.tenantId })}
              >
                Fetch now
              </Button>
            </>
          )
        }
      >
        {action.fault && (
          <div className="border-b border-hairline px-4 py-2.5">
            <FaultLine fault={action.fault} />
          </div>
        )}
        {fetches ? <SyncTable health={health} /> : <NotFetched health={health} />}
        {fetches && <SyncProgress tenantId={health.tenantId} />}
        {isRefetching && (
          <RefetchDialog
            tenantId={health.tenantId}
            types={health.sync.map(({ type }) => type)}
            onClose={() => setRefetching(false)}
          />
        )}
      </Panel>
      <CoveragePanel tenantId={health.tenantId} connected={health.connected} />
      <HealthQueries health={health} />
      <UnknownIndices health={health} />
      <RejectedRows health={health} />
    </section>
  );
}

function NotFetched({ health }: { health: TenancyHealth }) {
  return (
    <p className="px-4 py-3.5 text-sm text-ink-2">
      {health.connected
        ? "History is not fetched by itself. It is switched on under History on "
        : "The service is not connected: its address, client id or secret is missing on "}
      <Link
        href={`/admin/tenancies/${encodeURIComponent(health.tenantId)}`}
        className="relative font-medium whitespace-nowrap text-accent touch:py-3.5"
      >
        the tenancy’s page
      </Link>
      .
    </p>
  );
}

/** Without readings there is no number of areas yet. */
function areaWords({ areas, hasReadings }: TenancyHealth): string {
  if (areas === 0) return hasReadings ? "No area has readings of its own" : "No readings yet";
  return `${areas.toLocaleString("en")} ${areas === 1 ? "area" : "areas"} with readings`;
}

/** Has a period fetched again: late rows are added, interpolated ones replaced. */
function RefetchDialog({
  tenantId,
  types,
  onClose,
}: {
  tenantId: string;
  types: SyncType[];
  onClose: () => void;
}) {
  const action = useSyncAction(requestRefetch, "It is fetched after the newest hours", onClose);
  const { zone, now } = useClock();
  const today = siteDay(now, zone);
  const [type, setType] = useState<SyncType>(types[0] ?? "indices");
  const [from, setFrom] = useState(() => startOfDay(addDays(today, -7), zone).getTime());
  const [to, setTo] = useState(() => startOfDay(today, zone).getTime());
  return (
    <FormDialog
      title="Fetch a period again"
      verb="Fetch again"
      action={action}
      fields={["from", "to"]}
      onClose={onClose}
      onSubmit={() =>
        action.submit({
          tenantId,
          type,
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
        })
      }
    >
      <p className="text-sm text-ink-2">
        Site time, whole hours, newest first in parts of ten days. Nothing is deleted: later values replace
        interpolated ones.
      </p>
      {types.length > 1 && (
        <Segmented
          label="Type"
          fill
          options={types.map((value) => ({ value, label: SYNC_TYPE_NAMES[value] }))}
          value={type}
          onChange={setType}
        />
      )}
      <InstantField kind="hour" label="From" at={from} onChange={setFrom} error={action.errorOf("from")} />
      <InstantField kind="hour" label="To" at={to} onChange={setTo} error={action.errorOf("to")} />
    </FormDialog>
  );
}
