import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { processSingleton } from "@/lib/base/core/process-singleton";

const HELD_MS = 1_000;
/** What is held back keeps a socket: more are answered at once. */
const MOST_HELD = 1_000;

const held = processSingleton<{ heldBack: number }>();

/**
 * Waits for a second or two before a refusal of what comes too often: who floods has so many connections only, and costs the
 * less the longer each of them waits.
 */
export async function holdBack(): Promise<void> {
  const count = held.heldBack ?? 0;
  if (count >= MOST_HELD) return;
  held.heldBack = count + 1;
  // Not all for as long: they would come back as one burst.
  await sleep(HELD_MS * (1 + Math.random()));
  held.heldBack = (held.heldBack ?? 1) - 1;
}
