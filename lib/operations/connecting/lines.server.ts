import "server-only";
import { tryUnseal } from "@/lib/base/secrets/seal.server";
import {
  clientSecretPurpose,
  type SyncType,
  storedTrialsSchema,
  type TenancyDetails,
  type TenancySummary,
  type WebhookSecretLine,
  webhookSecretPurpose,
} from "@/lib/farm/tenancies/contract";
import type {
  ClientUse,
  listActiveSecrets,
  SecretRow,
  secretUses,
  syncFacts,
  TenancyRow,
} from "@/lib/farm/tenancies/store.server";
import { isSuperseded, type SecretUse } from "./secret-use";
import { type Tried, trialsNow } from "./trials";

type SealedSecret = Awaited<ReturnType<typeof listActiveSecrets>>[number];

/** Enough to tell a handful of secrets apart. */
const MARK_LENGTH = 8;

/** A tenancy as its page sees it: of a secret only that it is there and opens. */
export function toDetails(
  row: TenancyRow,
  secrets: readonly SealedSecret[],
  uses: Awaited<ReturnType<typeof secretUses>> = new Map(),
  client: ClientUse = { usedAt: null, refused: false },
): TenancyDetails {
  const used = secrets.map((secret) => ({
    ...secret,
    ...(uses.get(secret.id) ?? { verified: 0, lastVerifiedAt: null }),
  }));
  return {
    id: row.id,
    tenantId: row.tenantId,
    name: row.name,
    timeZone: row.timeZone,
    baseUrl: row.baseUrl,
    authUrl: row.authUrl,
    clientId: row.clientId,
    tokenAuth: row.tokenAuth === "post" ? "post" : "basic",
    signatureHeader: row.signatureHeader,
    dataDelayHours: row.dataDelayHours,
    queryDeadlineMinutes: row.queryDeadlineMinutes,
    syncEnabled: row.syncEnabled,
    syncTypes: row.syncTypes as SyncType[],
    backfillDays: row.backfillDays,
    syncEveryMinutes: row.syncEveryMinutes,
    recoveryHours: row.recoveryHours,
    trustedAddresses: row.trustedAddresses,
    lockedFields: row.lockedFields,
    clientSecret: toClientSecret(row, client),
    trials: trialsNow(storedTrialsSchema.parse(row.trials), triedOf(row), client.usedAt),
    webhookSecrets: used.map((secret) => toSecretLine(row.tenantId, secret, used)),
    deletion: row.deletingAt && {
      since: row.deletingAt.toISOString(),
      by: row.deletingBy ?? "somebody",
      rows: Number(row.deletedRows),
    },
  };
}

/** What a test of what is stored is run with. */
export const triedOf = (row: TenancyRow): Tried => ({
  ...row,
  secretSetAt: row.clientSecretSetAt?.toISOString() ?? null,
});

function toClientSecret(row: TenancyRow, { usedAt, refused }: ClientUse): TenancyDetails["clientSecret"] {
  if (!row.clientSecret) return null;
  return {
    storedAt: (row.clientSecretSetAt ?? row.updatedAt).toISOString(),
    storedBy: row.clientSecretSetBy ?? "somebody",
    opens: tryUnseal(row.clientSecret, clientSecretPurpose(row.tenantId)) !== null,
    lastUsedAt: usedAt?.toISOString() ?? null,
    refused,
  };
}

function toSecretLine(
  tenantId: string,
  secret: SealedSecret & SecretUse,
  all: readonly SecretUse[],
): WebhookSecretLine {
  return {
    id: secret.id,
    createdAt: secret.createdAt.toISOString(),
    createdBy: secret.createdBy,
    lastUsedAt: secret.lastUsedAt?.toISOString() ?? null,
    provisioned: secret.provisioned,
    mark: secret.fingerprint.slice(0, MARK_LENGTH),
    opens: tryUnseal(secret.sealed, webhookSecretPurpose(tenantId, secret.fingerprint)) !== null,
    verified: secret.verified,
    superseded: isSuperseded(secret, all, new Date()),
  };
}

/** A tenancy as the list shows it. */
export function toSummary(
  row: TenancyRow,
  facts: {
    secrets: readonly SecretRow[];
    notified: ReadonlyMap<number, Date>;
    synced: Awaited<ReturnType<typeof syncFacts>>;
  },
): TenancySummary {
  const states = facts.synced.filter(({ tenancyId }) => tenancyId === row.id);
  const readings = states.flatMap(({ lastReadingAt }) => lastReadingAt ?? []);
  const failing = states.find(({ failures }) => failures > 0);
  const newest = readings.toSorted((a, b) => b.getTime() - a.getTime())[0];
  return {
    id: row.id,
    tenantId: row.tenantId,
    name: row.name,
    timeZone: row.timeZone,
    queries: Boolean(row.baseUrl && row.authUrl && row.clientId && row.clientSecret),
    syncEnabled: row.syncEnabled,
    webhookSecrets: facts.secrets.filter(({ tenancyId }) => tenancyId === row.id).length,
    lastNotificationAt: facts.notified.get(row.id)?.toISOString() ?? null,
    lastReadingAt: newest?.toISOString() ?? null,
    lastError: failing?.lastError ?? null,
    provisioned: row.lockedFields.length > 0,
    deleting: row.deletingAt !== null,
  };
}
