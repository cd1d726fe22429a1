import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { tryUnseal } from "@/lib/base/secrets/seal.server";
import { clientSecretPurpose, webhookSecretPurpose } from "./contract";
import { listSecretRows, listTenancyRows } from "./store.server";

/**
 * Refuses a start whose keys open none of the secrets in use: with them no signature could be checked, and
 * every notification would be lost. One secret that does not open beside others that do is shown in the pages.
 * @throws AppError `unavailable`: one sentence that says what to do
 */
export async function requireOwnKeys(): Promise<void> {
  const [tenancies, webhooks] = await Promise.all([listTenancyRows(), listSecretRows({ retired: false })]);
  const opened = [
    ...tenancies.flatMap(({ tenantId, clientSecret }) =>
      clientSecret ? [tryUnseal(clientSecret, clientSecretPurpose(tenantId))] : [],
    ),
    ...webhooks.map(({ tenantId, sealed, fingerprint }) =>
      tryUnseal(sealed, webhookSecretPurpose(tenantId, fingerprint)),
    ),
  ];
  if (opened.length === 0 || opened.some((secret) => secret !== null)) return;
  throw new AppError(
    "unavailable",
    "LEAFWATCH_SECRET_KEYS, else the data folder's secret-keys, holds none of the keys that sealed the stored secrets: put the old key back, after the new one if there is one.",
  );
}
