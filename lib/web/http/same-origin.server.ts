import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { env } from "@/lib/base/env/env.server";
import { hostOf } from "@/lib/base/request/peer.server";

/**
 * Rejects requests from other sites, which must not act with our user's cookie. A hidden origin (`null`) counts as
 * another site; programs send no origin.
 * @throws AppError `forbidden`
 */
export function refuseForeignOrigin(request: { headers: Headers }): void {
  const origin = request.headers.get("origin");
  if (origin === null ? isOwnFetch(request.headers) : isOwnOrigin(origin, hostOf(request))) return;
  throw new AppError(
    "forbidden",
    "The request comes from another site. Behind a proxy LEAFWATCH_URL must be the address that people use.",
  );
}

function isOwnFetch(headers: Headers): boolean {
  return ["same-origin", "none", null].includes(headers.get("sec-fetch-site"));
}

function isOwnOrigin(origin: string, host: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: plain, host: from } = new URL(origin);
  return plain === new URL(env().LEAFWATCH_URL).origin || (host !== null && from === host.toLowerCase());
}
