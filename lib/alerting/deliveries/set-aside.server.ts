import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { transaction } from "@/lib/base/db/transaction.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import type { SetAside, setAsideSchema } from "./log";
import { dropSetAside, writeSetAside } from "./log-store.server";

/**
 * Sets deliveries in quarantine aside, with a reason (role admin): they stay as they are, can be replayed, and wait for
 * nobody any more, so that the alarm of them ends.
 * @throws AppError `forbidden`; `conflict` where none of them is left in quarantine
 */
export async function setAside(
  actor: Actor,
  { which, reason }: z.output<typeof setAsideSchema>,
): Promise<SetAside> {
  requireAccess(actor, "admin");
  return transaction(async (tx) => {
    const written = await writeSetAside(tx, which, { by: actor.name, reason });
    if (!written)
      throw new AppError("conflict", "None of these waits in quarantine any more: somebody was quicker.");
    const { count, at } = written;
    const target = "ids" in which && which.ids.length === 1 ? `delivery ${which.ids[0]}` : words(count);
    await recordAudit(tx, actor, { action: "delivery.set-aside", target, detail: { reason } });
    return { count, at: at.toISOString() };
  });
}

/**
 * Takes it back, for all that were set aside at an instant or for one delivery (role admin).
 * @throws AppError `forbidden`; `conflict` where none of them is set aside any more
 */
export async function takeSetAsideBack(actor: Actor, of: { at: Date } | { id: string }): Promise<void> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    const count = await dropSetAside(tx, of);
    if (count === 0) throw new AppError("conflict", "It is not set aside any more: somebody was quicker.");
    const target = "id" in of ? `delivery ${of.id}` : words(count);
    await recordAudit(tx, actor, { action: "delivery.set-aside-taken-back", target });
  });
}

const words = (count: number) => (count === 1 ? "1 delivery" : `${count} deliveries`);
