import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { transaction } from "@/lib/base/db/transaction.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { hashToken, newApiToken } from "@/lib/identity/auth/tokens.server";
import { areasForAudit, keptAreas } from "@/lib/identity/users/service.server";
import type { newTokenSchema, TokenLine } from "./contract";
import { findToken, insertToken, listTokenLines, markRevoked } from "./store.server";

/** All API tokens (role admin). */
export async function listTokens(actor: Actor): Promise<TokenLine[]> {
  requireAccess(actor, "admin");
  return listTokenLines();
}

/**
 * Makes an API token.
 * @returns its text, which is kept nowhere and cannot be read again
 * @throws AppError `conflict` on `name` when it is taken, on `areas` for an admin's token; `bad-request` on `areas`
 *   when a tenancy is unknown, on `expiresAt` when it is past
 */
export async function createToken(
  actor: Actor,
  input: z.input<typeof newTokenSchema>,
): Promise<{ token: string }> {
  requireAccess(actor, "admin");
  const { name, role } = input;
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null;
  if (expiresAt && expiresAt.getTime() <= Date.now())
    throw new AppError("bad-request", "expiresAt: is past: the token would never work", {
      parameter: "expiresAt",
    });
  const token = newApiToken();
  await transaction(async (tx) => {
    const areas = await keptAreas(tx, { role, areas: input.areas ?? null });
    const isNew = await insertToken(tx, {
      ...{ name, role, areas, expiresAt },
      ...{ tokenHash: hashToken(token), createdBy: actor.name },
    });
    const taken = `There is a token with the name ${name} already.`;
    if (!isNew) throw new AppError("conflict", taken, { parameter: "name" });
    const detail = {
      role,
      ...(areas && { areas: areasForAudit(areas) }),
      ...(expiresAt && { ends: expiresAt.toISOString() }),
    };
    await recordAudit(tx, actor, { action: "token.created", target: name, detail });
  });
  return { token };
}

/**
 * Revokes a token at once.
 * @throws AppError `not-found`, or `conflict` when the provisioning file names it
 */
export async function revokeToken(actor: Actor, id: number): Promise<void> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    const token = await findToken(tx, id);
    if (!token) throw new AppError("not-found", "There is no such token any more.");
    if (token.provisioned)
      throw new AppError(
        "conflict",
        `The provisioning file sets the token ${token.name}. Take it out there, restart, then revoke it.`,
      );
    if (token.revokedAt) return;
    await markRevoked(tx, id);
    await recordAudit(tx, actor, { action: "token.revoked", target: token.name });
  });
}
