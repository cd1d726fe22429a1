// Warns about `.env`, which Docker Compose reads and npm start does not.

import { existsSync } from "node:fs";
import { inCheckout } from "../checkout.mjs";
import { say } from "../progress.mjs";

/**
 * Prints that `.env` is not read, if it exists and Node.js was not told to read it.
 * @param {readonly string[]} nodeArguments
 * @param {string} [file]
 */
export function tellOfUnreadFile(nodeArguments, file = inCheckout(".env")) {
  const isAsked = [...nodeArguments, process.env.NODE_OPTIONS ?? ""].some((one) => /--env-file/.test(one));
  if (isAsked || !existsSync(file)) return;
  say(
    `${file} is not read by npm start. To use it: node --env-file=.env scripts/start.mjs (Docker Compose reads it by itself).`,
  );
}
