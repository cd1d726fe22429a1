import "server-only";
import { z } from "zod";
import { type Role, roleSchema, SITE_ROLES } from "@/lib/base/core/access";
import { AppError } from "@/lib/base/core/errors";
import { displayPath } from "@/lib/base/core/paths";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { Actor, AreaLimit } from "@/lib/identity/actor/contract";
import { hasTwoRoles, roleIn } from "@/lib/identity/actor/roles";
import {
  accountIdOf,
  findTwoRoles,
  isBelow,
  outermostLimits,
  requireAccess,
  settleRoles,
  tenancyLimits,
} from "@/lib/identity/actor/rules";
import type { AuditNote } from "@/lib/identity/audit/contract";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { hashPassword, passwordSchema } from "@/lib/identity/auth/passwords.server";
import { deleteSessions } from "@/lib/identity/auth/session-store.server";
import { deleteLink, deleteTotp } from "@/lib/identity/auth/store.server";
import { areaLimitsSchema, type UserLine, userMembers } from "./contract";
import {
  countOtherAdmins,
  deleteUserRow,
  findUser,
  forgetWrongTries,
  insertUser,
  knownTenantIds,
  listActive,
  listUserLines,
  lockAdmins,
  saveAccess,
  updateUser,
} from "./store.server";

const userId = z.int();

export const newUserSchema = z.strictObject({ ...userMembers, password: passwordSchema });

export const editUserSchema = z.strictObject({ id: userId, name: userMembers.name, role: roleSchema });

export const userAreasSchema = z.strictObject({
  id: userId,
  areas: areaLimitsSchema,
  /** The role at every site, with `areas` null. */
  role: z.enum(SITE_ROLES).optional(),
});

export const userDisabledSchema = z.strictObject({ id: userId, disabled: z.boolean() });

export const userSchema = z.strictObject({ id: userId });

export const userEmailSchema = z.strictObject({ id: userId, email: userMembers.email });

/** All users by name (role admin). */
export async function listUsers(actor: Actor): Promise<UserLine[]> {
  requireAccess(actor, "admin");
  return listUserLines();
}

/** The actor of a request, so that a page can tell if it still belongs to the same person (role viewer). */
export function readSelf(actor: Actor): { userId: number | null; name: string } {
  requireAccess(actor, "viewer");
  return { userId: accountIdOf(actor), name: actor.name };
}

/** The names of people who can look after alerts: active growers and admins, of one tenancy or of any (role grower). */
export async function listOwnerNames(actor: Actor, tenantId?: string): Promise<string[]> {
  requireAccess(actor, "grower");
  const active = await listActive(["grower", "admin"]);
  const owners = tenantId === undefined ? active : active.filter((one) => actsIn(one, tenantId));
  return [...new Set(owners.map(({ name }) => name))];
}

const actsIn = (user: Pick<UserLine, "role" | "areas">, tenantId: string) =>
  tenancyLimits(user.areas, tenantId)?.length !== 0 && roleIn(user, tenantId) !== "viewer";

/**
 * Makes a user with a first password, for the command line; pages invite instead.
 * @throws AppError `conflict` on `email` when it is taken
 */
export async function createUser(actor: Actor, input: z.output<typeof newUserSchema>): Promise<void> {
  requireAccess(actor, "admin");
  const { password, ...user } = input;
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    await lockAdmins(tx);
    await refuseTaken(tx, user.email);
    await insertUser(tx, { ...user, passwordHash });
    await recordAudit(tx, actor, {
      action: "user.created",
      target: user.email,
      detail: { name: user.name, role: user.role },
    });
  });
}

/**
 * Changes a user's name and role. A lower role ends their sessions.
 * @throws AppError `conflict` when the provisioning file sets the name or the role, or the last admin would lose it
 */
export async function editUser(actor: Actor, input: z.output<typeof editUserSchema>): Promise<void> {
  await change(actor, input.id, "user.edited", async (tx, user) => {
    if (input.name !== user.name && user.nameProvisioned) refuseProvisioned(user, "name");
    if (input.role !== user.role) {
      refuseProvisioned(user, "role");
      if (user.role === "admin") await keepAnAdmin(tx, user);
    }
    const endSessions = isBelow(input.role, user.role);
    await updateUser(tx, user.id, { name: input.name, role: input.role, endSessions });
    return {
      ...(input.name === user.name ? {} : { name: `${user.name} → ${input.name}` }),
      ...(input.role === user.role ? {} : { role: `${user.role} → ${input.role}` }),
    };
  });
}

/**
 * Limits a grower or viewer to some control areas, each with all below it, with their role in each tenancy, or lifts the
 * limit (null). It counts from their next request on, and on open event streams at once.
 * @throws AppError `conflict` for an admin and when the provisioning file sets them; `bad-request` on `areas` when a
 *   tenancy is unknown or has two roles, and on `role` when the limit of a person with two roles is lifted without one
 */
