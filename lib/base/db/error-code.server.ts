import "server-only";
import pg from "pg";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";

/** Postgres cancelled a statement: it ran into its timeout. */
const STATEMENT_TIMEOUT = "57014";
/** Codes of Postgres, or their first two characters, that say nothing about what was asked: it is not usable now. */
const OUTAGES = ["08", "25006", "28", "3D000", "42P01", "53", "55", "57", "58", "XX"];

/** The database could not do its work, whatever was asked of it. */
export class OutOfReach extends Error {}

const raised = z.object({
  meta: z.object({ driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }) }),
});

/** The code that Postgres gave an error of the pool or of a raw statement (`23505`), undefined for any other. */
export function postgresCode(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code;
  return raised.safeParse(error).data?.meta.driverAdapterError.cause.originalCode;
}

/** The same error, or `OutOfReach` around one that is no fault of the statement: no connection, no answer, no disk. */
export function judgeOutage(error: unknown): unknown {
  const code = postgresCode(error);
  const away = code === undefined || OUTAGES.some((outage) => code.startsWith(outage));
  return away ? new OutOfReach("The database is out of reach or slow", { cause: error }) : error;
}

/** Whether the database said that its disk is full. */
export function isDatabaseFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return postgresCode(error) === "53100" || isDatabaseFull(error.cause);
}

/** Whether a statement was begun and did not end in time; the database may answer all else. */
export function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    postgresCode(error) === STATEMENT_TIMEOUT ||
    /query read timeout/i.test(error.message) ||
    isTimeout(error.cause)
  );
}

/**
 * Runs a statement that may read too much.
 * @throws AppError `unavailable` with the given message when the statement timeout ended it
 */
export async function unavailableOnTimeout<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (postgresCode(error) !== STATEMENT_TIMEOUT) throw error;
    throw new AppError("unavailable", message, { cause: error });
  }
}

/** Of a socket, of its name, and of Prisma: no connection came about, or it ended. */
const NO_CONNECTION =
  /^(ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|E(HOST|NET)UNREACH$|P100[128]$|P1017$|P2024$)/;
/** What the driver says without a code: no connection came free, it ended, or no answer came. */
const NO_ANSWER =
  /timeout exceeded when trying to connect|^timeout expired$|connection terminated|query read timeout/i;

/** Whether an error, or what caused it, says that the database is out of reach or overloaded, whatever was asked. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = postgresCode(error);
  if (code !== undefined) return ["08", "53", "57P"].some((outage) => code.startsWith(outage));
  const { code: own, syscall } = error as { code?: unknown; syscall?: unknown };
  // A file that is not there is another matter than a socket that is not.
  if (own === "ENOENT") return syscall === "connect";
  if (typeof own === "string" && NO_CONNECTION.test(own)) return true;
  return NO_ANSWER.test(error.message) || isOutage(error.cause);
}
