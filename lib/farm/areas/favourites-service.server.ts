import "server-only";
import type { z } from "zod";
import { isShown } from "@/lib/base/core/area-limits";
import { AppError } from "@/lib/base/core/errors";
import { comparePaths } from "@/lib/base/core/natural-order";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { type favouriteSchema, type listFavourites, MOST_FAVOURITES } from "./contract";
import { addFavourite, readFavourites, removeFavourite } from "./favourites-store.server";
import { areaIdsWithin } from "./service.server";

/** The areas that a person wants at hand, in the order of the tree. Programs and screens have none. */
export async function favouritesOf(
  actor: Actor,
  query: z.output<NonNullable<typeof listFavourites.query>>,
): Promise<z.infer<NonNullable<typeof listFavourites.answer>>> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const paths = actor.kind === "user" ? await readFavourites(tenancy.id, actor.id) : [];
  const shown = paths.filter((path) => isShown(tenancy.within, path));
  return { items: shown.sort(comparePaths).map((path) => ({ path })) };
}

/**
 * Makes an area a favourite of the person, or no longer one.
 * @throws AppError `forbidden` for programs; `not-found` on `area`; `conflict` when there are too many
 */
export async function setFavourite(
  actor: Actor,
  { tenant, path, favourite }: z.output<typeof favouriteSchema>,
): Promise<void> {
  requireAccess(actor, "viewer");
  if (actor.kind !== "user") throw new AppError("forbidden", "Favourites are for people who sign in.");
  const tenancy = await resolveTenancy(actor, tenant);
  if (!favourite) return removeFavourite(tenancy.id, actor.id, path);
  await areaIdsWithin(tenancy, path);
  if ((await readFavourites(tenancy.id, actor.id)).length >= MOST_FAVOURITES)
    throw new AppError("conflict", `There are ${MOST_FAVOURITES} favourites already: take one away first.`);
  await addFavourite(tenancy.id, actor.id, path);
}
