import { DAY_MS } from "@/lib/base/core/time";

/** A webhook secret with what it verified within the last seven days. */
export type SecretUse = {
  id: number;
  createdAt: Date;
  /** By whatever it fitted; our own tests are none. */
  lastUsedAt: Date | null;
  /** Accepted notifications. */
  verified: number;
  lastVerifiedAt: Date | null;
};

/**
 * Whether a secret has gone unused while a newer one is used: it never fitted, or not for a day, and a newer one
 * has verified a notification since.
 */
export function isSuperseded(secret: SecretUse, all: readonly SecretUse[], now: Date): boolean {
  const unusedSince = secret.lastUsedAt ?? secret.createdAt;
  if (secret.lastUsedAt !== null && now.getTime() - unusedSince.getTime() < DAY_MS) return false;
  return all.some(
    (other) => isNewer(other, secret) && other.lastVerifiedAt !== null && other.lastVerifiedAt > unusedSince,
  );
}

function isNewer(one: SecretUse, other: SecretUse): boolean {
  const apart = one.createdAt.getTime() - other.createdAt.getTime();
  return apart === 0 ? one.id > other.id : apart > 0;
}
