/**
 * What a sealed value is for: it names the field, the tenancy and what else tells its row apart. `before` is how
 * values of the first format were bound.
 */
export type Purpose = string | { name: string; before: string };

/**
 * What a request is bound to that was kept although its signature failed: its row, known by the hash of its bytes.
 * @param hash SHA-256 of the body, hex
 */
export const rejectedPurpose = (hash: string) => ({
  name: `rejected-delivery:${hash}`,
  before: "rejected-delivery",
});

/**
 * The key of the codes that a person's app shows.
 * @param userId `users.id`
 */
export const totpPurpose = (userId: number | string) => `totp:${userId}`;

/** The one private key that signs what goes to push services. */
export const PUSH_KEY_PURPOSE = "push-key";

/** The file beside the database that holds the webhook secrets. */
export const KEPT_KEYS_PURPOSE = "webhook-keys";
