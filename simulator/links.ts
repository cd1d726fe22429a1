// Pre-signed, time-limited addresses of results.
import { createHmac, randomBytes } from "node:crypto";
import { sameText } from "./tokens";

export class LinkSigner {
  readonly #key = randomBytes(32);

  /** The address of a query's result on the store at `origin`, valid until `expiresAt` (milliseconds). */
  sign(origin: string, queryId: string, expiresAt: number): string {
    const expires = Math.floor(expiresAt / 1000);
    return `${origin}/results/${queryId}?expires=${expires}&signature=${this.#signature(queryId, String(expires))}`;
  }

  /** The query whose result an address names; undefined for a wrong signature or an expired address. */
  verify(url: URL, now: number): string | undefined {
    const queryId = /^\/results\/([0-9a-f-]+)$/.exec(url.pathname)?.[1];
    const expires = url.searchParams.get("expires") ?? "";
    if (!queryId || !sameText(url.searchParams.get("signature") ?? "", this.#signature(queryId, expires)))
      return undefined;
    return Number(expires) * 1000 > now ? queryId : undefined;
  }

  #signature(queryId: string, expires: string): string {
    return createHmac("sha256", this.#key).update(`${queryId}\n${expires}`).digest("hex");
  }
}
