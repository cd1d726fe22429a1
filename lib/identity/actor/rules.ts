import { z } from "zod";
import type { Access, Role, SiteRole } from "@/lib/base/core/access";
import { type AreaLimits, outermost } from "@/lib/base/core/area-limits";
import { AppError } from "@/lib/base/core/errors";
import { type Actor, type AreaLimit, areaLimitSchema } from "./contract";

const HEIGHT: Record<Actor["role"], number> = { screen: 0, viewer: 1, grower: 2, admin: 3 };

/** Returns true if the actor's role suffices for a call. */
export function mayAccess(actor: Pick<Actor, "role">, access: Access): boolean {
  return HEIGHT[actor.role] >= HEIGHT[access];
}

/** Returns true if one role may do less than another. */
export function isBelow(role: Role, other: Role): boolean {
  return HEIGHT[role] < HEIGHT[other];
}

/**
 * The check that every use case begins with.
 * @throws AppError `forbidden`: the caller's role, the one that is needed, and who can give it
 */
export function requireAccess(actor: Actor, access: Access): void {
  if (!mayAccess(actor, access)) throw new AppError("forbidden", refusal(actor, access));
}

function refusal({ kind, role }: Actor, access: Access): string {
  if (kind === "screen") return "A screen may read only what its wall shows.";
  if (kind === "token")
    return `This token has the role ${role}. Ask an admin for one with the role ${access}.`;
  return `You are a ${role}. Ask an admin to make you ${access === "admin" ? "an" : "a"} ${access}.`;
}

/**
 * The account's role and its limits, as stored: the account has the highest role of its tenancies, and a limit names
 * its role only if that is lower.
 * @param role that of limits without one
 */
export function settleRoles(
  role: SiteRole,
  areas: readonly AreaLimit[],
): { role: SiteRole; areas: AreaLimit[] } {
  const roles = areas.map((one) => one.role ?? role);
  const highest = roles.includes("grower") ? "grower" : "viewer";
  return {
    role: areas.length === 0 ? role : highest,
    areas: areas.map(({ tenantId, path }, at) =>
      roles[at] === highest ? { tenantId, path } : { tenantId, path, role: "viewer" },
    ),
  };
}

/** The first tenancy of which limits say more than one role; undefined if they agree. */
export function findTwoRoles(role: SiteRole, areas: readonly AreaLimit[]): string | undefined {
  const first = new Map<string, SiteRole>();
  return areas.find(({ tenantId, role: own = role }) => {
    if (!first.has(tenantId)) first.set(tenantId, own);
    return first.get(tenantId) !== own;
  })?.tenantId;
}

/** The account of a person who acts; null for programs, screens and the program itself, which have none. */
export function accountIdOf({ kind, id }: Partial<Pick<Actor, "kind" | "id">>): number | null {
  return kind === "user" && id !== undefined ? id : null;
}

/**
 * Returns true if an actor is the person of an account. Records without an account (null) belong to nobody, because
 * anybody may take the recorded name.
 */
export function isPersonOf(actor: Actor, accountId: number | null): boolean {
  return accountId !== null && accountId === accountIdOf(actor);
}

/**
 * The rights of an actor to see, as one text: equal for two actors exactly if they may see the same. Identity and
 * address do not count; every other member of Actor, such as a limit, counts without being named here.
 */
export function rightsOf(actor: Actor): string {
  const { id: _id, name: _name, address: _address, session: _session, ...rights } = actor;
  return JSON.stringify(rights);
}

const stored = z.array(areaLimitSchema).nullable();

/**
 * The control areas that a user is limited to; null is everything. Admins are never limited. Unreadable limits allow
 * nothing.
 * @param user `areas` as stored
 */
export function readLimits({ role, areas }: { role: Role; areas: unknown }): readonly AreaLimit[] | null {
  if (role === "admin") return null;
  const read = stored.safeParse(areas ?? null);
  return read.success ? read.data : [];
}

/** The areas of one tenancy that limits allow; null if they allow the whole tenancy. */
export function tenancyLimits(areas: readonly AreaLimit[] | null, tenantId: string): AreaLimits {
  if (areas === null) return null;
  const paths = areas.filter((one) => one.tenantId === tenantId).map(({ path }) => path);
  const named = paths.filter((path) => path !== null);
  return named.length < paths.length ? null : outermost(named);
}

/** Leaves out areas that lie in another one of the list, or in a tenancy that it allows as a whole. */
export function outermostLimits(areas: readonly AreaLimit[]): AreaLimit[] {
  const firsts = areas.filter(
    ({ tenantId }, at) => areas.findIndex((one) => one.tenantId === tenantId) === at,
  );
  return firsts.flatMap((first) =>
    (tenancyLimits(areas, first.tenantId) ?? [null]).map((path) => ({ ...first, path })),
  );
}
