// Kills the process that imports a result at random moments, and if asked right after it committed rows, and compares
// the stored rows with those of an undisturbed import.

import { setTimeout as sleep } from "node:timers/promises";
import type { TestDatabase } from "../../tests/support/cluster";
import { chfResult, indexResult } from "../../tests/support/result-content";
import { sendSlowly, startResultService } from "../../tests/support/result-service";
import { readStoreState, type StoreState } from "../../tests/support/store-state";
import { withClient } from "./farm";
import { addImport, type ImportPlan, ImportProcess } from "./import-process";

/** At least the size of the reader's batches. */
const CHUNK_ROWS = 2_000;
const PIECE_BYTES = 64 * 1024;
const PAUSE_MS = 15;
const LOOK_MS = 5;

export type KillOptions = {
  /** Number of kills at random moments, for each of the two types. */
  random: number;
  /**
   * Number of kills right after the process has committed rows, for each of the two types. They come before the random
   * ones. Each gets a further part of the result, which must hold at least a transaction: `hours` of 40 are enough for
   * one kill, 80 for two.
   */
  afterCommit?: number;
  createDatabase: () => Promise<TestDatabase>;
  /** Hours of data in each result; an import takes some 10 ms for each. */
  hours: number;
};

export type KillFigures = {
  kills: number;
  imports: number;
  /** Share of the result's rows that was committed at each kill: shows where the kills fell. */
  shares: number[];
  /** Tables that differ from those of an undisturbed import. */
  different: string[];
};

type Result = { type: "indices" | "chf"; content: string };
type Imported = { state: StoreState; ms: number };

/** A plan for one import process. */
type Fate = {
  /** Share of the result that the service sends before it stalls, so that the import cannot finish before the kill. */
  share: number;
  /** Waits until the process has ended. @returns true if it was killed */
  meet: (worker: ImportProcess, plan: ImportPlan, committedBefore: number) => Promise<boolean>;
};

const UNDISTURBED: Fate = { share: 1, meet: async (worker) => (await worker.end()) === null };

/** Imports results of both types at once until the kills are done; each import goes on until it is complete. */
export async function killImports(options: KillOptions): Promise<KillFigures> {
  const { hours } = options;
  const figures: KillFigures = { kills: 0, imports: 0, shares: [], different: [] };
  await Promise.all([
    killAgainAndAgain({ type: "indices", content: indexResult({ areas: 20, hours }) }, options, figures),
    killAgainAndAgain({ type: "chf", content: chfResult({ areas: 20, hours: hours * 4 }) }, options, figures),
  ]);
  return figures;
}

async function killAgainAndAgain(result: Result, options: KillOptions, figures: KillFigures): Promise<void> {
  const { random, afterCommit = 0 } = options;
  const expected = await importOnce(result, options, () => UNDISTURBED);
  const fates = [
    ...Array.from({ length: afterCommit }, (_, place) => killedAfterCommit((place + 1) / (afterCommit + 1))),
    ...Array.from({ length: random }, () => killedSoon(expected.ms)),
  ];
  let kills = 0;
  const onKill = (state: StoreState) => {
    kills += 1;
    figures.kills += 1;
    figures.shares.push(Number((queryOf(state).stored / queryOf(expected.state).stored).toFixed(2)));
  };
  while (kills < fates.length) {
    const { state } = await importOnce(result, options, () => fates[kills] ?? UNDISTURBED, onKill);
    figures.imports += 1;
    figures.different.push(...differing(expected.state, state));
  }
}

function differing(expected: StoreState, state: StoreState): string[] {
  return Object.keys(expected).filter((table) => {
    const isSame = JSON.stringify(state[table]) === JSON.stringify(expected[table]);
    if (!isSame) process.stderr.write(`${JSON.stringify([expected[table], state[table]])}\n`);
    return !isSame;
  });
}

/** Kills within half the duration of an import, so that one import is killed several times. */
function killedSoon(ms: number): Fate {
  const meet: Fate["meet"] = async (worker) => {
    const ended = worker.end();
    await Promise.race([ended, sleep((Math.random() * ms) / 2)]);
    worker.kill();
    return (await ended) === null;
  };
  return { share: 1, meet };
}

/** Kills as soon as the process itself has committed rows, while it reads on. */
function killedAfterCommit(share: number): Fate {
  const meet: Fate["meet"] = async (worker, plan, committedBefore) => {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    const ended = worker.end();
    ended.then(over, over);
    await withClient(plan.databaseUrl, async (client) => {
      const committed = async () => (await client.query(STORED, [plan.query])).rows[0]?.stored;
      while (!isOver && (await committed()) <= committedBefore) await sleep(LOOK_MS);
    });
    worker.kill();
    return (await ended) === null;
  };
  return { share, meet };
}

const STORED = "SELECT stored FROM queries WHERE id = $1";

const queryOf = (state: StoreState) => state.queries?.sample[0] as { status: string; stored: number };

/** Starts one process after the other until the result is imported. */
async function importOnce(
  { type, content }: Result,
  { createDatabase }: KillOptions,
  nextFate: () => Fate,
  onKill: (state: StoreState) => void = () => undefined,
): Promise<Imported> {
  const database = await createDatabase();
  const service = await startResultService(content);
  const plan = { databaseUrl: database.url, query: "01IMPORT", chunkRows: CHUNK_ROWS };
  try {
    await addImport(plan, service, type);
    for (let committed = 0; ; ) {
      const { share, meet } = nextFate();
      service.send = sendSlowly(PIECE_BYTES, PAUSE_MS, Math.floor(service.content.length * share));
      const worker = new ImportProcess(plan);
      await worker.ready();
      const begun = performance.now();
      const isKilled = await meet(worker, plan, committed);
      const ms = performance.now() - begun;
      const state = await withClient(plan.databaseUrl, readStoreState);
      if (isKilled) onKill(state);
      if (queryOf(state).status === "completed") return { state, ms };
      committed = queryOf(state).stored;
    }
  } finally {
    await service.stop();
    await database.drop();
  }
}
