import "server-only";
import { z } from "zod";

const raised = z.object({
  meta: z.object({ driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }) }),
});

/** The code that Postgres gave an error of a raw statement (`23505`), undefined for any other error. */
export function postgresCode(error: unknown): string | undefined {
  const { data } = raised.safeParse(error);
  return data?.meta.driverAdapterError.cause.originalCode;
}
