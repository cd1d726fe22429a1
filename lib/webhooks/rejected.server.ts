import "server-only";
import type { IncomingHttpHeaders } from "node:http";
import { log } from "@/lib/http/log.server";
import { peerOf } from "@/lib/http/peer.server";
import { rejectedDays } from "@/lib/retention/service.server";
import { rejectedPurpose } from "@/lib/secrets/contract";
import { seal, unseal } from "@/lib/secrets/seal.server";
import { bodyHash } from "./identity.server";
import { toRequestFacts } from "./request-facts";
import { pruneRejected } from "./settle-store.server";
import { signaturesIn } from "./signature.server";
import { insertRejected } from "./store.server";

const KEPT_A_MINUTE = 60;
/** Notifications are far smaller; what is larger is counted and not kept. */
const LONGEST_BODY = 16_384;
const KEPT = { count: 20_000, bytes: 134_217_728 };

let minute = 0;
let keptInMinute = 0;
let leftOut = 0;

type Rejected = {
  body: Uint8Array;
  headers: IncomingHttpHeaders;
  receivedAt: Date;
  requestId: string | null;
};

/**
 * Keeps a request whose signature failed, sealed and capped, so that a corrected secret can still admit it.
 * At most sixty a minute: the rest are counted, and the next one kept tells how many.
 */
export async function keepRejected(rejected: Rejected): Promise<void> {
  const { body, headers, receivedAt, requestId } = rejected;
  if (!mayKeep(receivedAt)) return;
  const signatures = signaturesIn(headers);
  const hash = bodyHash(body);
  await insertRejected({
    receivedAt,
    reason: `${reasonOf(signatures)}${takeLeftOut()}`,
    bytes: body.length,
    sealed: body.length > LONGEST_BODY ? null : sealRejected(body, signatures, hash),
    hash,
    requestId,
    answeredInMs: Date.now() - receivedAt.getTime(),
    request: toRequestFacts(headers, Object.keys(signatures), peerOf({ headers })),
  });
}

function mayKeep(at: Date): boolean {
  const thisMinute = Math.floor(at.getTime() / 60_000);
  if (thisMinute !== minute) {
    minute = thisMinute;
    keptInMinute = 0;
    forgetRejected().catch((error) => log.warn({ err: error }, "Old rejected requests could not be removed"));
  }
  const free = keptInMinute < KEPT_A_MINUTE;
  if (free) keptInMinute += 1;
  else leftOut += 1;
  return free;
}

/** Removes rejected requests that are older than they are to be kept, or more than the newest 20,000 or 128 MiB. */
export async function forgetRejected(): Promise<void> {
  await pruneRejected({ ...KEPT, days: await rejectedDays() });
}

function takeLeftOut(): string {
  const count = leftOut;
  leftOut = 0;
  return count === 0 ? "" : `; ${count} more before it were not kept`;
}

function reasonOf(signatures: Record<string, string>): string {
  const names = Object.keys(signatures);
  return names.length === 0
    ? "No header carries a signature"
    : `The signature in ${names.join(", ")} fits no secret under its header`;
}

/** What is sealed of a rejected request: all that is needed to check it again. */
export type SealedRequest = { body: Buffer; signatures: Record<string, string> };

function sealRejected(
  body: Uint8Array,
  signatures: Record<string, string>,
  hash: string,
): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify({ body: Buffer.from(body).toString("base64"), signatures });
  return seal(text, rejectedPurpose(hash));
}

/**
 * Opens what `keepRejected` kept.
 * @param hash as it stands beside it, hex
 * @throws AppError `unavailable` when no key of the ring fits
 */
export function openRejected(sealed: Uint8Array, hash: string): SealedRequest {
  const { body, signatures } = JSON.parse(unseal(sealed, rejectedPurpose(hash)));
  return { body: Buffer.from(body, "base64"), signatures };
}

/** The same, or null when no key of the ring fits. */
export function tryOpenRejected(sealed: Uint8Array, hash: string): SealedRequest | null {
  try {
    return openRejected(sealed, hash);
  } catch {
    return null;
  }
}
