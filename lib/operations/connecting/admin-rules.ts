import { AppError } from "@/lib/base/core/errors";
import { DAY_MS } from "@/lib/base/core/time";
import { MEMBER_NAMES, type TenancySettings } from "@/lib/farm/tenancies/contract";

/** The members in which two sets of settings differ. */
export function changedMembers(before: TenancySettings, after: TenancySettings): (keyof TenancySettings)[] {
  const members = Object.keys(MEMBER_NAMES) as (keyof TenancySettings)[];
  return members.filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]));
}

/**
 * Refuses a change of what the provisioning file sets.
 * @throws AppError `conflict` on the member
 */
export function refuseLocked(
  changed: readonly (keyof TenancySettings)[],
  lockedFields: readonly string[],
): void {
  const member = changed.find((name) => lockedFields.includes(name));
  if (!member) return;
  throw new AppError(
    "conflict",
    `${MEMBER_NAMES[member]} is set by the provisioning file. Change it there and restart.`,
    { parameter: member },
  );
}

/**
 * Refuses to retire a secret before another one has verified a notification.
 * @param others the active secrets that would be left
 * @throws AppError `conflict` on `confirmed`: the admin can confirm it
 */
export function refuseTooEarly(others: readonly { lastUsedAt: Date | null }[]): void {
  if (others.some(({ lastUsedAt }) => lastUsedAt !== null)) return;
  const message =
    others.length === 0
      ? "It is the only secret. Without it, every notification is rejected, and the service does not send it again."
      : "No other secret has verified a notification yet. If the service still signs with this one, its notifications are lost.";
  throw new AppError("conflict", message, { parameter: "confirmed" });
}

/** A webhook secret and its use within the last seven days. */
export type SecretUse = {
  id: number;
  createdAt: Date;
  /** When it last verified a delivery; test notifications do not count. */
  lastUsedAt: Date | null;
  /** The number of accepted notifications. */
  verified: number;
  lastVerifiedAt: Date | null;
};

/**
 * Returns true if a secret is unused while a newer one is used: it never verified a delivery, or not for a day, and a
 * newer one has verified a notification since.
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
