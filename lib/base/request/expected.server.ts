import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { isOutage } from "@/lib/base/db/error-code.server";
import { log } from "./log.server";

/**
 * Maps an error to the one for the caller: an unreachable or overloaded database becomes `unavailable`; unexpected errors
 * are logged and returned unchanged.
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
