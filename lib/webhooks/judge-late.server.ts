import "server-only";
import { noteUnkept } from "@/lib/outages/service.server";
import { keepSigned, type Unchecked } from "./keep-signed.server";
import { keysWithin } from "./keys.server";
import { findSigner } from "./signature.server";

/** After so long without secrets, nothing can be received: that is an outage. */
const WAIT_MS = 10_000;
/** So many wait at a time; more of them are no start under load any more. */
const MOST_WAITING = 64;

let waiting = 0;

/**
 * Judges a request once the secrets are known, as after a first start: it is kept then, although its sender was told
 * that it was not, and only what is really lost begins a time without reception. Strangers begin none. Never throws.
 */
export async function judgeLate(request: Unchecked): Promise<void> {
  if (waiting >= MOST_WAITING) return noteUnkept(request.receivedAt);
  waiting += 1;
  try {
    await judgeOnce(request);
  } catch {
    noteUnkept(request.receivedAt);
  } finally {
    waiting -= 1;
  }
}

async function judgeOnce(request: Unchecked): Promise<void> {
  const keys = await keysWithin(WAIT_MS);
  if (!keys) return noteUnkept(request.receivedAt);
  const signer = findSigner(keys, request.headers, request.body);
  if (signer) await keepSigned(request, signer);
}
