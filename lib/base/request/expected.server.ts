import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { isOutage } from "@/lib/base/db/error-code.server";
import { log } from "./log.server";

/**
 * The error that a caller is told. A database that is out of reach or overloaded is said as such; what nobody
 * expected is logged whole and comes back as it is.
 * @param where what was called, for the log
 */
export function expectedOf(error: unknown, where: string): unknown {
  if (error instanceof AppError) return error;
  if (isOutage(error)) {
    log.warn({ err: error, where }, "The database did not answer");
    return new AppError("unavailable", "The database is out of reach or slow. Try again in a few seconds.", {
      cause: error,
    });
  }
  log.error({ err: error, where }, "A call failed");
  return error;
}
