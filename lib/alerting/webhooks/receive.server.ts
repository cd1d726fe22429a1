import "server-only";
import type { IncomingHttpHeaders } from "node:http";
import { recordStorageFailure, recordStored } from "@/lib/alerting/outages/service.server";
import { networkOf } from "@/lib/base/core/addresses";
import { AppError } from "@/lib/base/core/errors";
import { withTimeout } from "@/lib/base/core/with-timeout.server";
import { log } from "@/lib/base/request/log.server";
import { peerOf } from "@/lib/base/request/peer.server";
import { countNotification, type NotificationOutcome } from "@/lib/base/request/process-metrics.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";
import { PROBLEM_TYPE, problemOf } from "@/lib/web/http/problem";
import {
  authenticateNotification,
  findSigner,
  hasSignature,
  type UnauthenticatedRequest,
  waitForKeys,
} from "./authenticate.server";
import { MAX_BODY_BYTES, requestIdOf, toRequestFacts } from "./contract";
import { getIntake, type IntakeOutcome } from "./intake.server";
import { recordTooLarge, storeRejected } from "./rejected.server";

/** Bytes of a body over the limit that are still read, so that its sender can finish and read the answer. */
const MAX_DISCARDED_BYTES = 8 * MAX_BODY_BYTES;
/** Time that an answer waits until a rejected request is recorded. */
const RECORD_REJECTED_MS = 1_000;
/** RFC 9110, 15.5.2, requires a scheme in every 401: ours is HMAC over the body with a shared secret. */
const SIGNATURE_CHALLENGE = 'HMAC-SHA256 realm="Leafwatch notifications"';
/** Time that a request waits for the first secrets after a start; longer is an outage. */
const WAIT_FOR_KEYS_MS = 10_000;
/** Limits of requests that wait for the first secrets, in total and from one network. */
const MAX_WAITING = { total: 256, network: 64 };

/** A request from the wire; header names are in lower case. */
export type RawRequest = { headers: IncomingHttpHeaders; body: AsyncIterable<Uint8Array> };
/** An answer for the wire. */
export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/** A body of more than `MAX_BODY_BYTES`; `bytes` as announced, or as counted until reading stopped. */
class TooLarge extends AppError {
  readonly bytes: number;

  constructor(bytes: number) {
    super("too-large", `A notification has at most ${MAX_BODY_BYTES} bytes.`);
    this.bytes = bytes;
  }
}

/**
 * Receives one notification (docs/spec/service-interface.md "Delivery", docs/spec/http-contract.md "Notifications"):
 * checks its size, then its signature, then stores or spools it. Answers 2xx once the bytes are durable; parses
 * nothing before the signature is checked.
 * @returns the answer; never throws
 */
export async function receiveNotification(request: RawRequest): Promise<RawAnswer> {
  const begun = performance.now();
  const answer = await answerNotification(request);
  countNotification(toMetric(answer), (performance.now() - begun) / 1_000);
  return answer;
}

/** Answers any method but POST. */
export function refuseMethod(): RawAnswer {
  const error = new AppError("method-not-allowed", "Notifications are sent with POST.");
  return problemAnswer(error, { allow: "POST" });
}

async function answerNotification({ headers, body }: RawRequest): Promise<RawAnswer> {
  let request: UnauthenticatedRequest | undefined;
  try {
    request = { headers, body: await readBody({ headers, body }), receivedAt: new Date() };
    const signer = await authenticateNotification(request, getIntake().patienceMs);
    return signer ? storeAnswer(await storeSigned(request, signer)) : await rejectUnsigned(request);
  } catch (error) {
    if (error instanceof TooLarge)
      await waitBriefly(recordTooLarge(error.bytes, { headers, receivedAt: new Date() }));
    if (error instanceof AppError) {
      if (request && error.code === "unavailable") void authenticateLater(request);
      return problemAnswer(error);
    }
    if (!request) return brokenOffAnswer(error);
    recordStorageFailure(request.receivedAt);
    return storeAnswer({ outcome: "failed", error });
  }
}

/**
 * Reads the bytes of a request body.
 * @throws TooLarge, by the announced length or by count
 */
