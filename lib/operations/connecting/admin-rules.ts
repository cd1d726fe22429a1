import { AppError } from "@/lib/base/core/errors";
import { MEMBER_NAMES, type TenancySettings } from "@/lib/farm/tenancies/contract";

/** The members in which two sets of settings differ. */
export function changedMembers(before: TenancySettings, after: TenancySettings): (keyof TenancySettings)[] {
  const members = Object.keys(MEMBER_NAMES) as (keyof TenancySettings)[];
  return members.filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]));
}

/**
 * What the provisioning file sets is changed there only.
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
 * A new secret is used before the old one goes.
 * @param others the active secrets that would be left
 * @throws AppError `conflict` that the admin has to confirm
 */
export function refuseTooEarly(others: readonly { lastUsedAt: Date | null }[]): void {
  if (others.some(({ lastUsedAt }) => lastUsedAt !== null)) return;
  const message =
    others.length === 0
      ? "It is the only secret: without it every notification is refused, and the service sends none twice."
      : "No other secret has fitted a notification yet. If the service still signs with this one, its notifications are lost.";
  throw new AppError("conflict", message, { parameter: "confirmed" });
}
