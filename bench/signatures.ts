// Checks that none of a million changed bodies and signatures is accepted.

import type { Measured } from "./lib/benchmark";
import { countAccepted } from "./lib/forgeries";

export const name = "signatures";

const FORGERIES = 1_000_000;

export async function run(): Promise<Measured> {
  const accepted = countAccepted(FORGERIES, Date.now() % 2 ** 31);
  if (accepted > 0) throw new Error(`${accepted} forged requests were accepted`);
  return { ours: accepted, baseline: FORGERIES, unit: "accepted : forged requests" };
}
