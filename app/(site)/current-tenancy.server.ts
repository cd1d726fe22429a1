import "server-only";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { expectTenancies, visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { currentActor } from "@/lib/identity/auth/guard.server";
import { signInAddress } from "@/lib/identity/auth/sign-in-address.server";
import { PREFERENCE_COOKIES } from "@/lib/web/preferences/contract";

export type PageContext = {
  actor: Actor;
  tenancies: TenancyRef[];
  /** The one that this browser has chosen; null before the first is connected. */
  tenancy: TenancyRef | null;
};

/**
 * The actor of a page and the tenancy to show: that of the cookie, else the first. Cached for the request. Redirects to
 * the sign-in without a session.
 */
export const currentTenancy = cache(async (): Promise<PageContext> => {
  expectTenancies();
  const actor = await currentActor();
  if (!actor) redirect(await signInAddress());
  const tenancies = await visibleTenancies(actor);
  const wanted = (await cookies()).get(PREFERENCE_COOKIES.tenancy)?.value;
  const tenancy = tenancies.find((one) => one.tenantId === wanted) ?? tenancies[0] ?? null;
  return { actor, tenancies, tenancy };
});
