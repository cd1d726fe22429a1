import "server-only";
import type pg from "pg";
import { INDICES } from "@/lib/base/core/indices";
import type { Pair, ReadingChunk } from "./chunks";
import { addOutcomes, noOutcomes } from "./chunks";
import type { ImportTenancy, Outcomes } from "./contract";
import { CopyWriter } from "./copy-writer";
import {
  copyInto,
  ensurePlaces,
  inLoad,
  markAreas,
  markNewest,
  mergeSpans,
  type PlaceIds,
  placeIds,
} from "./load-store.server";
import {
  COPY_INCOMING,
  COPY_INCOMING_OTHER,
  COUNT_MET,
  COUNT_MET_OTHER,
  CREATE_INCOMING,
  CREATE_INCOMING_OTHER,
  MERGE_OTHER_READINGS,
  MERGE_READINGS,
} from "./merge-sql";
import { rollUpTouchedDays } from "./roll-up-store.server";

const WIDTH = INDICES.length;

type PairIds = { areaId: number; jobId: number };

/** Runs last in the transaction of a chunk, with the outcomes of its rows. */
export type AfterLoad = (client: pg.PoolClient, outcomes: Outcomes) => Promise<void>;

/**
 * Loads one chunk of an `indices` result in one transaction, with all that follows from it: areas, jobs, which job was
 * where, the daily roll-up, unknown names.
 */
export async function loadReadings(
  tenancy: ImportTenancy,
  known: PlaceIds,
  chunk: ReadingChunk,
  after: AfterLoad,
): Promise<void> {
  const pairs = chunk.pairs();
  const { tenancyId } = tenancy;
  await ensurePlaces(
    tenancyId,
    known,
    pairs.map((pair) => pair.path),
    pairs.map((pair) => pair.jobId),
  );
  const ids = pairs.map((pair) => placeIds(known, pair.path, pair.jobId));
  const rows = writeReadings(chunk, ids);
  const others = writeOthers(chunk, ids);
  await inLoad(tenancy, async (client) => {
    const ofKnown = await mergeKnown(client, tenancy, rows, chunk.cells);
    const ofOthers = await mergeOthers(client, tenancyId, others);
    if (pairs.length > 0) await markPairs(client, tenancyId, pairs, ids);
    await after(client, addOutcomes(chunk.repeats, addOutcomes(ofKnown, ofOthers)));
  });
}

async function markPairs(
  client: pg.PoolClient,
  tenancyId: number,
  pairs: Pair[],
  ids: PairIds[],
): Promise<void> {
  const spans = pairs.map((pair) => ({ ...(ids[pair.number] as PairIds), from: pair.from, to: pair.to }));
  await mergeSpans(client, tenancyId, spans);
  await markAreas(client, tenancyId, [...new Set(spans.map((span) => span.areaId))]);
  await markNewest(
    client,
    tenancyId,
    "indices",
    spans.reduce((to, span) => Math.max(to, span.to), -Infinity),
  );
}

async function mergeKnown(
  client: pg.PoolClient,
  tenancy: ImportTenancy,
  rows: CopyWriter,
  values: number,
): Promise<Outcomes> {
  if (rows.rows === 0) return noOutcomes();
  await client.query(CREATE_INCOMING);
  await copyInto(client, COPY_INCOMING, rows);
  const outcomes = await countOutcomes(client, COUNT_MET, tenancy.tenancyId, values);
  await client.query(MERGE_READINGS, [tenancy.tenancyId]);
  await rollUpTouchedDays(client, tenancy);
  return outcomes;
}

async function mergeOthers(client: pg.PoolClient, tenancyId: number, rows: CopyWriter): Promise<Outcomes> {
  if (rows.rows === 0) return noOutcomes();
  await client.query(CREATE_INCOMING_OTHER);
  await copyInto(client, COPY_INCOMING_OTHER, rows);
  const outcomes = await countOutcomes(client, COUNT_MET_OTHER, tenancyId, rows.rows);
  await client.query(MERGE_OTHER_READINGS, [tenancyId]);
  return outcomes;
}

async function countOutcomes(
  client: pg.PoolClient,
  sql: string,
  tenancyId: number,
  values: number,
): Promise<Outcomes> {
  type Met = { met: number; improved: number; unchanged: number };
  const { rows } = await client.query<Met>(sql, [tenancyId]);
  const { met, improved, unchanged } = rows[0] as Met;
  return { added: values - met, improved, changed: met - improved - unchanged, unchanged };
}

function writeReadings(chunk: ReadingChunk, ids: PairIds[]): CopyWriter {
  const rows = new CopyWriter();
  for (let index = 0; index < chunk.size; index++) {
    const { areaId, jobId } = ids[chunk.pairOf[index] as number] as PairIds;
    rows.row(5 + WIDTH);
    rows.int(areaId);
    rows.int(jobId);
    rows.instant(chunk.at[index] as number);
    for (let cell = index * WIDTH; cell < (index + 1) * WIDTH; cell++)
      rows.real(chunk.values[cell] as number);
    rows.small(chunk.filled[index] as number);
    rows.small(chunk.unsure[index] as number);
  }
  return rows;
}

function writeOthers(chunk: ReadingChunk, ids: PairIds[]): CopyWriter {
  const rows = new CopyWriter();
  for (const other of chunk.others.values()) {
    const { areaId, jobId } = ids[other.pair.number] as PairIds;
    rows.row(6);
    rows.int(areaId);
    rows.int(jobId);
    rows.text(other.indexName);
    rows.instant(other.at);
    rows.real(other.value);
    rows.boolean(other.filled);
  }
  return rows;
}
