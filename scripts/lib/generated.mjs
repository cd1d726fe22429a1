// What is generated from the sources: the Prisma client and the compiled messages.

import { existsSync } from "node:fs";
import { inCheckout } from "./checkout.mjs";
import { ensurePrismaClient } from "./prisma-client.mjs";

/**
 * Generates what is not current.
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 */
export async function ensureGenerated(shutdown) {
  await ensurePrismaClient(shutdown);
  // A slim copy has the compiled messages alone.
  if (!existsSync(inCheckout("messages"))) return;
  // Its packages may have been installed a moment ago.
  const { generateMessages } = await import("./messages/messages.mjs");
  generateMessages();
}
