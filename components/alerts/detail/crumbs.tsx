"use client";
import { useTenantEndpoint } from "@/components/live/use-endpoint";
import { kindKey } from "@/components/ui/alert-words";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { useWords } from "@/components/words/words";
import { type Alert, listAlerts } from "@/lib/alerting/alerts/contract";
import { alertHref, PlaceName } from "../alert-parts";

/** The way back, and links to the open alerts before and after this one, worst first. */
export function Crumbs({ alert }: { alert: Alert }) {
  const { t } = useWords();
  const { data } = useTenantEndpoint(
    listAlerts,
    { query: { status: "open", order: "worst", limit: 500 } },
    { enabled: alert.status === "open" },
  );
  const open = data?.items ?? [];
  const at = open.findIndex((one) => one.alertId === alert.alertId);
  return (
    <div
      className={cx(
        "no-print flex min-h-7 items-center gap-2 text-sm text-ink-3 touch:min-h-target",
        alert.status === "closed" && "max-sm:hidden",
      )}
    >
      <nav
        aria-label={t("alerts.page.back")}
        className="flex min-w-0 flex-1 items-baseline whitespace-pre max-sm:hidden"
      >
        <Link href="/alerts" className="font-medium text-accent hover:text-accent-hover">
          {t("alerts.page.alerts")}
        </Link>
        {" › "}
        <PlaceName alert={alert} />, {t(kindKey(alert))}
      </nav>
      {at >= 0 && (
        <span className="ml-auto flex items-center gap-1 whitespace-nowrap">
          <Step to={open[at - 1]} icon="chevron-left" label={t("alerts.page.previous")} />
          {t("alerts.page.step", { at: at + 1, all: open.length })}
          <Step to={open[at + 1]} icon="chevron-right" label={t("alerts.page.next")} />
        </span>
      )}
    </div>
  );
}

function Step({
  to,
  icon,
  label,
}: {
  to: Alert | undefined;
  icon: "chevron-left" | "chevron-right";
  label: string;
}) {
  const look = "grid size-7 place-items-center rounded-2 touch:size-target";
  return to ? (
    <Link href={alertHref(to.alertId)} aria-label={label} className={cx(look, "hover:bg-hover")}>
      <Icon name={icon} />
    </Link>
  ) : (
    <span className={cx(look, "text-ink-off")}>
      <Icon name={icon} />
    </span>
  );
}
