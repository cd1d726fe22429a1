import "server-only";
import { log } from "@/lib/base/request/log.server";
import { tryUnseal, unseal } from "@/lib/base/secrets/seal.server";
import {
  clientSecretPurpose,
  type ServiceAccess,
  type SyncType,
  type WebhookKey,
  webhookSecretPurpose,
} from "./contract";
import type { AccessRow, SecretRow } from "./store.server";

/**
 * The opened access of a tenancy; null when an address, the client or its secret is missing.
 * @throws AppError `unavailable` when the stored secret does not open
 */
export function openAccess(row: AccessRow): ServiceAccess | null {
  const { baseUrl, authUrl, clientId, clientSecret } = row;
  if (!baseUrl || !authUrl || !clientId || !clientSecret) return null;
  return {
    tenancyId: row.id,
    tenantId: row.tenantId,
    name: row.name,
    timeZone: row.timeZone,
    baseUrl,
    authUrl,
    clientId,
    clientSecret: unseal(clientSecret, clientSecretPurpose(row.tenantId)),
    tokenAuth: row.tokenAuth === "post" ? "post" : "basic",
    dataDelayHours: row.dataDelayHours,
    queryDeadlineMinutes: row.queryDeadlineMinutes,
    trustedAddresses: row.trustedAddresses,
    sync: {
      enabled: row.syncEnabled,
      types: row.syncTypes as SyncType[],
      backfillDays: row.backfillDays,
      everyMinutes: row.syncEveryMinutes,
    },
  };
}

// The keys are read every few seconds: once a process is enough.
const toldOf = new Set<number>();

/** The opened webhook secret, or null, logged, when no key opens it: the others must go on working. */
export function openWebhookKey(row: SecretRow): WebhookKey | null {
  const { tenancyId, tenantId, header, id: secretId } = row;
  const secret = tryUnseal(row.sealed, webhookSecretPurpose(tenantId, row.fingerprint));
  if (secret === null) {
    if (!toldOf.has(secretId))
      log.error({ tenantId, secretId }, "A webhook secret cannot be opened: enter it again");
    toldOf.add(secretId);
    return null;
  }
  return { tenancyId, tenantId, secretId, header, secret };
}
