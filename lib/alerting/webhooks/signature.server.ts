import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";

/** A request read whole, its signature not checked yet. Header names are in lower case. */
export type UnauthenticatedRequest = { headers: IncomingHttpHeaders; body: Uint8Array; receivedAt: Date };

const SIGNATURE = /^(?:sha256=)?([0-9a-f]{64})$/i;

/**
 * Finds the secret that a body was signed with (docs/spec/service-interface.md "Signature"): hex HMAC-SHA256 over the
 * bytes, in either case, with or without `sha256=` before it, each secret under its own tenancy's header.
 * @returns undefined when none fits
 */
export function findSigner(
  keys: readonly WebhookKey[],
  headers: IncomingHttpHeaders,
  body: Uint8Array,
): WebhookKey | undefined {
  return keys.find((key) => {
    const given = signatureIn(headers, key.header);
    return given !== undefined && timingSafeEqual(given, signBody(body, key.secret));
  });
}

/** Signs a body; the secret is UTF-8. */
export function signBody(body: Uint8Array, secret: string): Buffer {
  return createHmac("sha256", Buffer.from(secret, "utf8")).update(body).digest();
}

/** Finds all headers whose value has the form of a signature, by name. */
export function signaturesIn(headers: IncomingHttpHeaders): Record<string, string> {
  const values = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(values.filter(([, value]) => SIGNATURE.test(value.trim())));
}

/** Returns true if any header has the form of a signature. */
export function hasSignature(headers: IncomingHttpHeaders): boolean {
  return Object.keys(signaturesIn(headers)).length > 0;
}

function signatureIn(headers: IncomingHttpHeaders, name: string): Buffer | undefined {
  const value = headers[name.toLowerCase()];
  const hex = typeof value === "string" ? SIGNATURE.exec(value.trim())?.[1] : undefined;
  return hex === undefined ? undefined : Buffer.from(hex, "hex");
}