export async function setUserAreas(
  actor: Actor,
  { id, areas, role }: z.output<typeof userAreasSchema>,
): Promise<void> {
  await change(actor, id, "user.areas-set", async (tx, user) => {
    if (user.areasProvisioned) refuseProvisioned(user, "control areas");
    if (areas === null && role === undefined && hasTwoRoles(user)) throw roleMissing(user);
    const given = areas === null && user.role !== "admin" ? role : undefined;
    const kept = await keptAccess(tx, { role: given ?? user.role, areas });
    if (kept.role !== user.role) refuseProvisioned(user, "role");
    await saveAccess(tx, id, kept);
    return {
      areas: areasForAudit(kept.areas),
      ...(kept.role === user.role ? {} : { role: `${user.role} → ${kept.role}` }),
    };
  });
}

const roleMissing = ({ name }: UserLine) =>
  new AppError(
    "bad-request",
    `${name} is a grower at some sites and a viewer at others. Choose their role at every site.`,
    { parameter: "role" },
  );

/**
 * Disables a user, whose sessions end, or enables one again.
 * @throws AppError `conflict` for the last admin and for oneself
 */
export async function setUserDisabled(
  actor: Actor,
  { id, disabled }: z.output<typeof userDisabledSchema>,
): Promise<void> {
  await change(actor, id, disabled ? "user.disabled" : "user.enabled", async (tx, user) => {
    if (disabled && isSelf(actor, id))
      throw new AppError("conflict", "You cannot disable yourself. Another admin can.");
    if (disabled) await keepAnAdmin(tx, user);
    await updateUser(tx, id, { disabledAt: disabled ? new Date() : null, endSessions: disabled });
  });
}

/**
 * Deletes a person for good: sessions, links, notice rules and devices end. Alerts, notes and the audit keep their name
 * as text.
 * @throws AppError `conflict` for oneself, the last admin, and where the provisioning file names the account; `not-found`
 */
export async function deleteUser(actor: Actor, { id }: z.output<typeof userSchema>): Promise<void> {
  await change(actor, id, "user.deleted", async (tx, user) => {
    if (isSelf(actor, id))
      throw new AppError("conflict", "You cannot delete yourself. Another admin can.", { parameter: "id" });
    if (user.provisioned)
      throw new AppError(
        "conflict",
        `The provisioning file names ${user.email}. Take the account out there, restart, then delete it.`,
        { parameter: "id" },
      );
    await keepAnAdmin(tx, user);
    await deleteUserRow(tx, user);
    return { name: user.name, role: user.role };
  });
}

/**
 * Changes the e-mail that a person signs in with. Their sessions end, and so does an open link: both were given to
 * whoever has the former address, by which single sign-on would know them. An admin who changes their own stays signed
 * in here.
 * @throws AppError `conflict` on `email` when it is taken or the provisioning file sets it; `not-found`
 */
export async function changeEmail(
  actor: Actor,
  { id, email }: z.output<typeof userEmailSchema>,
): Promise<void> {
  await change(actor, id, "user.email-changed", async (tx, user) => {
    if (email === user.email) return null;
    refuseProvisioned(user, "email");
    await refuseTaken(tx, email);
    // Until people choose a name, their e-mail serves as one.
    await updateUser(tx, id, { email, ...(user.name === user.email && { name: email }) });
    await forgetWrongTries(tx, user.email);
    await deleteSessions(tx, id, isSelf(actor, id) ? { except: actor.session ?? "" } : "all");
    await deleteLink(tx, id);
    return { email: `${user.email} → ${email}` };
  });
}

const isSelf = (actor: Actor, id: number) => actor.kind === "user" && actor.id === id;

/** The id of the account of an e-mail, for the command line. @throws AppError `not-found` */
export async function requireUserId(actor: Actor, email: string): Promise<number> {
  requireAccess(actor, "admin");
  const user = await findUser(undefined, { email });
  if (!user) throw new AppError("not-found", `${email} has no account.`);
  return user.id;
}

/**
 * Restores the access of an admin who cannot sign in: sets a new password, ends all sessions, enables the account, and
 * on request turns the second factor off.
 * @throws AppError `not-found` without such an account; `conflict` for one that is no admin, and where the
 *   provisioning file sets the password
 */
export async function rescueAdmin(
  actor: Actor,
  input: { email: string; password: string; withoutSecondFactor: boolean },
): Promise<void> {
  requireAccess(actor, "admin");
  const passwordHash = await hashPassword(input.password);
  await transaction(async (tx) => {
    await lockAdmins(tx);
    const user = await findUser(tx, { email: input.email });
    if (!user) throw new AppError("not-found", `${input.email} has no account: make one with create-admin.`);
    if (user.role !== "admin")
      throw new AppError(
        "conflict",
        `${user.email} is no admin: make another account an admin with create-admin; it can do the rest under Admin, Users.`,
      );
    refuseProvisioned(user, "password");
    await updateUser(tx, user.id, { passwordHash, disabledAt: null, endSessions: true });
    const removed = input.withoutSecondFactor && (await deleteTotp(tx, user.id));
    await forgetWrongTries(tx, user.email);
    await recordAudit(tx, actor, {
      action: "user.rescued",
      target: user.email,
      ...(removed && { detail: { secondFactor: "removed" } }),
    });
  });
}

