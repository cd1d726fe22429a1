// The stored rows after an import whose process is killed at random moments.

import { createDatabaseOn, startTestCluster } from "../tests/support/cluster";
import type { Measured } from "./lib/benchmark";
import { killImports } from "./lib/import-kills";

export const name = "import-kills";

const KILLS = 50;
const HOURS = 200;

export async function run(): Promise<Measured> {
  const cluster = await startTestCluster({ durable: true });
  try {
    const createDatabase = () => createDatabaseOn(cluster.adminUrl);
    const kills = Number(process.env.BENCH_KILLS ?? KILLS);
    // Half of them with each type.
    const random = Math.ceil(kills / 2);
    const figures = await killImports({ random, hours: HOURS, createDatabase });
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    if (figures.different.length > 0) throw new Error("The store differs from that of an undisturbed import");
    return {
      name: `import-kills: stores that equal an undisturbed one, after ${figures.kills} kills`,
      ours: figures.imports,
      baseline: figures.imports,
      unit: "imports : imports",
    };
  } finally {
    await cluster.stop();
  }
}
