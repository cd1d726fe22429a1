import "server-only";
import type { IncomingHttpHeaders } from "node:http";
import { noteKept, noteUnkept } from "@/lib/alerting/outages/service.server";
import { networkOf } from "@/lib/base/core/addresses";
import { AppError } from "@/lib/base/core/errors";
import { withTimeout } from "@/lib/base/core/with-timeout.server";
import { log } from "@/lib/base/request/log.server";
import { peerOf } from "@/lib/base/request/peer.server";
import { countNotification, type NotificationOutcome } from "@/lib/base/request/process-metrics.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";
import { PROBLEM_TYPE, problemOf } from "@/lib/web/http/problem";
import { requestIdOf, toRequestFacts } from "./contract";
import { getIntake, type Kept } from "./intake.server";
import { findSigner, signaturesIn } from "./judge.server";
import { currentKeys, keysSince, keysWithin } from "./keys.server";
import { keepRejected, noteTooLarge } from "./rejected.server";

const KEEP_REJECTED_MS = 1_000;

/** HTTP wants every 401 to name a scheme (RFC 9110, 15.5.2): ours is HMAC over the body, with the secret shared. */
const SIGNATURE_CHALLENGE = 'HMAC-SHA256 realm="Leafwatch notifications"';

/** An answer as it goes over the wire. */
export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/**
 * Takes one notification in (service-interface 4.2, contract.md "Notifications"): size, then signature, then
 * keep, in the database or in the spool. The 2xx is given once the bytes are durable; nothing is parsed before
 * the signature is checked.
 * @returns the answer; never throws
 */
export async function receiveNotification(request: RawRequest): Promise<RawAnswer> {
  const begun = performance.now();
  const answer = await take(request);
  countNotification(outcomeOf(answer), (performance.now() - begun) / 1_000);
  return answer;
}

function outcomeOf({ status, body }: RawAnswer): NotificationOutcome {
  if (status < 300) return JSON.parse(body).status;
  if (status === 401) return "rejected";
  if (status === 400) return "broken-off";
  return status === 413 ? "too-large" : "lost";
}

async function take(request: RawRequest): Promise<RawAnswer> {
  let whole: Unchecked | undefined;
  try {
    const body = await readBody(request);
    whole = { headers: request.headers, body, receivedAt: new Date() };
    return await takeIn(whole);
  } catch (error) {
    if (error instanceof TooLarge) await noteLarge(error, request.headers);
    if (error instanceof AppError) {
      if (whole && error.code === "unavailable") void judgeLate(whole);
      return problemAnswer(error);
    }
    if (!whole) return cutOff(error);
    noteUnkept(whole.receivedAt);
    return answerOf({ outcome: "lost", error });
  }
}

/** @throws AppError `unavailable` when its signature can not be checked yet */
async function takeIn({ headers, body, receivedAt }: Unchecked): Promise<RawAnswer> {
  const signer = await signerOf(headers, body);
  if (signer) return answerOf(await keepSigned({ headers, body, receivedAt }, signer));
  return reject({ body, headers, receivedAt, requestId: requestIdOf(headers["user-agent"] ?? null) });
}

/** The sender went away, or its proxy did: nobody hears the answer, and nothing came that could be kept. */
function cutOff(error: unknown): RawAnswer {
  log.warn({ err: error }, "A notification broke off before its body had come: the connection ended");
  return problemAnswer(new AppError("bad-request", "The body broke off before its end."));
}

/** Any method but POST, before all else. */
export function refuseMethod(): RawAnswer {
  const error = new AppError("method-not-allowed", "Notifications are sent with POST.");
  return problemAnswer(error, { allow: "POST" });
}

/** A secret entered a moment ago counts: before a signature fails, the secrets are read afresh. */
async function signerOf(headers: RawRequest["headers"], body: Uint8Array): Promise<WebhookKey | undefined> {
  const arrived = performance.now();
  const signer = findSigner(await currentKeys(getIntake().patienceMs), headers, body);
  if (signer || Object.keys(signaturesIn(headers)).length === 0) return signer;
  return findSigner(await keysSince(arrived), headers, body);
}

