import { toHex } from "@/lib/base/core/hex";

/** By which a browser finds itself in the list of devices. */
export async function fingerprintOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return toHex(new Uint8Array(hash));
}
