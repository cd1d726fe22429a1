import "server-only";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { isSitePath, SLUG_HEADER, splitSitePath, withPrefix } from "@/lib/base/request/site-path";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { expectTenancies, findBySlug, visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { currentActor } from "@/lib/identity/auth/guard.server";
import { PAGE_ADDRESS_HEADER, signInAddress } from "@/lib/identity/auth/sign-in-address.server";
import { TENANCY_COOKIE } from "@/lib/web/preferences/contract";
import { findHolders } from "./holders.server";

export type PageContext = {
  actor: Actor;
  tenancies: TenancyRef[];
  /** That of the address, else the one shown last; null before the first is connected. */
  tenancy: TenancyRef | null;
};

/**
 * The actor of a page and the tenancy to show. Cached for the request. Redirects to the sign-in without a session, from a
 * former slug to the present one, and with several tenancies from an address without a slug to the one with it. An unknown
 * slug ends in "not found".
 */
export const currentTenancy = cache(async (): Promise<PageContext> => {
  expectTenancies();
  const actor = await currentActor();
  if (!actor) redirect(await signInAddress());
  const tenancies = await visibleTenancies(actor);
  const asked = await headers();
  const [slug, address] = [asked.get(SLUG_HEADER), asked.get(PAGE_ADDRESS_HEADER) ?? "/"];
  if (slug !== null) {
    const tenancy = await findBySlug(actor, slug);
    if (!tenancy) notFound();
    if (tenancy.slug !== slug) redirect(addressIn(tenancy, splitSitePath(address)?.path ?? "/"));
    return { actor, tenancies, tenancy };
  }
  const shown = (await cookies()).get(TENANCY_COOKIE)?.value;
  const last = tenancies.find(({ slug }) => slug === shown) ?? tenancies[0] ?? null;
  if (last === null || tenancies.length < 2 || !isSitePath(address))
    return { actor, tenancies, tenancy: last };
  const named = new URLSearchParams(address.split("?")[1]).get("tenant");
  const tenancy = tenancies.find(({ tenantId }) => tenantId === named);
  if (tenancy) redirect(addressIn(tenancy, address));
  const [holder = last, another] = await findHolders(address, tenancies);
  redirect(another ? `/sites/which?address=${encodeURIComponent(address)}` : addressIn(holder, address));
});

const addressIn = ({ slug }: TenancyRef, address: string) => withPrefix(`/s/${slug}`, address);
