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
