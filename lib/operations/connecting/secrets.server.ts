import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { transaction } from "@/lib/base/db/transaction.server";
import { env } from "@/lib/base/env/env.server";
import { fingerprint, seal, tryUnseal } from "@/lib/base/secrets/seal.server";
import { clientSecretPurpose, webhookSecretPurpose } from "@/lib/farm/tenancies/contract";
import { findWebhookSecret } from "@/lib/farm/tenancies/service.server";
import {
  findTenancyRow,
  insertWebhookSecret,
  listActiveSecrets,
  noteTrials,
  restoreSecret,
  retireWebhookSecret,
  reviveWebhookSecret,
  type TenancyRow,
  updateClientSecret,
} from "@/lib/farm/tenancies/store.server";
import { requestSync } from "@/lib/history/sync/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { isPlantServiceError } from "@/lib/service/errors";
import { createGuardedFetch } from "@/lib/service/guarded-fetch.server";
import { judgeToken, requestToken } from "@/lib/service/token";
import { requireTenancy, toSettings, triedOf } from "./admin.server";
import { refuseTooEarly } from "./admin-rules";
import { toStored } from "./trials";

const CHECK_MS = 15_000;

/** The result of the check before a secret is stored. */
export type SecretCheck = "fits" | "not-checked";

/**
 * Replaces the client secret after requesting a token with the new one. The first secret of a tenancy is stored unchecked
 * if an address is missing or does not answer.
 * @throws AppError `bad-request` on `clientSecret` if the service refuses it: the old one stays; `conflict` if the
 *   provisioning file sets it
 */
export async function replaceClientSecret(
  actor: Actor,
  tenantId: string,
  secret: string,
): Promise<SecretCheck> {
  const row = await requireTenancy(actor, tenantId);
  if (row.lockedFields.includes("clientSecret"))
    throw new AppError("conflict", "The client secret is set by the provisioning file. Change it there.", {
      parameter: "clientSecret",
    });
  const check = await checkClientSecret(row, secret);
  await transaction(async (tx) => {
    await updateClientSecret(tx, row.id, seal(secret, clientSecretPurpose(tenantId)), actor.name);
    await recordAudit(tx, actor, { action: "tenancy.client-secret-replaced", target: row.name });
  });
  if (check === "fits") await storePassed(tenantId);
  await requestSync(row.id);
  return check;
}

/** Stores that the client has passed its test: a token was given for the stored secret. */
async function storePassed(tenantId: string): Promise<void> {
  const row = await findTenancyRow(tenantId);
  if (row) await noteTrials(row.id, toStored({ client: "passed" }, triedOf(row), new Date()));
}

async function checkClientSecret(row: TenancyRow, clientSecret: string): Promise<SecretCheck> {
  const { authUrl, clientId } = row;
  if (!authUrl || !clientId) return "not-checked";
  const { tokenAuth } = toSettings(row);
  const context = {
    fetch: createGuardedFetch({
      allowPrivate: row.trustedAddresses,
      allowList: env().LEAFWATCH_ALLOW_PRIVATE_HOSTS,
    }),
    now: Date.now,
    timeoutMs: CHECK_MS,
    secrets: () => [clientSecret],
  };
  try {
    const answer = await requestToken(context, { authUrl, clientId, clientSecret, tokenAuth }, {});
    judgeToken(context, answer);
    return "fits";
  } catch (error) {
    if (!isPlantServiceError(error)) throw error;
    if (error.code !== "token-refused" && !row.clientSecret) return "not-checked";
    const said = error.message.replace(/\.?("?)$/, "$1.");
    throw new AppError("bad-request", `${said}${row.clientSecret ? " The old secret stays." : ""}`, {
      parameter: "clientSecret",
    });
  }
}

/**
 * Adds a webhook secret. All active ones are tried, so that the old one can stay until the new one is in use.
 * @throws AppError `conflict` on `secret` when this or another tenancy holds it
 */
export async function addWebhookSecret(actor: Actor, tenantId: string, secret: string): Promise<void> {
  const row = await requireTenancy(actor, tenantId);
  const refuse = (message: string) => new AppError("conflict", message, { parameter: "secret" });
  await transaction(async (tx) => {
    const known = await findWebhookSecret(secret, tx);
    if (known && known.tenancyId !== row.id)
      throw refuse(
        `${known.tenancyName} has this secret. Each tenancy needs its own, because the secret alone says whose a notification is.`,
      );
    if (known && !known.retired) throw refuse("This secret is stored already.");
    if (known) await reviveWebhookSecret(tx, known.id, actor.name);
    else {
      const mark = fingerprint(secret);
      const sealed = seal(secret, webhookSecretPurpose(tenantId, mark));
      await insertWebhookSecret(tx, {
        tenancyId: row.id,
        sealed,
        fingerprint: mark,
        createdBy: actor.name,
      });
    }
    await recordAudit(tx, actor, { action: "tenancy.webhook-secret-added", target: row.name });
  });
}

/**
 * Retires a webhook secret.
 * @param confirmed required if no other secret has verified a notification yet
 * @throws AppError `not-found`; `conflict` on `confirmed` if that is required, or if the provisioning file sets the secret
 */
export async function removeWebhookSecret(
  actor: Actor,
  tenantId: string,
  { secretId, confirmed }: { secretId: number; confirmed: boolean },
): Promise<void> {
  const row = await requireTenancy(actor, tenantId);
  const active = await listActiveSecrets(row.id);
  const secret = active.find(({ id }) => id === secretId);
  if (!secret) throw new AppError("not-found", "This secret was retired already.");
  if (secret.provisioned)
    throw new AppError(
      "conflict",
      "The provisioning file sets this secret. Take it out there, restart, then retire it.",
    );
  const opens = (one: typeof secret) =>
    tryUnseal(one.sealed, webhookSecretPurpose(tenantId, one.fingerprint)) !== null;
  if (!confirmed && opens(secret)) refuseTooEarly(active.filter((other) => other !== secret && opens(other)));
  await transaction(async (tx) => {
    await retireWebhookSecret(tx, secretId);
    await recordAudit(tx, actor, { action: "tenancy.webhook-secret-retired", target: row.name });
  });
}

/**
 * Restores a retired webhook secret.
 * @throws AppError `conflict` if it is in use, or not one of the tenancy
 */
export async function restoreWebhookSecret(actor: Actor, tenantId: string, secretId: number): Promise<void> {
  const row = await requireTenancy(actor, tenantId);
  await transaction(async (tx) => {
    if (!(await restoreSecret(tx, row.id, secretId)))
      throw new AppError("conflict", "This secret is in use: it was restored already.");
    await recordAudit(tx, actor, { action: "tenancy.webhook-secret-restored", target: row.name });
  });
}
