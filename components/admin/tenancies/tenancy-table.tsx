"use client";
import { SetByFile } from "@/components/forms/word-button";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Age, SiteTime } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { Words } from "@/lib/base/words/words";
import type { TenancySummary } from "@/lib/farm/tenancies/contract";
import { type Column, DataTable } from "../data-table";

const columns = ({ t }: Words): Column<TenancySummary>[] => [
  {
    head: t("admin.tenancies.column.name"),
    className: "max-sm:static!",
    cell: (tenancy) => <Name tenancy={tenancy} />,
  },
  {
    head: t("admin.tenancies.column.timeZone"),
    headClass: "sm:max-md:hidden",
    className: "sm:max-md:hidden text-sm text-ink-2",
    cell: ({ timeZone }) => timeZone,
  },
  {
    head: t("admin.tenancies.column.notifications"),
    className: "text-sm",
    cell: (tenancy) => <Notifications tenancy={tenancy} />,
  },
  {
    head: t("admin.tenancies.column.history"),
    className: "text-sm",
    cell: (tenancy) => <History tenancy={tenancy} />,
  },
  {
    head: t("forms.setByFile"),
    isHeadHidden: true,
    className: "num text-sm",
    cell: ({ provisioned }) => provisioned && <SetByFile />,
  },
];

/** The tenancies, with their last notification and the state of their history. */
export function TenancyTable({ tenancies }: { tenancies: TenancySummary[] }) {
  const words = useWords();
  return (
    <DataTable
      rows={tenancies}
      keyOf={({ id }) => id}
      columns={columns(words)}
      rowProps={() => ({ className: "relative hover:bg-hover" })}
    />
  );
}

function Name({ tenancy }: { tenancy: TenancySummary }) {
  const { t } = useWords();
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
          {t("admin.tenancies.continueConnecting")}
        </Link>
      )}
    </>
  );
}

const isConnected = ({ queries, syncEnabled, webhookSecrets, lastNotificationAt }: TenancySummary) =>
  queries && syncEnabled && webhookSecrets > 0 && lastNotificationAt !== null;

function Notifications({ tenancy }: { tenancy: TenancySummary }) {
  const words = useWords();
  const { t } = words;
  if (tenancy.deleting) return <Missing>{t("admin.tenancies.state.deleting")}</Missing>;
  if (tenancy.webhookSecrets === 0) return <Missing>{t("admin.tenancies.state.noSecret")}</Missing>;
  if (!tenancy.lastNotificationAt)
    return <span className="text-ink-2">{t("admin.tenancies.state.noNotification")}</span>;
  return (
    <span className="text-ink-2">
      {rich(words, "admin.tenancies.state.lastNotification", {
        age: <Age at={tenancy.lastNotificationAt} className="font-medium whitespace-nowrap text-ink-1" />,
      })}
    </span>
  );
}

function History({ tenancy }: { tenancy: TenancySummary }) {
  const words = useWords();
  const { t } = words;
  if (tenancy.deleting) return null;
  if (!tenancy.queries) return <Missing>{t("admin.tenancies.state.noService")}</Missing>;
  if (tenancy.lastError) return <Missing>{tenancy.lastError}</Missing>;
  if (!tenancy.syncEnabled)
    return <span className="text-ink-2">{t("admin.tenancies.state.notFetched")}</span>;
  if (!tenancy.lastReadingAt)
    return <span className="text-ink-2">{t("admin.tenancies.state.firstFetch")}</span>;
  return (
    <span className="text-ink-2">
      {rich(words, "admin.tenancies.state.readingsUntil", {
        time: (
          <SiteTime at={tenancy.lastReadingAt} zone={tenancy.timeZone} className="font-medium text-ink-1" />
        ),
        age: <Age at={tenancy.lastReadingAt} className="whitespace-nowrap" />,
      })}
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
