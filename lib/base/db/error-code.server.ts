import "server-only";
import pg from "pg";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";

/** Postgres' code for a cancelled statement, such as one that timed out. */
const STATEMENT_TIMEOUT = "57014";
/** Postgres codes, or their first two characters, for a database that is unusable regardless of the statement. */
const OUTAGES = ["08", "25006", "28", "3D000", "42P01", "53", "55", "57", "58", "XX"];

/** The database is unusable, regardless of the statement. */
export class OutOfReach extends Error {}

const raised = z.object({
  meta: z.object({ driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }) }),
});

/** The Postgres code (`23505`) of an error from the pool or a raw statement; undefined for other errors. */
export function postgresCode(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code;
  return raised.safeParse(error).data?.meta.driverAdapterError.cause.originalCode;
}

/** Wraps errors that are not the statement's fault (no connection, no answer, no disk) in `OutOfReach`; returns others. */
export function judgeOutage(error: unknown): unknown {
  const code = postgresCode(error);
  const away = code === undefined || OUTAGES.some((outage) => code.startsWith(outage));
  return away ? new OutOfReach("The database is out of reach or slow", { cause: error }) : error;
}

/** Returns true if the database reported a full disk. */
export function isDatabaseFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return postgresCode(error) === "53100" || isDatabaseFull(error.cause);
}

/** Returns true if the statement timed out; the database may answer others. */
export function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    postgresCode(error) === STATEMENT_TIMEOUT ||
    /query read timeout/i.test(error.message) ||
    isTimeout(error.cause)
  );
}

/**
 * Runs a statement that may take too long.
 * @throws AppError `unavailable` with the given message if it timed out
 */
export async function unavailableOnTimeout<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (postgresCode(error) !== STATEMENT_TIMEOUT) throw error;
    throw new AppError("unavailable", message, { cause: error });
  }
}

/** Codes of sockets, name resolution and Prisma for a connection that failed or ended. */
const NO_CONNECTION =
  /^(ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|E(HOST|NET)UNREACH$|P100[128]$|P1017$|P2024$)/;
/** Messages of the driver, without a code, for no free connection, one that ended, or no answer. */
const NO_ANSWER =
  /timeout exceeded when trying to connect|^timeout expired$|connection terminated|query read timeout/i;

/** Returns true if an error or its cause means that the database is out of reach or overloaded. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = postgresCode(error);
  if (code !== undefined) return ["08", "53", "57P"].some((outage) => code.startsWith(outage));
  const { code: own, syscall } = error as { code?: unknown; syscall?: unknown };
  // A missing file is not a missing socket.
  if (own === "ENOENT") return syscall === "connect";
  if (typeof own === "string" && NO_CONNECTION.test(own)) return true;
  return NO_ANSWER.test(error.message) || isOutage(error.cause);
}