async function reject(rejected: Parameters<typeof keepRejected>[0]): Promise<RawAnswer> {
  await soon(keepRejected(rejected));
  return problemAnswer(
    new AppError("unauthenticated", "The signature is missing or fits no secret that is stored here.", {
      title: "Signature missing or wrong",
    }),
    { "www-authenticate": SIGNATURE_CHALLENGE },
  );
}

async function noteLarge({ bytes }: TooLarge, headers: RawRequest["headers"]): Promise<void> {
  const requestId = requestIdOf(headers["user-agent"] ?? null);
  await soon(noteTooLarge(bytes, LARGEST_BODY, { headers, receivedAt: new Date(), requestId }));
}

/** The answer waits for the log a short time only, and is the same without it. */
async function soon(keeping: Promise<void>): Promise<void> {
  const logged = keeping.catch((error) => log.warn({ err: error }, "A rejected request could not be kept"));
  await withTimeout(logged, KEEP_REJECTED_MS).catch(() => undefined);
}

function answerOf(kept: Kept): RawAnswer {
  if (kept.outcome !== "lost")
    return {
      status: kept.outcome === "quarantined" || kept.outcome === "spooled" ? 202 : 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ status: kept.outcome }),
    };
  log.error({ err: kept.error }, "A notification could not be kept");
  return problemAnswer(
    new AppError(
      "unavailable",
      "The notification could not be stored: the database is out of reach or slow, and the spool cannot be written.",
    ),
  );
}

function problemAnswer(error: AppError, more: Record<string, string> = {}): RawAnswer {
  const problem = problemOf(error);
  const headers = { "content-type": PROBLEM_TYPE, "cache-control": "private, no-store", ...more };
  return { status: problem.status, headers, body: JSON.stringify(problem) };
}

/** contract.md, "Notifications". */
export const LARGEST_BODY = 262_144;

/** How much of a body that is too large is read away, so that its sender can finish and hear the answer. */
const LONGEST_DRAIN = 8 * LARGEST_BODY;

/** A request as it comes over the wire; the names of its headers are in lower case. */
export type RawRequest = { headers: IncomingHttpHeaders; body: AsyncIterable<Uint8Array> };

/** A body has more than `LARGEST_BODY` bytes: as many as were announced, or counted until then. */
export class TooLarge extends AppError {
  readonly bytes: number;

  constructor(bytes: number) {
    super("too-large", `A notification has at most ${LARGEST_BODY} bytes.`);
    this.bytes = bytes;
  }
}

/**
 * The bytes of a request body as they came.
 * @throws TooLarge, by the announced length or by count
 */
export async function readBody({ headers, body }: RawRequest): Promise<Uint8Array> {
  const announced = Number(headers["content-length"] ?? 0);
  if (announced > LARGEST_BODY) throw new TooLarge(Math.min(announced, 2 ** 31 - 1));
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size <= LARGEST_BODY) parts.push(part);
    if (size > LONGEST_DRAIN) break;
  }
  if (size > LARGEST_BODY) throw new TooLarge(size);
  const [only] = parts;
  return parts.length === 1 && only ? only : Buffer.concat(parts, size);
}

/** A request that is read whole, and whose signature is not checked yet. */
export type Unchecked = { headers: RawRequest["headers"]; body: Uint8Array; receivedAt: Date };

/** Keeps a request whose signature fits, and notes for the outages whether it could be kept. Never throws. */
export async function keepSigned(
  { headers, body, receivedAt }: Unchecked,
  signer: WebhookKey,
): Promise<Kept> {
  const requestId = requestIdOf(headers["user-agent"] ?? null);
  const request = toRequestFacts(headers, [signer.header.toLowerCase()], peerOf({ headers }));
  const kept = await getIntake().keep({ signer, receivedAt, body, requestId, request });
  if (kept.outcome === "lost") noteUnkept(receivedAt);
  else noteKept(new Date());
  return kept;
}

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
