/**
 * The purpose that a sealed value is bound to: field, tenancy and whatever else identifies its row. `before` is the
 * purpose of values in the first format.
 */
export type Purpose = string | { name: string; before: string };

/**
 * Purpose of a rejected request: its row, identified by the hash of its bytes.
 * @param hash SHA-256 of the body, hex
 */
export const rejectedPurpose = (hash: string) => ({
  name: `rejected-delivery:${hash}`,
  before: "rejected-delivery",
});

/**
 * Purpose of the key behind the codes in a person's app.
 * @param userId `users.id`
 */
export const totpPurpose = (userId: number | string) => `totp:${userId}`;

/** Purpose of the private key that signs requests to push services. */
export const PUSH_KEY_PURPOSE = "push-key";

/** Purpose of the file beside the database with the webhook secrets. */
export const KEPT_KEYS_PURPOSE = "webhook-keys";
