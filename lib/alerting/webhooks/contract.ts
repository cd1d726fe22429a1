import { z } from "zod";

/** Largest body of a notification, bytes (docs/spec/http-contract.md "Notifications"). */
export const MAX_BODY_BYTES = 262_144;

/** The facts that are stored of a request besides its bytes; never a signature, right or wrong. */
export const requestFactsSchema = z.object({
  userAgent: z.string().nullable(),
  contentType: z.string().nullable(),
  contentLength: z.string().nullable(),
  /** Names of the headers with a signature, or with something of its form, in lower case. */
  signatureIn: z.array(z.string()),
  /** The address of the sender; behind a proxy what the proxy reports. */
  peer: z.string().nullable(),
});

export type RequestFacts = z.infer<typeof requestFactsSchema>;

/** A signed request as it is stored. */
export type StoredNotification = {
  tenancyId: number;
  tenantId: string;
  secretId: number | null;
  receivedAt: Date;
  requestId: string | null;
  answeredInMs: number | null;
  request: RequestFacts | null;
  body: Uint8Array;
};

const MAX_LENGTH = 300;

const MAX_NAMES = 5;

/** Cuts a header, which a sender may make as long as it likes. */
const cut = (text: string | undefined) => text?.slice(0, MAX_LENGTH) || null;

/**
 * Picks what is stored of a request.
 * @param headers by their names in lower case
 * @param signatureIn names of the headers with a signature, or with something of its form
 * @param peer address of the sender, if known
 */
export function toRequestFacts(
  headers: { readonly [name: string]: string | string[] | undefined },
  signatureIn: readonly string[],
  peer: string | null,
): RequestFacts {
  const one = (name: string) => cut([headers[name]].flat()[0]);
  return {
    userAgent: one("user-agent"),
    contentType: one("content-type"),
    contentLength: one("content-length"),
    signatureIn: signatureIn.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_LENGTH)),
    peer,
  };
}

const NAMED_ID = /\brequest(?:[\s_-]*id)?[\s:=/]+([\w.-]{1,100})/i;

const MAX_REQUEST_ID_LENGTH = 200;

/**
 * Finds the sender's own id of its request in the User-Agent (docs/spec/service-in-the-field.md "Notifications"):
 * what follows the word request, else the whole value.
 * @returns null without a User-Agent
 */
export function requestIdOf(userAgent: string | null): string | null {
  const text = userAgent?.trim() ?? "";
  return NAMED_ID.exec(text)?.[1] ?? (text.slice(0, MAX_REQUEST_ID_LENGTH) || null);
}

/** Numbers of replayed deliveries by outcome; `refused`: no secret fits. */
export type ReplayCounts = Record<"accepted" | "duplicate" | "quarantined" | "refused", number>;

export const NO_REPLAYS: ReplayCounts = { accepted: 0, duplicate: 0, quarantined: 0, refused: 0 };

/** Adds up the numbers of two replays. */
export const addReplays = (a: ReplayCounts, b: Partial<ReplayCounts>): ReplayCounts => ({
  accepted: a.accepted + (b.accepted ?? 0),
  duplicate: a.duplicate + (b.duplicate ?? 0),
  quarantined: a.quarantined + (b.quarantined ?? 0),
  refused: a.refused + (b.refused ?? 0),
});
