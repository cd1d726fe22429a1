// Where things are in this checkout.

import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");

/**
 * @param {...string} parts
 * @returns {string} an absolute path in the checkout
 */
export function inCheckout(...parts) {
  return join(root, ...parts);
}

/** What runs the TypeScript programs of the checkout: `node`, with these arguments before the file. */
export const typescriptArguments = ["--conditions=react-server", "--import", "tsx"];
