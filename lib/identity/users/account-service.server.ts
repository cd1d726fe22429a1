import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { hashPassword, passwordSchema } from "@/lib/identity/auth/passwords.server";
import { countRecoveryCodes } from "@/lib/identity/auth/second-factor-store.server";
import { deleteSessions, listSessions } from "@/lib/identity/auth/session-store.server";
import { checkCredentials } from "@/lib/identity/auth/sign-in.server";
import { type OwnAccount, type UserLine, userMembers } from "./contract";
import { findUserLine, updateUser } from "./store.server";

export const ownNameSchema = z.strictObject({ name: userMembers.name });
export const ownPasswordSchema = z.strictObject({
  current: z.string().min(1, "is missing").max(512),
  password: passwordSchema,
});
export const ownSessionSchema = z.strictObject({ id: z.string().max(100) });

/** The person behind an actor: programs and screens have no account. */
function personOf(actor: Actor): { id: number; session: string } {
  requireAccess(actor, "viewer");
  if (actor.kind === "user") return { id: actor.id, session: actor.session ?? "" };
  throw new AppError("forbidden", "Accounts are for people who sign in.");
}

async function userOf(tx: Transaction | undefined, id: number): Promise<UserLine> {
  const user = await findUserLine(tx, id);
  if (!user) throw new AppError("not-found", "Your account is gone.");
  return user;
}

/** One's own account, with all its sessions, the last seen first. */
export async function readAccount(actor: Actor): Promise<OwnAccount> {
  const { id, session } = personOf(actor);
  const [user, sessions, codes] = await Promise.all([
    userOf(undefined, id),
    listSessions(id),
    countRecoveryCodes(id),
  ]);
  const own = sessions.map((line) => ({ ...line, isHere: line.id === session }));
  const { email, name, role, provisioned, nameProvisioned, secondFactor } = user;
  const recoveryCodes = secondFactor ? codes : null;
  return { email, name, role, provisioned, nameProvisioned, sessions: own, recoveryCodes };
}

/** Changes one's own name. @throws AppError `conflict` where the provisioning file sets it */
export async function renameSelf(actor: Actor, { name }: z.output<typeof ownNameSchema>): Promise<void> {
  await changeSelf(actor, "user.renamed", async (tx, user) => {
    if (user.nameProvisioned)
      throw new AppError(
        "conflict",
        "Your name is set by the provisioning file. Your admin can change it there.",
        {
          parameter: "name",
        },
      );
    await updateUser(tx, user.id, { name });
    return { name: `${user.name} → ${name}` };
  });
}

/**
 * Changes one's own password; all other sessions end. The present one is asked for as at the sign-in, within the same
 * limits.
 * @throws AppError `bad-request` on `current` when it is wrong, `too-many-requests`, `conflict` where the provisioning
 *   file sets it
 */
export async function changePassword(
  actor: Actor,
  { current, password }: z.output<typeof ownPasswordSchema>,
): Promise<void> {
  const { id, session } = personOf(actor);
  const { provisioned } = await userOf(undefined, id);
  if (provisioned)
    throw new AppError(
      "conflict",
      "Your password is set by the provisioning file. Your admin can change it there.",
    );
  await requirePassword(actor, current);
  const passwordHash = await hashPassword(password);
  await changeSelf(actor, "user.password-changed", async (tx) => {
    await updateUser(tx, id, { passwordHash });
    await deleteSessions(tx, id, { except: session });
    return {};
  });
}

/**
 * Asks a person for their password again, within the limits of the sign-in.
 * @throws AppError `bad-request` on `current` when it is wrong, `too-many-requests`
 */
export async function requirePassword(actor: Actor, current: string): Promise<UserLine> {
  const { id, session } = personOf(actor);
  const user = await userOf(undefined, id);
  const credentials = { email: user.email, password: current };
  // Who is signed in is no stranger: the session has its own count.
  const device = { id: `session ${session}`, people: [id] };
  const { state } = await checkCredentials(credentials, { address: actor.address ?? "unknown", device });
  if (state === "in") return user;
  if (state === "refused")
    throw new AppError("too-many-requests", "Too many tries with a password. Try again in some minutes.");
  throw new AppError("bad-request", "current: is not your password", { parameter: "current" });
}

/** Ends one of one's own sessions. @throws AppError `not-found` */
export async function endOwnSession(actor: Actor, { id }: z.output<typeof ownSessionSchema>): Promise<void> {
  await changeSelf(actor, "user.session-ended", async (tx, user) => {
    if ((await deleteSessions(tx, user.id, { only: id })) === 0)
      throw new AppError("not-found", "This session has ended already.");
    return {};
  });
}

/** Ends all of one's own sessions but the one that asks. */
export async function endOtherSessions(actor: Actor): Promise<void> {
  const { session } = personOf(actor);
  await changeSelf(actor, "user.sessions-ended", async (tx, user) => {
    return { sessions: String(await deleteSessions(tx, user.id, { except: session })) };
  });
}

/** Changes one's own account, with a line in the audit. */
export async function changeSelf(
  actor: Actor,
  action: string,
  work: (tx: Transaction, user: UserLine) => Promise<Record<string, string>>,
): Promise<void> {
  const { id } = personOf(actor);
  await transaction(async (tx) => {
    const user = await userOf(tx, id);
    const detail = await work(tx, user);
    await recordAudit(tx, actor, { action, target: user.email, detail });
  });
}
