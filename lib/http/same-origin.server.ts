import "server-only";
import { AppError } from "@/lib/core/errors";
import { env } from "@/lib/env/env.server";

/**
 * A browser says where a request comes from: another site must not act with our user's cookie.
 * @throws AppError `forbidden`
 */
export function refuseForeignOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  if (origin === null) return;
  const host = request.headers.get("host");
  if (origin === new URL(env().LEAFWATCH_URL).origin || (host !== null && new URL(origin).host === host))
    return;
  throw new AppError("forbidden", "The request comes from another site.");
}
