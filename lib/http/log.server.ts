import "server-only";
import pino from "pino";

/** The log of the program: JSON lines on standard output. Never give it a secret. */
export const log = pino({
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: ["*.password", "*.secret", "*.token", "*.clientSecret", "*.authorization"],
});
