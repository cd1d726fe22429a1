import "server-only";
import pino from "pino";
import { environmentVariable } from "@/lib/base/env/variable.server";
import { requestContext } from "./request-context.server";

const level = environmentVariable("LEAFWATCH_LOG_LEVEL") ?? "info";

/** The log: JSON lines on standard output, with the request's id. Never log a secret or an address with its query. */
export const log = pino({
  // An invalid level is rejected where the environment is parsed.
  level: level in pino.levels.values || level === "silent" ? level : "info",
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: ["*.password", "*.secret", "*.token", "*.clientSecret", "*.authorization"],
  mixin: () => {
    const context = requestContext();
    return context ? { requestId: context.id } : {};
  },
});
