import "server-only";
import type pg from "pg";
import { INDICES } from "@/lib/core/indices";
import type { ImportTenancy } from "./contract";
import { CopyWriter } from "./copy-writer";
import { copyInto, inLoad, markAreas, markNewest, mergeSpans } from "./load-store.server";
import {
  COPY_INCOMING,
  COPY_INCOMING_OTHER,
  CREATE_INCOMING,
  CREATE_INCOMING_OTHER,
  MERGE_OTHER_READINGS,
  MERGE_READINGS,
  ROLL_UP_DAYS,
} from "./merge-sql";
import { ensurePlaces, type PlaceIds } from "./places-store.server";
import type { Pair, ReadingChunk } from "./reading-chunk";

const WIDTH = INDICES.length;

type PairIds = { areaId: number; jobId: number };
type PairIdsOf = (pair: Pair) => PairIds;

/**
 * Loads one chunk of an `indices` result, with all that follows from it: areas, jobs, where which job was,
 * the daily roll-up, unknown names. All of it commits, or nothing.
 */
export async function loadReadings(
  tenancy: ImportTenancy,
  known: PlaceIds,
  chunk: ReadingChunk,
): Promise<void> {
  const pairs = chunk.pairs();
  if (pairs.length === 0) return;
  const { tenancyId } = tenancy;
  await ensurePlaces(
    tenancyId,
    known,
    pairs.map((pair) => pair.path),
    pairs.map((pair) => pair.jobId),
  );
  const idsOf = pairIds(known, pairs);
  const rows = writeReadings(chunk, idsOf);
  const others = writeOthers(chunk, idsOf);
  await inLoad(tenancy, async (client) => {
    await mergeKnown(client, tenancy, rows);
    await mergeOthers(client, tenancyId, others);
    const spans = pairs.map((pair) => ({ ...idsOf(pair), from: pair.from, to: pair.to }));
    await mergeSpans(client, tenancyId, spans);
    await markAreas(client, tenancyId, [...new Set(spans.map((span) => span.areaId))]);
    await markNewest(client, tenancyId, "indices", Math.max(...spans.map((span) => span.to)));
  });
}

async function mergeKnown(client: pg.PoolClient, tenancy: ImportTenancy, rows: CopyWriter): Promise<void> {
  if (rows.rows === 0) return;
  await client.query(CREATE_INCOMING);
  await copyInto(client, COPY_INCOMING, rows);
  await client.query(MERGE_READINGS, [tenancy.tenancyId]);
  await client.query(ROLL_UP_DAYS, [tenancy.tenancyId, tenancy.timeZone]);
}

async function mergeOthers(client: pg.PoolClient, tenancyId: number, rows: CopyWriter): Promise<void> {
  if (rows.rows === 0) return;
  await client.query(CREATE_INCOMING_OTHER);
  await copyInto(client, COPY_INCOMING_OTHER, rows);
  await client.query(MERGE_OTHER_READINGS, [tenancyId]);
}

function pairIds(known: PlaceIds, pairs: Pair[]): PairIdsOf {
  const ids = new Map<Pair, PairIds>();
  for (const pair of pairs) {
    const areaId = known.areas.get(pair.path);
    const jobId = known.jobs.get(pair.jobId);
    if (areaId === undefined || jobId === undefined)
      throw new Error(`No id for ${pair.path} and ${pair.jobId}`);
    ids.set(pair, { areaId, jobId });
  }
  return (pair) => ids.get(pair) as PairIds;
}

function writeReadings(chunk: ReadingChunk, idsOf: PairIdsOf): CopyWriter {
  const rows = new CopyWriter();
  for (let index = 0; index < chunk.size; index++) {
    const { areaId, jobId } = idsOf(chunk.pairOf[index] as Pair);
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

function writeOthers(chunk: ReadingChunk, idsOf: PairIdsOf): CopyWriter {
  const rows = new CopyWriter();
  for (const other of chunk.others.values()) {
    const { areaId, jobId } = idsOf(other.pair);
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
