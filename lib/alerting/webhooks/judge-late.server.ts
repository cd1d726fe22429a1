import "server-only";
import { noteUnkept } from "@/lib/alerting/outages/service.server";
import { networkOf } from "@/lib/base/core/addresses";
import { peerOf } from "@/lib/base/request/peer.server";
import { keepSigned, type Unchecked } from "./keep-signed.server";
import { keysWithin } from "./keys.server";
import { findSigner, signaturesIn } from "./signature.server";

/** After so long without secrets, nothing can be received: that is an outage. */
const WAIT_MS = 10_000;
/** So many wait at a time; more of them are no start under load any more. */
const MOST_WAITING = 256;
/** So many of one network, so that a stranger does not take the places of others. */
const MOST_OF_NETWORK = 64;

const waiting = new Map<string, number>();
let allWaiting = 0;

/**
 * Judges a request once the secrets are known, as after a first start: it is kept then, although its sender was told
 * that it was not, and only what is really lost begins a time without reception. Strangers begin none. Never throws.
 */
export async function judgeLate(request: Unchecked): Promise<void> {
  if (Object.keys(signaturesIn(request.headers)).length === 0) return;
  const network = networkOf(peerOf(request));
  const ofNetwork = waiting.get(network) ?? 0;
  if (allWaiting >= MOST_WAITING || ofNetwork >= MOST_OF_NETWORK) return noteUnkept(request.receivedAt);
  waiting.set(network, ofNetwork + 1);
  allWaiting += 1;
  try {
    await judgeOnce(request);
  } catch {
    noteUnkept(request.receivedAt);
  } finally {
    allWaiting -= 1;
    const left = (waiting.get(network) ?? 1) - 1;
    if (left > 0) waiting.set(network, left);
    else waiting.delete(network);
  }
}

async function judgeOnce(request: Unchecked): Promise<void> {
  const keys = await keysWithin(WAIT_MS);
  if (!keys) return noteUnkept(request.receivedAt);
  const signer = findSigner(keys, request.headers, request.body);
  if (signer) await keepSigned(request, signer);
}
