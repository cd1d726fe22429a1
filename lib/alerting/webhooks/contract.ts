import { z } from "zod";

/** What is kept of a request besides its bytes. No value of a signature is among it, right or wrong. */
export const requestFactsSchema = z.object({
  userAgent: z.string().nullable(),
  contentType: z.string().nullable(),
  contentLength: z.string().nullable(),
  /** Names of the headers that carried the signature, or something like one, in lower case. */
  signatureIn: z.array(z.string()),
  /** The address that it came from; behind a proxy what the proxy says. */
  peer: z.string().nullable(),
});

export type RequestFacts = z.infer<typeof requestFactsSchema>;

/** A signed request as it is kept. */
export type KeptNotification = {
  tenancyId: number;
  tenantId: string;
  secretId: number | null;
  receivedAt: Date;
  requestId: string | null;
  answeredInMs: number | null;
  request: RequestFacts | null;
  body: Uint8Array;
};

const LONGEST = 300;

const MOST_NAMES = 5;

/** A sender may write what it likes, as long as it likes, into a header. */
const short = (text: string | undefined) => text?.slice(0, LONGEST) || null;

/**
 * What is kept of a request.
 * @param headers by their names in lower case
 * @param signatureIn the names of the headers that carried its signature, or something like one
 * @param peer where it came from, where that is known
 */
export function toRequestFacts(
  headers: { readonly [name: string]: string | string[] | undefined },
  signatureIn: readonly string[],
  peer: string | null,
): RequestFacts {
  const one = (name: string) => short([headers[name]].flat()[0]);
  return {
    userAgent: one("user-agent"),
    contentType: one("content-type"),
    contentLength: one("content-length"),
    signatureIn: signatureIn.slice(0, MOST_NAMES).map((name) => name.slice(0, LONGEST)),
    peer,
  };
}

const NAMED = /\brequest(?:[\s_-]*id)?[\s:=/]+([\w.-]{1,100})/i;

const LONGEST_REQUEST_ID = 200;

/**
 * The sender's id of its request, which it writes in the User-Agent (the field page, "Notifications"):
 * what stands after the word request, else the whole value.
 * @returns null without a User-Agent
 */
export function requestIdOf(userAgent: string | null): string | null {
  const text = userAgent?.trim() ?? "";
  return NAMED.exec(text)?.[1] ?? (text.slice(0, LONGEST_REQUEST_ID) || null);
}
