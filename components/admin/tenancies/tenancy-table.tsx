import { SetByFile } from "@/components/forms/word-button";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Age, SiteTime } from "@/components/ui/time";
import type { TenancySummary } from "@/lib/farm/tenancies/contract";
import { type Column, DataTable } from "../data-table";

const COLUMNS: Column<TenancySummary>[] = [
  { head: "Name", className: "max-sm:static!", cell: (tenancy) => <Name tenancy={tenancy} /> },
  {
    head: "Time zone",
    headClass: "sm:max-md:hidden",
    className: "sm:max-md:hidden text-sm text-ink-2",
    cell: ({ timeZone }) => timeZone,
  },
  { head: "Notifications", className: "text-sm", cell: (tenancy) => <Notifications tenancy={tenancy} /> },
  { head: "History", className: "text-sm", cell: (tenancy) => <History tenancy={tenancy} /> },
  {
    head: "Set by file",
    isHeadHidden: true,
    className: "num text-sm",
    cell: ({ provisioned }) => provisioned && <SetByFile />,
  },
];

/** The tenancies, with their last notification and the state of their history. */
export function TenancyTable({ tenancies }: { tenancies: TenancySummary[] }) {
  return (
    <DataTable
      rows={tenancies}
      keyOf={({ id }) => id}
      columns={COLUMNS}
      rowProps={() => ({ className: "relative hover:bg-hover" })}
    />
  );
}

function Name({ tenancy }: { tenancy: TenancySummary }) {
  return (
    <>
      <Link
        href={`/admin/tenancies/${encodeURIComponent(tenancy.tenantId)}`}
        className="covers font-strong no-underline"
      >
        {tenancy.name}
      </Link>
      <span className="block font-mono text-xs text-ink-3 max-sm:break-all">{tenancy.tenantId}</span>
      {!isConnected(tenancy) && (
        <Link
          href={`/admin/connect/${encodeURIComponent(tenancy.tenantId)}`}
          className="relative z-1 inline-flex items-center text-sm font-medium text-accent no-underline touch:h-target"
        >
          Go on connecting
        </Link>
      )}
    </>
  );
}

const isConnected = ({ queries, syncEnabled, webhookSecrets, lastNotificationAt }: TenancySummary) =>
  queries && syncEnabled && webhookSecrets > 0 && lastNotificationAt !== null;

function Notifications({ tenancy }: { tenancy: TenancySummary }) {
  if (tenancy.deleting) return <Missing>Being deleted</Missing>;
  if (tenancy.webhookSecrets === 0) return <Missing>No webhook secret yet</Missing>;
  if (!tenancy.lastNotificationAt) return <span className="text-ink-2">None has come yet</span>;
  return (
    <span className="text-ink-2">
      Last <Age at={tenancy.lastNotificationAt} className="font-medium whitespace-nowrap text-ink-1" />
    </span>
  );
}

function History({ tenancy }: { tenancy: TenancySummary }) {
  if (tenancy.deleting) return null;
  if (!tenancy.queries) return <Missing>Service not connected yet</Missing>;
  if (tenancy.lastError) return <Missing>{tenancy.lastError}</Missing>;
  if (!tenancy.syncEnabled) return <span className="text-ink-2">Not fetched by itself</span>;
  if (!tenancy.lastReadingAt) return <span className="text-ink-2">First fetch is under way</span>;
  return (
    <span className="text-ink-2">
      Readings until{" "}
      <SiteTime at={tenancy.lastReadingAt} zone={tenancy.timeZone} className="font-medium text-ink-1" />,{" "}
      <Age at={tenancy.lastReadingAt} className="whitespace-nowrap" />
    </span>
  );
}

function Missing({ children }: { children: string }) {
  return (
    <span className="flex items-start gap-1.5">
      <Icon name="failed" className="mt-px size-4 shrink-0" />
      <span className="line-clamp-2">{children}</span>
    </span>
  );
}
