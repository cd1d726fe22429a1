"use client";

import { useRouter } from "next/navigation";
import { useSite } from "@/components/live/site-context";
import { Icon } from "@/components/ui/icon";
import { Menu } from "@/components/ui/menu";
import { useWords } from "@/components/words/words";
import { withPrefix } from "@/lib/base/request/site-path";
import { SITES_PLACE } from "./navigation";
import { useIsOnAllSites } from "./use-path";

/** The tenancy of the page; a menu where there are several. */
export function TenancySwitch() {
  const { t } = useWords();
  const { tenancy, tenancies } = useSite();
  const choose = useTenancyChoice();
  const router = useRouter();
  const isAll = useIsOnAllSites();
  if (!tenancy) return null;
  const shown = isAll ? t("shell.allSites") : tenancy.name;
  const divider = <span aria-hidden="true" className="mr-2.5 h-4.5 w-px shrink-0 bg-line" />;
  const name = (
    <span className="truncate" title={shown}>
      {shown}
    </span>
  );
  if (tenancies.length < 2)
    return (
      <span className="ml-2 flex h-7 min-w-0 items-center text-ink-2">
        {divider}
        {name}
      </span>
    );
  return (
    <span className="ml-2 flex min-w-0 items-center">
      {divider}
      <Menu
        label={t("shell.tenancy")}
        trigger={
          <button
            type="button"
            className="-mx-1.5 flex h-7 min-w-0 items-center gap-1.5 rounded-2 px-1.5 text-ink-2 hover:bg-hover hover:text-ink-1 touch:h-target"
          >
            <span className="sr-only">{t("shell.tenancy")}: </span>
            {name}
            <Icon name="chevron-down" className="size-3.5 shrink-0 text-ink-3" />
          </button>
        }
        groups={[
          { id: "all", entries: [{ id: SITES_PLACE.href, label: t("shell.allSites"), chosen: isAll }] },
          {
            id: "tenancies",
            entries: tenancies.map((one) => ({
              id: one.tenantId,
              label: one.name,
              chosen: !isAll && one.tenantId === tenancy.tenantId,
            })),
          },
        ]}
        onAction={(id) => (id === SITES_PLACE.href ? router.push(id) : choose(id))}
      />
    </span>
  );
}

/** Opens a page of another tenancy. It loads as a whole: all that is in memory belongs to the tenancy shown. */
export function useTenancyChoice(): (tenantId: string, address?: string) => void {
  const { tenancies } = useSite();
  return (tenantId, address = "/") => {
    const chosen = tenancies.find((one) => one.tenantId === tenantId);
    if (chosen) window.location.assign(withPrefix(`/s/${chosen.slug}`, address));
  };
}
