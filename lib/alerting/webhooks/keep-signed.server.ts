import "server-only";
import { noteKept, noteUnkept } from "@/lib/alerting/outages/service.server";
import { peerOf } from "@/lib/base/request/peer.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";
import type { RawRequest } from "./body.server";
import { getIntake, type Kept } from "./intake.server";
import { toRequestFacts } from "./request-facts";
import { requestIdOf } from "./request-id";

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
