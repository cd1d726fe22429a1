import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { groupBy } from "@/lib/base/core/group-by";
import { transaction } from "@/lib/base/db/transaction.server";
import type { AnswerOf } from "@/lib/base/request/endpoint";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { deleteSiteGroupSchema, listSiteGroups, saveSiteGroupSchema } from "./contract";
import { emptyGroup, listGrouped, putIntoGroup } from "./store.server";

/** The groups into which a person has put sites, by name, with the sites that they may see; programs have none. */
export async function readSiteGroups(actor: Actor): Promise<AnswerOf<typeof listSiteGroups>> {
  requireAccess(actor, "viewer");
  const groups = groupBy(await groupedTenancies(actor), ({ group }) => group);
  const items = [...groups].map(([name, members]) => ({
    name,
    tenantIds: members.map(({ tenancy }) => tenancy.tenantId),
  }));
  return {
    items: items.sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true })),
  };
}

/** The tenancies of a person's group that they may see; none if there is no such group. */
export async function tenanciesInGroup(actor: Actor, name: string): Promise<TenancyRef[]> {
  const grouped = await groupedTenancies(actor);
  return grouped.filter(({ group }) => group === name).map(({ tenancy }) => tenancy);
}

async function groupedTenancies(actor: Actor): Promise<{ tenancy: TenancyRef; group: string }[]> {
  if (actor.kind !== "user") return [];
  const [grouped, visible] = await Promise.all([listGrouped(actor.id), visibleTenancies(actor)]);
  const groups = new Map(grouped.map(({ tenancyId, name }) => [tenancyId, name]));
  return visible.flatMap((tenancy) => {
    const group = groups.get(tenancy.id);
    return group === undefined ? [] : [{ tenancy, group }];
  });
}

/**
 * Saves a group of the person (role viewer): its name, and all its sites. Sites of other groups move into it; a group whose
 * last site moves away is gone. A group that has the new name takes in the sites.
 * @throws AppError `forbidden` for programs; `bad-request` on `tenantIds` if one is unknown
 */
export async function saveSiteGroup(
  actor: Actor,
  { from, name, tenantIds }: z.output<typeof saveSiteGroupSchema>,
): Promise<void> {
  const userId = requirePerson(actor);
  const visible = new Map((await visibleTenancies(actor)).map(({ tenantId, id }) => [tenantId, id]));
  const ids = [...new Set(tenantIds)].map((tenantId) => {
    const id = visible.get(tenantId);
    if (id !== undefined) return id;
    throw new AppError("bad-request", `No tenancy has the tenantId ${tenantId}.`, { parameter: "tenantIds" });
  });
  await transaction(async (tx) => {
    if (from !== null) await emptyGroup(tx, userId, from);
    await putIntoGroup(tx, userId, ids, name);
  });
}

/** Deletes a group of the person (role viewer); its sites are in none then. @throws AppError `forbidden` for programs */
export async function deleteSiteGroup(
  actor: Actor,
  { name }: z.output<typeof deleteSiteGroupSchema>,
): Promise<void> {
  const userId = requirePerson(actor);
  await transaction((tx) => emptyGroup(tx, userId, name));
}

function requirePerson(actor: Actor): number {
  requireAccess(actor, "viewer");
  if (actor.kind === "user") return actor.id;
  throw new AppError("forbidden", "Groups of sites are for people who sign in.");
}
