import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { DAY_MS } from "@/lib/base/core/time";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { env } from "@/lib/base/env/env.server";
import { canMail, sendMail } from "@/lib/base/mail/mail.server";
import { sentWords } from "@/lib/base/words/messages.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { hashPassword, passwordSchema } from "@/lib/identity/auth/passwords.server";
import { findLink, saveLink, takeLink } from "@/lib/identity/auth/store.server";
import { hashToken, newToken } from "@/lib/identity/auth/tokens.server";
import { type invitationSchema, type LinkFacts, type NewLink, userMembers } from "./contract";
import { areasForAudit, keptAccess, refuseTaken } from "./service.server";
import { findUser, forgetWrongTries, insertUser, lockAdmins, saveAccess, updateUser } from "./store.server";

/** Lifetime of a link, which works once. */
const LINK_DAYS = 7;

/** The form behind a link; `name` for an invitation. */
export const newPasswordSchema = z.strictObject({
  token: z.string().max(100),
  name: userMembers.name.optional(),
  password: passwordSchema,
});

/**
 * Makes an account without a password, and the link by which its person chooses one (role admin). The link is mailed to
 * them where a mail server is set.
 * @returns the address to pass on, of which only the hash is kept, and what became of the mail
 * @throws AppError `conflict` on `email` when it is taken, on `areas` for an admin; `bad-request` on `areas` when a
 *   tenancy is unknown or has two roles
 */
export async function inviteUser(actor: Actor, input: z.input<typeof invitationSchema>): Promise<NewLink> {
  requireAccess(actor, "admin");
  const address = await transaction(async (tx) => {
    await lockAdmins(tx);
    const { email } = input;
    await refuseTaken(tx, email);
    const { role, areas } = await keptAccess(tx, { role: input.role, areas: input.areas ?? null });
    const userId = await insertUser(tx, { email, role, name: email, passwordHash: null });
    if (areas) await saveAccess(tx, userId, { role, areas });
    const detail = { role, ...(areas && { areas: areasForAudit(areas) }) };
    await recordAudit(tx, actor, { action: "user.invited", target: email, detail });
    return makeLink(tx, actor, userId, "invitation");
  });
  return { email: input.email, address, mail: await mailInvitation(actor, input.email, address) };
}

/**
 * Mails an invitation, with an audit entry of the outcome: the account and its link exist already.
 * @returns null without a mail server
 */
async function mailInvitation(actor: Actor, to: string, address: string): Promise<NewLink["mail"]> {
  if (!canMail()) return null;
  const { host } = new URL(address);
  const { t } = sentWords();
  const facts = { name: actor.name, host, link: address, days: LINK_DAYS };
  const sent = await sendMail(to, t("auth.invitationMail.subject"), t("auth.invitationMail.text", facts));
  const fault = sent.outcome === "sent" ? null : sent.error;
  const detail = { outcome: fault ?? "sent" };
  await transaction((tx) => recordAudit(tx, actor, { action: "user.invitation-mailed", target: to, detail }));
  return { to, fault };
}

/**
 * Makes a link by which a person chooses a new password, or their first if they have not followed their invitation
 * (role admin). It replaces their older link; their password stays until they have chosen another. An invitation is mailed
 * again.
 * @returns the address to pass on, of which only the hash is kept, and what became of the mail
 * @throws AppError `not-found`; `conflict` where the provisioning file sets the password, or the account is disabled
 */
export async function renewLink(actor: Actor, { id }: { id: number }): Promise<NewLink> {
  requireAccess(actor, "admin");
  const { address, invited, email } = await transaction(async (tx) => {
    const user = await findUser(tx, { id });
    if (!user) throw new AppError("not-found", "There is no such user any more.");
    if (user.provisioned)
      throw new AppError(
        "conflict",
        `The password of ${user.email} is set by the provisioning file. Change it there and restart.`,
      );
    if (user.disabledAt)
      throw new AppError("conflict", `${user.name} is disabled. Enable the account first.`);
    const action = user.invited ? "user.invitation-renewed" : "user.password-link-made";
    await recordAudit(tx, actor, { action, target: user.email });
    const { invited, email } = user;
    return {
      address: await makeLink(tx, actor, id, invited ? "invitation" : "new-password"),
      invited,
      email,
    };
  });
  return { email, address, mail: invited ? await mailInvitation(actor, email, address) : null };
}

async function makeLink(
  tx: Transaction,
  actor: Actor,
  userId: number,
  page: "invitation" | "new-password",
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(Date.now() + LINK_DAYS * DAY_MS);
  await saveLink(tx, { tokenHash: hashToken(token), userId, createdBy: actor.name, expiresAt });
  return new URL(`/${page}/${token}`, env().LEAFWATCH_URL).href;
}

/** The facts of a link for its holder; null if it has expired, was used, or never existed. */
export async function readLink(token: string): Promise<LinkFacts | null> {
  const found = await findLink(hashToken(token));
  if (!found) return null;
  const { email, name, hasPassword } = found;
  return { email, name, kind: hasPassword ? "password" : "invitation" };
}

/**
 * Sets the password that the holder of a link chose, and the name of an invited person. Ends all their sessions and the
 * link.
 * @param address of the client, for the audit
 * @throws AppError `not-found` when the link is not valid, `bad-request` on `name` when an invited person has none
 */
export async function followLink(input: z.output<typeof newPasswordSchema>, address: string): Promise<void> {
  const tokenHash = hashToken(input.token);
  if (!(await findLink(tokenHash))) throw GONE();
  const passwordHash = await hashPassword(input.password);
  await transaction(async (tx) => {
    const holder = await findLink(tokenHash, tx);
    if (!holder || !(await takeLink(tx, tokenHash))) throw GONE();
    const { userId, email, hasPassword } = holder;
    if (!hasPassword && !input.name)
      throw new AppError("bad-request", "name: is missing", { parameter: "name" });
    const name = hasPassword ? holder.name : (input.name ?? email);
    await updateUser(tx, userId, { name, passwordHash, endSessions: true });
    await forgetWrongTries(tx, email);
    const action = hasPassword ? "user.password-chosen" : "user.invitation-followed";
    await recordAudit(tx, { kind: "user", id: userId, name, address }, { action, target: email });
  });
}

const GONE = () =>
  new AppError(
    "not-found",
    "This link is no longer valid: it was used, replaced, or is older than a week. Ask your admin.",
  );
