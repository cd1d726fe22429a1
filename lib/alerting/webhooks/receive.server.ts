import "server-only";
import { recordStorageFailure, recordStored } from "@/lib/alerting/outages/service.server";
import { networkOf } from "@/lib/base/core/addresses";
import { AppError } from "@/lib/base/core/errors";
import { withTimeout } from "@/lib/base/core/with-timeout.server";
import { log } from "@/lib/base/request/log.server";
import { peerOf } from "@/lib/base/request/peer.server";
import { countNotification, type NotificationOutcome } from "@/lib/base/request/process-metrics.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";
import { authenticateNotification, waitForKeys } from "./authenticate.server";
import { requestIdOf, toRequestFacts } from "./contract";
import { getIntake, type IntakeOutcome } from "./intake.server";
import { recordTooLarge, storeRejected } from "./rejected.server";
import { findSigner, hasSignature, type UnauthenticatedRequest } from "./signature.server";
import {
  problemAnswer,
  type RawAnswer,
  type RawRequest,
  readBody,
  storedAnswer,
  TooLarge,
  unsignedAnswer,
} from "./wire.server";

/** Time that an answer waits until a rejected request is recorded. */
const RECORD_REJECTED_MS = 1_000;
/** Time that a request waits for the first secrets after a start; longer is an outage. */
const WAIT_FOR_KEYS_MS = 10_000;
/** Limits of requests that wait for the first secrets, in total and from one network. */
const MAX_WAITING = { total: 256, network: 64 };

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
  return unsignedAnswer();
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
  if (result.outcome !== "failed") return storedAnswer(result.outcome);
  log.error({ err: result.error }, "A notification could not be stored");
  return problemAnswer(
    new AppError(
      "unavailable",
      "The notification could not be stored: the database is out of reach or slow, and the spool cannot be written.",
    ),
  );
}
