import "server-only";
import { networkOf } from "@/lib/base/core/addresses";
import { MINUTE_MS } from "@/lib/base/core/time";
import { log } from "@/lib/base/request/log.server";
import { peerOf } from "@/lib/base/request/peer.server";
import { hasRate, holdBack, type Rate, takeRate } from "@/lib/base/request/rate-limit.server";
import { rejectedPurpose } from "@/lib/base/secrets/contract";
import { seal, unseal } from "@/lib/base/secrets/seal.server";
import { rejectedDays } from "@/lib/farm/retention/service.server";
import { MAX_BODY_BYTES, requestIdOf, toRequestFacts } from "./contract";
import { hashBody } from "./judge.server";
import { hasSignature, signaturesIn, type UnauthenticatedRequest } from "./signature.server";
import {
  type Capacity,
  insertRejected,
  listTenantIds,
  pruneRejected,
  type RejectedKind,
} from "./unapplied-store.server";

/** Notifications are far smaller. A larger body is recorded without its bytes. */
const MAX_SEALED_BYTES = 16_384;
const MIB = 1_048_576;

/**
 * Number of requests that a process stores a minute, from one network and from all, and the number and bytes kept in
 * total. A request with a tenant id of ours is most likely a notification whose secret is not entered yet, so it has a
 * capacity of its own that strangers cannot use up.
 */
const LIMITS: Record<RejectedKind, { network: number; all: number } & Capacity> = {
  ours: { network: 300, all: 600, count: 10_000, bytes: 64 * MIB },
  signed: { network: 60, all: 240, count: 8_000, bytes: 48 * MIB },
  unsigned: { network: 10, all: 20, count: 2_000, bytes: 16 * MIB },
};
const TENANT_IDS_FRESH_MS = 5_000;
/** No real sender sends this many requests without a signature. */
const FLOOD: Rate = { name: "unsigned requests beyond those kept", limit: 50, windowMs: 1_000 };

let skipped = 0;
let prunedAt = Number.NEGATIVE_INFINITY;
let tenants: { ids: Promise<ReadonlySet<string>>; at: number } | undefined;

type RejectedRequest = Omit<UnauthenticatedRequest, "body">;
type Content = {
  reason: string;
  bytes: number;
  /** Sealed. */
  body: Uint8Array<ArrayBuffer> | null;
  /** SHA-256 of the bytes; null if they were not read. */
  refusedHash: Uint8Array<ArrayBuffer> | null;
};

/**
 * Stores a request whose signature failed, sealed and limited in number, so that a corrected secret can still admit it.
 * Requests over the limit are counted in the reason of the next one stored.
 */
export async function storeRejected(request: UnauthenticatedRequest): Promise<void> {
  const { body } = request;
  const signatures = signaturesIn(request.headers);
  const kind = await kindOf(body, signatures);
  const hash = hashBody(body);
  await storeWithinLimits(kind, request, () => ({
    reason: reasonOf(signatures),
    bytes: body.length,
    body: body.length > MAX_SEALED_BYTES ? null : sealRejected(body, signatures, hash),
    refusedHash: new Uint8Array(Buffer.from(hash, "hex")),
  }));
}

/**
 * Records a request that was too large, without its bytes.
 * @param bytes as announced, or as counted until reading stopped
 */
export async function recordTooLarge(bytes: number, request: RejectedRequest): Promise<void> {
  const reason = `Over ${MAX_BODY_BYTES.toLocaleString("en")} bytes, so that nothing of it was kept`;
  const kind = hasSignature(request.headers) ? "signed" : "unsigned";
  await storeWithinLimits(kind, request, () => ({ reason, bytes, body: null, refusedHash: null }));
}

