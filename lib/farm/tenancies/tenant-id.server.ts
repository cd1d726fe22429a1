import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { postgresCode } from "@/lib/base/db/error-code.server";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { seal, tryUnseal } from "@/lib/base/secrets/seal.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { clientSecretPurpose, webhookSecretPurpose } from "./contract";
import {
  findTenancyRow,
  listSecretRows,
  moveAreaLimits,
  resealClientSecret,
  resealWebhookSecret,
  setTenantId,
  type TenancyRow,
} from "./store.server";

/**
 * Corrects the id of a tenancy to the one that its service writes (role admin), while nothing was accepted under the
 * old one. Its secrets are bound to the id: they are sealed anew.
 * @throws AppError `not-found`; `conflict` while the provisioning file names it or it is being deleted, where another
 *   tenancy has the id, or once a notification was accepted
 */
export async function changeTenantId(actor: Actor, from: string, to: string): Promise<void> {
  requireAccess(actor, "admin");
  const row = await findTenancyRow(from);
  if (!row) throw new AppError("not-found", `No tenancy has the tenantId ${from}.`);
  if (row.lockedFields.length > 0)
    throw new AppError(
      "conflict",
      "The provisioning file names this tenancy. Take it out there, restart, then use the id that came.",
    );
  if (await findTenancyRow(to)) throw taken(to);
  try {
    await transaction((tx) => change(tx, actor, row, to));
  } catch (error) {
    throw postgresCode(error) === UNIQUE_VIOLATION ? taken(to) : error;
  }
}

const UNIQUE_VIOLATION = "23505";

const taken = (tenantId: string) =>
  new AppError("conflict", `Another tenancy has the id ${tenantId}. Enter the webhook secret there.`);

async function change(tx: Transaction, actor: Actor, row: TenancyRow, to: string): Promise<void> {
  const { id, tenantId: from } = row;
  if (!(await setTenantId(tx, { id, from, to })))
    throw new AppError(
      "conflict",
      `${row.name} has accepted a notification under the id ${from}, or is being deleted: its id stays.`,
    );
  const client = row.clientSecret && tryUnseal(row.clientSecret, clientSecretPurpose(from));
  if (client) await resealClientSecret(tx, id, seal(client, clientSecretPurpose(to)));
  // As they were before the change: the new id opens none of them.
  for (const { id: secretId, sealed, fingerprint } of await listSecretRows(
    { retired: true, tenancyId: id },
    tx,
  )) {
    const secret = tryUnseal(sealed, webhookSecretPurpose(from, fingerprint));
    if (secret) await resealWebhookSecret(tx, secretId, seal(secret, webhookSecretPurpose(to, fingerprint)));
  }
  await moveAreaLimits(tx, from, to);
  await recordAudit(tx, actor, {
    action: "tenancy.id-corrected",
    target: row.name,
    detail: { tenantId: `${from} → ${to}` },
  });
}
