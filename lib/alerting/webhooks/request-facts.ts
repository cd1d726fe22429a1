import type { RequestFacts } from "./contract";

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
