import "server-only";
import type { IncomingHttpHeaders } from "node:http";
import { networkOf } from "@/lib/base/core/addresses";
import { MINUTE_MS } from "@/lib/base/core/time";
import { log } from "@/lib/base/request/log.server";
import { peerOf } from "@/lib/base/request/peer.server";
import { hasRate, holdBack, type Rate, takeRate } from "@/lib/base/request/rate-limit.server";
import { rejectedPurpose } from "@/lib/base/secrets/contract";
import { seal, unseal } from "@/lib/base/secrets/seal.server";
import { rejectedDays } from "@/lib/farm/retention/service.server";
import { toRequestFacts } from "./contract";
import { bodyHash, signaturesIn } from "./judge.server";
import {
  insertRejected,
  listTenantIds,
  pruneRejected,
  type RefusedKind,
  type Room,
} from "./unapplied-store.server";

/** Notifications are far smaller; what is larger is counted and not kept. */
const LONGEST_BODY = 16_384;
const MIB = 1_048_576;

/**
 * How many are kept in a minute by each process, from one network and from all, and how many in all. What carries a
 * tenant id of ours is most likely a notification whose secret is still to be entered: strangers take none of its room.
 */
const LIMITS: Record<RefusedKind, { network: number; all: number; room: Room }> = {
  ours: { network: 300, all: 600, room: { count: 10_000, bytes: 64 * MIB } },
  signed: { network: 60, all: 240, room: { count: 8_000, bytes: 48 * MIB } },
  unsigned: { network: 10, all: 20, room: { count: 2_000, bytes: 16 * MIB } },
};
const TENANTS_KNOWN_MS = 5_000;
/** Nobody of ours sends without a signature so often. */
const FLOOD: Rate = { name: "unsigned requests beyond those kept", limit: 50, windowMs: 1_000 };

let leftOut = 0;
let prunedAt = Number.NEGATIVE_INFINITY;
let tenants: { ids: Promise<ReadonlySet<string>>; at: number } | undefined;

type Refused = {
  headers: IncomingHttpHeaders;
  receivedAt: Date;
  requestId: string | null;
};

/**
 * Keeps a request whose signature failed, sealed and capped, so that a corrected secret can still admit it. What passes
 * its limit is counted, and the next one kept tells how many.
 */
export async function keepRejected({ body, ...refused }: Refused & { body: Uint8Array }): Promise<void> {
  const signatures = signaturesIn(refused.headers);
  const kind = await kindOf(body, signatures);
  const hash = bodyHash(body);
  await keep(kind, refused, () => ({
    reason: reasonOf(signatures),
    bytes: body.length,
    sealed: body.length > LONGEST_BODY ? null : sealRejected(body, signatures, hash),
    hash,
  }));
}

/**
 * Notes a request that was too large, without a byte of it.
 * @param bytes as it was announced or counted, as far as it was read
 */
export async function noteTooLarge(bytes: number, largest: number, refused: Refused): Promise<void> {
  const reason = `Over ${largest.toLocaleString("en")} bytes, so that nothing of it was kept`;
  const isSigned = Object.keys(signaturesIn(refused.headers)).length > 0;
  await keep(isSigned ? "signed" : "unsigned", refused, () => ({ reason, bytes, sealed: null, hash: null }));
}

async function keep(
  kind: RefusedKind,
  { headers, receivedAt, requestId }: Refused,
  contentOf: () => {
    reason: string;
    bytes: number;
    sealed: Uint8Array<ArrayBuffer> | null;
    hash: string | null;
  },
): Promise<void> {
  const peer = peerOf({ headers });
  const network = networkOf(peer);
  pruneSometimes();
  if (!mayKeep(kind, network)) {
    leftOut += 1;
    if (kind === "unsigned" && !takeRate(FLOOD, network)) await holdBack();
    return;
  }
  const { reason, ...content } = contentOf();
  await insertRejected({
    ...{ kind, network, receivedAt, requestId, ...content },
    reason: `${reason}${takeLeftOut()}`,
    answeredInMs: Date.now() - receivedAt.getTime(),
    request: toRequestFacts(headers, Object.keys(signaturesIn(headers)), peer),
  });
}

async function kindOf(body: Uint8Array, signatures: Record<string, string>): Promise<RefusedKind> {
  if (Object.keys(signatures).length === 0) return "unsigned";
  if (body.length > LONGEST_BODY) return "signed";
  // Not parsed: a stranger wrote it.
  const carried = TENANT_ID.exec(Buffer.from(body).toString("latin1"))?.[1];
  return carried !== undefined && (await tenantIds()).has(carried) ? "ours" : "signed";
}

const TENANT_ID = /"tenantId"\s*:\s*"([^"\\]{1,100})"/;

/** Read at most every few seconds, however many requests are refused. */
function tenantIds(): Promise<ReadonlySet<string>> {
  const now = performance.now();
  if (!tenants || now - tenants.at > TENANTS_KNOWN_MS)
    tenants = { at: now, ids: listTenantIds().then((ids) => new Set(ids)) };
  return tenants.ids;
}

function mayKeep(kind: RefusedKind, network: string): boolean {
  const { network: ofNetwork, all } = LIMITS[kind];
  const inAll = { name: `rejected ${kind}`, limit: all, windowMs: MINUTE_MS };
  const inNetwork = { name: `rejected ${kind} of a network`, limit: ofNetwork, windowMs: MINUTE_MS };
  return hasRate(inAll, "") && takeRate(inNetwork, network) && takeRate(inAll, "");
}

function pruneSometimes(): void {
  const now = performance.now();
  if (now - prunedAt < MINUTE_MS) return;
  prunedAt = now;
  forgetRejected().catch((error) => log.warn({ err: error }, "Old rejected requests could not be removed"));
}

/** Removes rejected requests that are older than they are to be kept, or for which there is no room. */
export async function forgetRejected(): Promise<void> {
  const { ours, signed, unsigned } = LIMITS;
  const rooms = { ours: ours.room, signed: signed.room, unsigned: unsigned.room };
  await pruneRejected(await rejectedDays(), rooms);
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