async function readBody({ headers, body }: RawRequest): Promise<Uint8Array> {
  const announced = Number(headers["content-length"] ?? 0);
  if (announced > MAX_BODY_BYTES) throw new TooLarge(Math.min(announced, 2 ** 31 - 1));
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size <= MAX_BODY_BYTES) parts.push(part);
    if (size > MAX_DISCARDED_BYTES) break;
  }
  if (size > MAX_BODY_BYTES) throw new TooLarge(size);
  const [only] = parts;
  return parts.length === 1 && only ? only : Buffer.concat(parts, size);
}

/** Stores or spools an authenticated request, and records an outage if that fails. Never throws. */
async function storeSigned(request: UnauthenticatedRequest, signer: WebhookKey): Promise<IntakeOutcome> {
  const { headers, body, receivedAt } = request;
  const requestId = requestIdOf(headers["user-agent"] ?? null);
  const facts = toRequestFacts(headers, [signer.header.toLowerCase()], peerOf({ headers }));
  const result = await getIntake().storeOrSpool({ signer, receivedAt, body, requestId, request: facts });
  if (result.outcome === "failed") recordStorageFailure(receivedAt);
  else recordStored(new Date());
  return result;
}

async function rejectUnsigned(request: UnauthenticatedRequest): Promise<RawAnswer> {
  await waitBriefly(storeRejected(request));
  const error = new AppError(
    "unauthenticated",
    "The signature is missing or fits no secret that is stored here.",
    { title: "Signature missing or wrong" },
  );
  return problemAnswer(error, { "www-authenticate": SIGNATURE_CHALLENGE });
}

/** Waits a short time until a rejected request is recorded; the answer does not depend on it. */
async function waitBriefly(recording: Promise<void>): Promise<void> {
  const recorded = recording.catch((error) =>
    log.warn({ err: error }, "A rejected request could not be recorded"),
  );
  await withTimeout(recorded, RECORD_REJECTED_MS).catch(() => undefined);
}

const waitingByNetwork = new Map<string, number>();
let waitingTotal = 0;

/**
 * Authenticates a request once the first secrets are known, and stores it although its sender was answered 503. If it is
 * lost, an outage begins; one without a signature is ignored. Never throws.
 */
async function authenticateLater(request: UnauthenticatedRequest): Promise<void> {
  if (!hasSignature(request.headers)) return;
  const network = networkOf(peerOf(request));
  const ofNetwork = waitingByNetwork.get(network) ?? 0;
  if (waitingTotal >= MAX_WAITING.total || ofNetwork >= MAX_WAITING.network)
    return recordStorageFailure(request.receivedAt);
  waitingByNetwork.set(network, ofNetwork + 1);
  waitingTotal += 1;
  try {
    const keys = await waitForKeys(WAIT_FOR_KEYS_MS);
    const signer = keys && findSigner(keys, request.headers, request.body);
    if (signer) await storeSigned(request, signer);
    else if (!keys) recordStorageFailure(request.receivedAt);
  } catch {
    recordStorageFailure(request.receivedAt);
  } finally {
    waitingTotal -= 1;
    const left = (waitingByNetwork.get(network) ?? 1) - 1;
    if (left > 0) waitingByNetwork.set(network, left);
    else waitingByNetwork.delete(network);
  }
}

function toMetric({ status, body }: RawAnswer): NotificationOutcome {
  if (status < 300) return JSON.parse(body).status;
  if (status === 401) return "rejected";
  if (status === 400) return "broken-off";
  return status === 413 ? "too-large" : "lost";
}

/** Answers a connection that ended within the body. Nobody reads the answer, and there is nothing to store. */
function brokenOffAnswer(error: unknown): RawAnswer {
  log.warn({ err: error }, "A notification broke off: the connection ended within its body");
  return problemAnswer(new AppError("bad-request", "The body broke off before its end."));
}

function storeAnswer(result: IntakeOutcome): RawAnswer {
  if (result.outcome !== "failed")
    return {
      status: result.outcome === "quarantined" || result.outcome === "spooled" ? 202 : 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ status: result.outcome }),
    };
  log.error({ err: result.error }, "A notification could not be stored");
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
