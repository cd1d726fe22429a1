import "server-only";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { fingerprint, seal, tryUnseal } from "@/lib/base/secrets/seal.server";
import {
  clientSecretPurpose,
  MEMBER_NAMES,
  type TenancySettings,
  webhookSecretPurpose,
} from "@/lib/farm/tenancies/contract";
import { findWebhookSecret } from "@/lib/farm/tenancies/service.server";
import type { ProvisionedTenancy } from "./contract";
import { fault } from "./faults";
import { addWebhookSecret, findTenancy, markWebhookSecret, saveTenancy } from "./store.server";

export const BY_FILE = "the provisioning file";

/**
 * Creates or updates a tenancy. Secrets that are already stored are not sealed again.
 * @returns what changed, for the audit
 * @throws AppError `bad-request` if a webhook secret belongs to another tenancy, or the tenancy is being deleted
 */
export async function applyTenancy(
  tx: Transaction,
  tenancy: ProvisionedTenancy,
  index: number,
): Promise<{ id: number; changed: string[] }> {
  const known = await findTenancy(tx, tenancy.tenantId);
  if (known?.deletingAt)
    throw fault(
      ["tenancies", index, "tenantId"],
      "this tenancy is being deleted: start without it once, and again with it when it is gone",
    );
  const named = namedColumns(tenancy);
  const secret = newClientSecret(tenancy, known?.clientSecret ?? null);
  const id = await saveTenancy(tx, known?.id ?? null, {
    tenantId: tenancy.tenantId,
    ...named,
    ...secret,
    lockedFields: [...new Set([...(known?.lockedFields ?? []), ...lockedFields(tenancy)])],
    trustedAddresses: trusted(tenancy, known),
  });
  const added = await applyWebhookSecrets(tx, tenancy, id, index);
  const changed = Object.entries(named).flatMap(([member, value]) =>
    same(known?.[member as keyof typeof named], value) ? [] : [nameOf(member)],
  );
  if (secret) changed.push("client secret");
  if (added > 0) changed.push("webhook secrets");
  return { id, changed };
}

const nameOf = (member: string) => (MEMBER_NAMES[member as keyof TenancySettings] ?? member).toLowerCase();

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function namedColumns(tenancy: ProvisionedTenancy) {
  const { tenantId: _, clientSecret: __, webhookSecrets: ___, sync = {}, name, timeZone, ...rest } = tenancy;
  const optional = {
    ...rest,
    syncEnabled: sync.enabled,
    syncTypes: sync.types,
    backfillDays: sync.backfillDays,
    syncEveryMinutes: sync.everyMinutes,
  };
  const present = Object.entries(optional).filter(([, value]) => value !== undefined);
  return { name, timeZone, ...(Object.fromEntries(present) as Partial<typeof optional>) };
}

function lockedFields(tenancy: ProvisionedTenancy): string[] {
  const named = Object.keys(namedColumns(tenancy));
  return tenancy.clientSecret === undefined ? named : [...named, "clientSecret"];
}

/** Addresses set by the operator may be private, unless one of the two was entered in a page. */
function trusted(
  tenancy: ProvisionedTenancy,
  known: { baseUrl: string | null; authUrl: string | null; trustedAddresses: boolean } | null,
): boolean {
  const ofOperator = (named: string | undefined, stored: string | null | undefined) =>
    named !== undefined || !stored || (known?.trustedAddresses ?? false);
  return ofOperator(tenancy.baseUrl, known?.baseUrl) && ofOperator(tenancy.authUrl, known?.authUrl);
}

function newClientSecret({ tenantId, clientSecret }: ProvisionedTenancy, sealed: Uint8Array | null) {
  if (clientSecret === undefined) return null;
  const purpose = clientSecretPurpose(tenantId);
  if (sealed && tryUnseal(sealed, purpose) === clientSecret) return null;
  return {
    clientSecret: seal(clientSecret, purpose),
    clientSecretSetAt: new Date(),
    clientSecretSetBy: BY_FILE,
  };
}

async function applyWebhookSecrets(
  tx: Transaction,
  { tenantId, webhookSecrets = [] }: ProvisionedTenancy,
  tenancyId: number,
  index: number,
): Promise<number> {
  let added = 0;
  for (const [j, secret] of webhookSecrets.entries()) {
    const known = await findWebhookSecret(secret, tx);
    if (known && known.tenancyId !== tenancyId)
      throw fault(
        ["tenancies", index, "webhookSecrets", j],
        `is also a secret of ${known.tenancyName}; each tenancy needs its own`,
      );
    if (known) await markWebhookSecret(tx, known.id);
    else {
      const mark = fingerprint(secret);
      const sealed = seal(secret, webhookSecretPurpose(tenantId, mark));
      await addWebhookSecret(tx, { tenancyId, sealed, fingerprint: mark, createdBy: BY_FILE });
      added += 1;
    }
  }
  return added;
}
