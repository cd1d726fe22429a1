"use client";
import { FaultLine } from "@/components/forms/fault-line";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { fetchNow } from "@/lib/operations/connecting/actions";
import type { TenancyHealth } from "@/lib/operations/connecting/health";
import { CoveragePanel } from "./coverage-panel";
import { RejectedRows, UnknownIndices } from "./health-oddities";
import { HealthQueries } from "./health-queries";
import { RefetchButton } from "./refetch-dialog";
import { SyncProgress } from "./sync-progress";
import { SyncTable } from "./sync-table";

/** The history of a tenancy: how far it reaches by type, what was odd in it, what was fetched last. */
export function HealthOfTenancy({ health }: { health: TenancyHealth }) {
  const action = useAction(fetchNow, { said: "The newest hours are asked for" });
  const fetches = health.connected && health.syncEnabled;
  return (
    <section aria-label={health.name} className="grid gap-4">
      <Panel
        title={health.name}
        hint={areaWords(health)}
        end={
          fetches && (
            <>
              <RefetchButton tenantId={health.tenantId} types={health.sync.map(({ type }) => type)} />
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

/** Right after set-up nothing has been read: that is no number of areas. */
function areaWords({ areas, readings }: TenancyHealth): string {
  if (areas === 0) return readings.newest === null ? "No readings yet" : "No area has readings of its own";
  return `${areas.toLocaleString("en")} ${areas === 1 ? "area" : "areas"} with readings`;
}
