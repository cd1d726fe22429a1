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