/** Ends all sessions of a user: every device has to sign in again. */
export async function endSessions(actor: Actor, { id }: z.output<typeof userSchema>): Promise<void> {
  await change(actor, id, "user.sessions-ended", async (tx) => {
    await updateUser(tx, id, { endSessions: true });
  });
}

/**
 * Turns off the second factor of a user who has lost phone and recovery codes (role admin).
 * @throws AppError `not-found` without such a user, or without one
 */
export async function removeSecondFactor(actor: Actor, { id }: z.output<typeof userSchema>): Promise<void> {
  await change(actor, id, "user.second-factor-removed", async (tx) => {
    if (!(await deleteTotp(tx, id))) throw new AppError("not-found", NO_SECOND_FACTOR);
  });
}

/** The fault of an account without a second factor. */
export const NO_SECOND_FACTOR = "Two-factor sign-in is off for this account.";

/** Changes a user, with an audit entry that `work` details; null: nothing changed, so none. */
async function change(
  actor: Actor,
  id: number,
  action: string,
  work: (tx: Transaction, user: UserLine) => Promise<AuditNote["detail"] | null>,
): Promise<void> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    await lockAdmins(tx);
    const user = await findUser(tx, { id });
    if (!user) throw new AppError("not-found", "There is no such user any more.");
    const detail = await work(tx, user);
    if (detail !== null) await recordAudit(tx, actor, { action, target: user.email, detail: detail ?? {} });
  });
}

/** @throws AppError `conflict` on `email` when it has an account */
export async function refuseTaken(tx: Transaction, email: string): Promise<void> {
  if (await findUser(tx, { email }))
    throw new AppError("conflict", `${email} has an account already.`, { parameter: "email" });
}

function refuseProvisioned(user: UserLine, member: string): void {
  if (!user.provisioned) return;
  throw new AppError(
    "conflict",
    `The ${member} of ${user.email} is set by the provisioning file. Change it there and restart.`,
    { parameter: member },
  );
}

async function keepAnAdmin(tx: Transaction, user: UserLine): Promise<void> {
  if (user.role !== "admin" || user.disabledAt !== null || user.invited) return;
  if ((await countOtherAdmins(tx, user.id)) > 0) return;
  throw new AppError(
    "conflict",
    `${user.name} is the last admin who can sign in. Make somebody else an admin first.`,
    { parameter: "role" },
  );
}

/**
 * The role and control areas to store for a user.
 * @param role that of areas without one
 * @throws AppError as `keptAreas`; `bad-request` on `areas` when a tenancy has two roles
 */
export async function keptAccess(
  tx: Transaction,
  { role, areas }: { role: Role; areas: readonly AreaLimit[] | null },
): Promise<{ role: Role; areas: AreaLimit[] | null }> {
  const twice = areas && role !== "admin" ? findTwoRoles(role, areas) : undefined;
  if (twice !== undefined) {
    const message = `The areas of ${twice} have two roles. Choose one for the whole site.`;
    throw new AppError("bad-request", message, { parameter: "areas" });
  }
  const kept = await keptAreas(tx, { role, areas });
  return kept && role !== "admin" ? settleRoles(role, kept) : { role, areas: kept };
}

/**
 * The control areas to store for a user or a token: without those that lie in another; null is everything.
 * @throws AppError `conflict` on `areas` for an admin; `bad-request` on `areas` when a tenancy is unknown
 */
export async function keptAreas(
  tx: Transaction,
  { role, areas }: { role: Role; areas: readonly AreaLimit[] | null },
): Promise<AreaLimit[] | null> {
  if (areas === null) return null;
  if (role === "admin")
    throw new AppError("conflict", "An admin cannot be limited: admins see everything.", {
      parameter: "areas",
    });
  const wanted = [...new Set(areas.map(({ tenantId }) => tenantId))];
  const known = await knownTenantIds(tx, wanted);
  const unknown = wanted.find((tenantId) => !known.includes(tenantId));
  if (unknown !== undefined)
    throw new AppError("bad-request", `No tenancy has the tenantId ${unknown}.`, { parameter: "areas" });
  return outermostLimits(areas);
}

/** The control areas of a user in the words of the audit. */
export const areasForAudit = (areas: readonly AreaLimit[] | null) =>
  areas === null
    ? "everything"
    : areas
        .map(({ tenantId, path, role }) => {
          const words = path === null ? `all of ${tenantId}` : displayPath(path);
          return role ? `${words} (as ${role})` : words;
        })
        .join(", ");
