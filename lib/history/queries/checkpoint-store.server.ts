import "server-only";
import { poolTransaction } from "@/lib/base/db/transaction.server";
import type { ImportTally, LoadTransaction } from "@/lib/farm/readings/contract";
import type { SensorSpan } from "./requested-rows";

/** The beginning of a result's unpacked content. */
export type ContentPrefix = { bytes: number; checksum: number };

/** The import progress of a query's result. */
export type Checkpoint = {
  /** The service's identifier: a query that was submitted again has another result. */
  resultId: string;
  /** Rows of the result that are loaded, and the content that they were read from. */
  rows: number;
  content: ContentPrefix;
  /** The import at work. One that was presumed dead finds another holder here and ends. */
  holder: string;
};

/** The state that an import saves with each chunk. */
export type ImportState = {
  checkpoint: Checkpoint;
  tally: ImportTally;
  rejected: number;
  unknownColumns: string[];
  /** Those since the last save. */
  rejections: Rejection[];
  unrequested: number;
  sensors: SensorSpan[];
};

type Rejection = { line: number; reason: string; raw: string };

/** Another process has claimed this import, or the query is over. */
export class SupersededError extends Error {
  constructor() {
    super("Somebody else goes on with this result");
    this.name = "SupersededError";
  }
}

const NO_TALLY: ImportTally = { stored: 0, empty: 0, added: 0, improved: 0, changed: 0, unchanged: 0 };

/**
 * Claims the import of a query's result, from where the last import of the same result ended.
 * @throws SupersededError when the query is no longer downloading
 */
export async function claimImport(
  queryId: string,
  resultId: string,
  holder: string,
): Promise<{ checkpoint: Checkpoint; tally: ImportTally }> {
  return poolTransaction(async (tx) => {
    const { rows } = await tx.query(
      `SELECT checkpoint, ${Object.keys(NO_TALLY).map((count) => `coalesce(${count}, 0) AS ${count}`)}
       FROM queries WHERE id = $1 AND status = 'downloading' FOR UPDATE`,
      [queryId],
    );
    const [row] = rows as ({ checkpoint: Checkpoint | null } & ImportTally)[];
    if (!row) throw new SupersededError();
    const { checkpoint: saved, ...tally } = row;
    const known = saved?.resultId === resultId ? saved : null;
    const checkpoint = { resultId, rows: 0, content: { bytes: 0, checksum: 0 }, ...known, holder };
    if (!known) await clearResult(tx, queryId);
    await tx.query("UPDATE queries SET checkpoint = $2 WHERE id = $1", [queryId, JSON.stringify(checkpoint)]);
    return { checkpoint, tally: known ? tally : NO_TALLY };
  });
}

async function clearResult(tx: LoadTransaction, queryId: string): Promise<void> {
  for (const table of ["rejected_rows", "query_sensors"]) {
    await tx.query(
      `DELETE FROM ${table} t USING queries q
       WHERE q.id = $1 AND t.tenancy_id = q.tenancy_id AND t.query_id = q.id`,
      [queryId],
    );
  }
  await tx.query(
    `UPDATE queries SET bytes = 0, stored = 0, empty = 0, rejected = 0, unrequested = 0, unknown_columns = NULL,
       added = 0, improved = 0, changed = 0, unchanged = 0 WHERE id = $1`,
    [queryId],
  );
}

/**
 * Saves how far an import is, in the transaction of the chunk that got it there.
 * @throws SupersededError when another process has claimed the import
 */
export async function saveCheckpoint(
  tx: LoadTransaction,
  queryId: string,
  state: ImportState,
): Promise<void> {
  const { checkpoint, tally, rejected, unrequested } = state;
  await saveRejections(tx, queryId, state.rejections);
  await saveSensors(tx, queryId, state.sensors);
  const changes = {
    ...tally,
    ...{ rejected, unrequested },
    checkpoint: JSON.stringify(checkpoint),
    unknown_columns: JSON.stringify(state.unknownColumns),
  };
  const { rowCount } = await tx.query(
    `UPDATE queries SET ${Object.keys(changes).map((column, nth) => `${column} = $${nth + 3}`)}
     WHERE id = $1 AND status = 'downloading' AND checkpoint->>'holder' = $2`,
    [queryId, checkpoint.holder, ...Object.values(changes)],
  );
  if (rowCount === 0) throw new SupersededError();
}

/** Saves the state after the last chunk, which rejected rows may have changed. */
export async function saveFinalState(queryId: string, state: ImportState): Promise<void> {
  await poolTransaction((tx) => saveCheckpoint(tx, queryId, state));
}

/** Rows rejected before an interruption come again after it and are saved once. */
async function saveRejections(tx: LoadTransaction, queryId: string, rows: Rejection[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO rejected_rows (tenancy_id, query_id, line, reason, text)
     SELECT q.tenancy_id, q.id, r.* FROM queries q, unnest($2::int[], $3::text[], $4::text[]) AS r
     WHERE q.id = $1 ON CONFLICT DO NOTHING`,
    [
      queryId,
      rows.map((row) => row.line),
      rows.map((row) => storable(row.reason)),
      rows.map((row) => storable(row.raw)),
    ],
  );
}

/** Reading a result again only widens spans. */
async function saveSensors(tx: LoadTransaction, queryId: string, sensors: SensorSpan[]): Promise<void> {
  if (sensors.length === 0) return;
  await tx.query(
    `INSERT INTO query_sensors AS s (tenancy_id, query_id, path, first_at, last_at)
     SELECT q.tenancy_id, q.id, t.* FROM queries q, unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) AS t
     WHERE q.id = $1
     ON CONFLICT (tenancy_id, query_id, path) DO UPDATE
       SET first_at = least(s.first_at, excluded.first_at), last_at = greatest(s.last_at, excluded.last_at)`,
    [
      queryId,
      sensors.map(({ path }) => path),
      sensors.map(({ from }) => new Date(from)),
      sensors.map(({ to }) => new Date(to)),
    ],
  );
}

/** Postgres stores no NUL character, which may be what a row was rejected for. */
const storable = (text: string) => text.replaceAll("\u0000", "\uFFFD");
