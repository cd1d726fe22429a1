import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { rawNotifications } from "./detail-contract";
import { listRaw } from "./raw-store.server";
import { findAlert } from "./store.server";

type Answer = z.input<NonNullable<typeof rawNotifications.answer>>;

/**
 * The notifications of an alert with the bytes as they came (role viewer); nothing of the secret that signed them.
 * @throws AppError `forbidden`; `not-found` when the alert is unknown
 */
export async function readRaw(actor: Actor, alertId: string, tenantId: string | undefined): Promise<Answer> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, tenantId);
  // An alert is made of its notifications: without any there is none.
  const rows = (await findAlert(tenancy, alertId)) ? await listRaw(tenancy.id, alertId) : [];
  if (rows.length === 0) throw new AppError("not-found", `No alert has the id ${alertId}.`);
  // What was understood was JSON, and so UTF-8.
  const items = rows.map((row) => ({
    ...row,
    timestamp: row.timestamp.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    body: row.body && new TextDecoder().decode(row.body),
  }));
  return { items };
}