async function storeWithinLimits(
  kind: RejectedKind,
  { headers, receivedAt }: RejectedRequest,
  prepare: () => Content,
): Promise<void> {
  const peer = peerOf({ headers });
  const network = networkOf(peer);
  pruneIfDue();
  if (!takeQuota(kind, network)) {
    skipped += 1;
    if (kind === "unsigned" && !takeRate(FLOOD, network)) await holdBack();
    return;
  }
  const { reason, ...content } = prepare();
  await insertRejected(kind, {
    ...{ receivedAt, refusedNetwork: network, ...content },
    requestId: requestIdOf(headers["user-agent"] ?? null),
    reason: `${reason}${takeSkipped()}`,
    answeredInMs: Date.now() - receivedAt.getTime(),
    request: toRequestFacts(headers, Object.keys(signaturesIn(headers)), peer),
  });
}

async function kindOf(body: Uint8Array, signatures: Record<string, string>): Promise<RejectedKind> {
  if (Object.keys(signatures).length === 0) return "unsigned";
  if (body.length > MAX_SEALED_BYTES) return "signed";
  // Searched instead of parsed, because a stranger may have written it.
  const carried = TENANT_ID.exec(Buffer.from(body).toString("latin1"))?.[1];
  return carried !== undefined && (await tenantIds()).has(carried) ? "ours" : "signed";
}

const TENANT_ID = /"tenantId"\s*:\s*"([^"\\]{1,100})"/;

/** Reads the tenant ids at most every few seconds, however many requests are rejected. */
function tenantIds(): Promise<ReadonlySet<string>> {
  const now = performance.now();
  if (!tenants || now - tenants.at > TENANT_IDS_FRESH_MS)
    tenants = { at: now, ids: listTenantIds().then((ids) => new Set(ids)) };
  return tenants.ids;
}

function takeQuota(kind: RejectedKind, network: string): boolean {
  const { network: ofNetwork, all } = LIMITS[kind];
  const inAll = { name: `rejected ${kind}`, limit: all, windowMs: MINUTE_MS };
  const inNetwork = { name: `rejected ${kind} of a network`, limit: ofNetwork, windowMs: MINUTE_MS };
  return hasRate(inAll, "") && takeRate(inNetwork, network) && takeRate(inAll, "");
}

function pruneIfDue(): void {
  const now = performance.now();
  if (now - prunedAt < MINUTE_MS) return;
  prunedAt = now;
  deleteOldRejected().catch((error) =>
    log.warn({ err: error }, "Old rejected requests could not be deleted"),
  );
}

/** Deletes rejected requests that are past their retention or over the limits of their kind. */
export async function deleteOldRejected(): Promise<void> {
  await pruneRejected(await rejectedDays(), LIMITS);
}

function takeSkipped(): string {
  const count = skipped;
  skipped = 0;
  return count === 0 ? "" : `; ${count} more before it were not kept`;
}

function reasonOf(signatures: Record<string, string>): string {
  const names = Object.keys(signatures);
  return names.length === 0
    ? "No header carries a signature"
    : `The signature in ${names.join(", ")} fits no secret under its header`;
}

/** The sealed part of a rejected request: enough to check it again. */
type SealedRequest = { body: Buffer; signatures: Record<string, string> };

function sealRejected(
  body: Uint8Array,
  signatures: Record<string, string>,
  hash: string,
): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify({ body: Buffer.from(body).toString("base64"), signatures });
  return seal(text, rejectedPurpose(hash));
}

/**
 * Opens what `storeRejected` sealed.
 * @param hash the one stored beside it, hex
 * @throws AppError `unavailable` when no key of the ring fits
 */
export function openRejected(sealed: Uint8Array, hash: string): SealedRequest {
  const { body, signatures } = JSON.parse(unseal(sealed, rejectedPurpose(hash)));
  return { body: Buffer.from(body, "base64"), signatures };
}

/** Opens it, or returns null if no key of the ring fits. */
export function tryOpenRejected(sealed: Uint8Array, hash: string): SealedRequest | null {
  try {
    return openRejected(sealed, hash);
  } catch {
    return null;
  }
}
