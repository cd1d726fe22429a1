// Kills the process that imports a result at random moments, and holds the store against that of an import that
// nobody disturbed.

import { setTimeout as sleep } from "node:timers/promises";
import type { TestDatabase } from "../../tests/support/cluster";
import { chfResult, indexResult } from "../../tests/support/result-content";
import { sendSlowly, startResultService } from "../../tests/support/result-service";
import { readStoreState, type StoreState } from "../../tests/support/store-state";
import { withClient } from "./farm";
import { addImport, type ImportPlan, ImportProcess } from "./import-process";

const CHUNK_ROWS = 2_000;
const PIECE_BYTES = 64 * 1024;
const PAUSE_MS = 15;

export type KillOptions = {
  kills: number;
  createDatabase: () => Promise<TestDatabase>;
  /** The size of the results; an import takes some 10 ms for each hour. */
  hours: number;
};

export type KillFigures = {
  kills: number;
  imports: number;
  /** Rows that were committed when a kill came, of all rows of the result: where the kills fell. */
  shares: number[];
  /** Tables that differ from those of an import that nobody disturbed. */
  different: string[];
};

type Kind = { type: "indices" | "chf"; content: string };

/** Imports results of both types by turns until the kills are done; each goes on until it is complete. */
export async function killImports({ kills, createDatabase, hours }: KillOptions): Promise<KillFigures> {
  const figures: KillFigures = { kills: 0, imports: 0, shares: [], different: [] };
  const kinds: Kind[] = [
    { type: "indices", content: indexResult({ areas: 20, hours }) },
    { type: "chf", content: chfResult({ areas: 20, hours: hours * 4 }) },
  ];
  const undisturbed = new Map<Kind, { state: StoreState; ms: number }>();
  for (let turn = 0; figures.kills < kills; turn++) {
    const kind = kinds[turn % kinds.length] as Kind;
    const expected = undisturbed.get(kind) ?? (await importOnce(kind, createDatabase, async () => undefined));
    undisturbed.set(kind, expected);
    const most = Math.min(kills, figures.kills + Math.ceil(kills / kinds.length));
    const { state } = await importOnce(kind, createDatabase, (worker, plan) =>
      figures.kills < most ? killSoon(worker, plan, expected, figures) : Promise.resolve(),
    );
    figures.imports += 1;
    for (const table of Object.keys(expected.state))
      if (JSON.stringify(state[table]) !== JSON.stringify(expected.state[table])) {
        figures.different.push(table);
        process.stderr.write(`${JSON.stringify([expected.state[table], state[table]])}\n`);
      }
  }
  return figures;
}

async function killSoon(
  worker: ImportProcess,
  plan: ImportPlan,
  expected: { state: StoreState; ms: number },
  figures: KillFigures,
): Promise<void> {
  const ended = worker.end().then(() => true);
  // Half of it at most, so that an import sees several.
  const tooLate = await Promise.race([ended, sleep((Math.random() * expected.ms) / 2).then(() => false)]);
  if (tooLate) return;
  worker.kill();
  await ended;
  figures.kills += 1;
  const now = await withClient(plan.databaseUrl, readStoreState);
  figures.shares.push(Number((queryOf(now).stored / queryOf(expected.state).stored).toFixed(2)));
}

const queryOf = (state: StoreState) => state.queries?.sample[0] as { status: string; stored: number };

/** Starts processes until the result is imported; `disturb` may end each. */
async function importOnce(
  { type, content }: Kind,
  createDatabase: KillOptions["createDatabase"],
  disturb: (worker: ImportProcess, plan: ImportPlan) => Promise<void>,
): Promise<{ state: StoreState; ms: number }> {
  const database = await createDatabase();
  const service = await startResultService(content);
  service.send = sendSlowly(PIECE_BYTES, PAUSE_MS);
  const plan = { databaseUrl: database.url, query: "01IMPORT", chunkRows: CHUNK_ROWS };
  try {
    await addImport(plan, service, type);
    for (;;) {
      const worker = new ImportProcess(plan);
      await worker.ready();
      const begun = performance.now();
      await disturb(worker, plan);
      await worker.end();
      const ms = performance.now() - begun;
      const state = await withClient(plan.databaseUrl, readStoreState);
      if (queryOf(state).status === "completed") return { state, ms };
    }
  } finally {
    await service.stop();
    await database.drop();
  }
}
