// The generated Prisma client: generated again when the schema has changed.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { inCheckout } from "./checkout.mjs";
import { runTool } from "./tools.mjs";
import { withWorkLock } from "./work-lock.mjs";

const stampFile = inCheckout("generated", "prisma", ".made-from");

/**
 * Generates the client unless it is current.
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 */
export async function ensurePrismaClient(shutdown) {
  if (isCurrent()) return;
  await withWorkLock(shutdown, async () => {
    if (isCurrent()) return;
    rmSync(stampFile, { force: true });
    const made = fingerprint();
    await runTool(shutdown, {
      title: "Generating the Prisma client",
      command: process.execPath,
      args: [inCheckout("node_modules", "prisma", "build", "index.js"), "generate"],
      // Generating needs no schema engine, but the tool would download one unless given the path of an existing program.
      env: {
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      },
    });
    writeFileSync(stampFile, made);
  });
}

function isCurrent() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === fingerprint();
}

function fingerprint() {
  const hash = createHash("sha256");
  for (const path of ["prisma/schema.prisma", "prisma.config.ts", "node_modules/prisma/package.json"]) {
    hash.update(readFileSync(inCheckout(path)));
  }
  return hash.digest("hex");
}
