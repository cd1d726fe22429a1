import "server-only";
import { recordAudit } from "@/lib/audit/service.server";
import type { Actor } from "@/lib/auth/contract";
import { requireAccess } from "@/lib/auth/rules";
import { hashToken, newToken } from "@/lib/auth/tokens.server";
import { AppError } from "@/lib/core/errors";
import { transaction } from "@/lib/db/transaction.server";
import { env } from "@/lib/env/env.server";
import { resolveTenancy } from "@/lib/tenancies/service.server";
import type { NewScreen, ScreenLine } from "./contract";
import { findScreenFacts, insertScreen, listScreenLines, markScreenRevoked } from "./store.server";

/** All screens (role admin). */
export async function listScreens(actor: Actor): Promise<ScreenLine[]> {
  requireAccess(actor, "admin");
  return listScreenLines();
}

/**
 * Makes a screen.
 * @returns the address to open on it, with its token; it cannot be read again
 * @throws AppError `conflict` on `name` when it is taken, `bad-request` for an unknown tenancy
 */
export async function createScreen(actor: Actor, input: NewScreen): Promise<{ address: string }> {
  requireAccess(actor, "admin");
  const { name, view, tenantId } = input;
  const tenancy = await resolveTenancy(actor, tenantId);
  const token = newToken();
  await transaction(async (tx) => {
    const made = await insertScreen(tx, {
      name,
      view,
      tenancyId: tenancy.id,
      tokenHash: hashToken(token),
      createdBy: actor.name,
    });
    if (!made)
      throw new AppError("conflict", `There is a screen with the name ${name} already.`, {
        parameter: "name",
      });
    await recordAudit(tx, actor, {
      action: "screen.created",
      target: name,
      detail: { view, tenancy: tenancy.name },
    });
  });
  return { address: `${env().LEAFWATCH_URL.replace(/\/+$/, "")}/wall?token=${token}` };
}

/**
 * Ends a screen's token at once: what it shows goes dark at its next request.
 * @throws AppError `not-found`, or `conflict` when the provisioning file names it
 */
export async function revokeScreen(actor: Actor, id: number): Promise<void> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    const screen = await findScreenFacts(tx, id);
    if (!screen) throw new AppError("not-found", "There is no such screen any more.");
    if (screen.provisioned)
      throw new AppError(
        "conflict",
        `The provisioning file sets the screen ${screen.name}. Take it out there, restart, then revoke it.`,
      );
    if (screen.revokedAt) return;
    await markScreenRevoked(tx, id);
    await recordAudit(tx, actor, { action: "screen.revoked", target: screen.name });
  });
}
