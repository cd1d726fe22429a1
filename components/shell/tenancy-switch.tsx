"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { useSite } from "@/components/live/site-context";
import { Icon } from "@/components/ui/icon";
import { Menu } from "@/components/ui/menu";
import { chooseTenancy } from "@/lib/web/preferences/actions";

/** The tenancy of the page; a menu where there are several. */
export function TenancySwitch() {
  const { tenancy, tenancies } = useSite();
  const { choose, pending } = useTenancyChoice();
  if (!tenancy) return null;
  const divider = <span aria-hidden="true" className="mr-2.5 h-4.5 w-px shrink-0 bg-line" />;
  const name = (
    <span className="truncate" title={tenancy.name}>
      {tenancy.name}
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
        label="Tenancy"
        trigger={
          <button
            type="button"
            aria-busy={pending || undefined}
            className="-mx-1.5 flex h-7 min-w-0 items-center gap-1.5 rounded-2 px-1.5 text-ink-2 hover:bg-hover hover:text-ink-1 touch:h-target"
          >
            <span className="sr-only">Tenancy: </span>
            {name}
            <Icon name="chevron-down" className="size-3.5 shrink-0 text-ink-3" />
          </button>
        }
        groups={[
          {
            id: "tenancies",
            entries: tenancies.map((one) => ({
              id: one.tenantId,
              label: one.name,
              chosen: one.tenantId === tenancy.tenantId,
            })),
          },
        ]}
        onAction={choose}
      />
    </span>
  );
}

/** Changes the tenancy that this browser shows, and opens Now. @param stay on a page whose address names the tenancy */
export function useTenancyChoice({ stay = false } = {}): {
  choose: (tenantId: string) => void;
  pending: boolean;
} {
  const router = useRouter();
  const [pending, start] = useTransition();
  const choose = (tenantId: string) =>
    start(async () => {
      await chooseTenancy(tenantId);
      if (!stay) router.push("/");
      router.refresh();
    });
  return { choose, pending };
}
