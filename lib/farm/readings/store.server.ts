import "server-only";
import type pg from "pg";
import { groupBy } from "@/lib/base/core/group-by";
import { INDICES } from "@/lib/base/core/indices";
import { CHF_VALUE_COLUMNS, type MeasurementRow } from "@/lib/service/contract";
import { addOutcomes, type MeasurementChunk, noOutcomes, type ReadingChunk } from "./chunks";
import type { ImportTenancy, Outcomes } from "./contract";
import { CopyWriter } from "./copy-writer";
import {
  copyInto,
  inLoad,
  markAreas,
  markNewest,
  mergeSpans,
  type PlaceId,
  type PlaceIds,
  resolvePlaces,
} from "./load-store.server";
import { type LoadSql, MEASUREMENTS, OTHER_READINGS, READINGS } from "./merge-sql";
import { rollUpTouchedDays } from "./roll-up-store.server";

const WIDTH = INDICES.length;

/** Runs last in the transaction of a chunk, with the outcomes of its rows. */
export type AfterLoad = (client: pg.PoolClient, outcomes: Outcomes) => Promise<void>;

/**
 * Loads one chunk of an `indices` result in one transaction, with everything derived from it: areas, jobs, their spans,
 * the daily roll-up, unknown names.
 */
export async function loadReadings(
  tenancy: ImportTenancy,
  known: PlaceIds,
  chunk: ReadingChunk,
  after: AfterLoad,
): Promise<void> {
  const pairs = chunk.pairs();
  const { tenancyId } = tenancy;
  const ids = await resolvePlaces(tenancyId, known, pairs);
  const spans = pairs.map(({ from, to }, number) => ({ ...(ids[number] as PlaceId), from, to }));
  const rows = writeReadings(chunk, ids);
  const others = writeOthers(chunk, ids);
  await inLoad(tenancy, async (client) => {
    const ofKnown = await merge(client, tenancyId, READINGS, rows, chunk.cells);
    if (rows.rows > 0) await rollUpTouchedDays(client, tenancy);
    const ofOthers = await merge(client, tenancyId, OTHER_READINGS, others, others.rows);
    if (spans.length > 0) {
      await mergeSpans(client, tenancyId, spans);
      await markAreas(client, tenancyId, [...new Set(spans.map(({ areaId }) => areaId))]);
      const newest = spans.reduce((latest, { to }) => Math.max(latest, to), Number.NEGATIVE_INFINITY);
      await markNewest(client, tenancyId, "indices", newest);
    }
    await after(client, addOutcomes(chunk.repeats, addOutcomes(ofKnown, ofOthers)));
  });
}

/** @param values the number of values in the rows */
async function merge(
  client: pg.PoolClient,
  tenancyId: number,
  sql: LoadSql,
  rows: CopyWriter,
  values: number,
): Promise<Outcomes> {
  if (rows.rows === 0) return noOutcomes();
  await client.query(sql.create);
  await copyInto(client, sql.copy, rows);
  type Counts = { met: number; improved: number; unchanged: number };
  const counts = await client.query<Counts>(sql.count, [tenancyId]);
  const { met, improved, unchanged } = counts.rows[0] as Counts;
  await client.query(sql.merge, [tenancyId]);
  return { added: values - met, improved, changed: met - improved - unchanged, unchanged };
}

function writeReadings(chunk: ReadingChunk, ids: PlaceId[]): CopyWriter {
  const rows = new CopyWriter();
  for (let index = 0; index < chunk.size; index++) {
    const { areaId, jobId } = ids[chunk.pairOf[index] as number] as PlaceId;
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

function writeOthers(chunk: ReadingChunk, ids: PlaceId[]): CopyWriter {
  const rows = new CopyWriter();
  for (const other of chunk.others.values()) {
    const { areaId, jobId } = ids[other.pair.number] as PlaceId;
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

/**
 * Loads one chunk of a `chf` result in one transaction.
 * @param daytime whether all rows were captured in plant daytime, or all at night; null where unknown
 */
export async function loadMeasurements(
  tenancy: ImportTenancy,
  known: PlaceIds,
  chunk: MeasurementChunk,
  daytime: boolean | null,
  after: AfterLoad,
): Promise<void> {
  const rows = [...chunk.rows.values()];
  const { tenancyId } = tenancy;
  const ids = await resolvePlaces(tenancyId, known, rows);
  const placed = rows.map((row, index) => ({ row, ...(ids[index] as PlaceId) }));
  await inLoad(tenancy, async (client) => {
    await client.query(MEASUREMENTS.create);
    await copyInto(client, MEASUREMENTS.copy, writeMeasurements(placed));
    const outcomes = await mergeMeasurements(client, tenancyId, daytime, placed.length);
    const groups = groupBy(placed, ({ areaId, jobId }) => `${areaId} ${jobId}`);
    const spans = [...groups.values()].map((own) => {
      const times = own.map(({ row }) => row.at);
      return { ...(own[0] as Placed), from: Math.min(...times), to: Math.max(...times) };
    });
    await mergeSpans(client, tenancyId, spans);
    await markNewest(client, tenancyId, "chf", Math.max(...spans.map((span) => span.to)));
    await after(client, addOutcomes(chunk.repeats, outcomes));
  });
}

async function mergeMeasurements(
  client: pg.PoolClient,
  tenancyId: number,
  daytime: boolean | null,
  rows: number,
): Promise<Outcomes> {
  const merged = await client.query<{ added: number; changed: number }>(MEASUREMENTS.merge, [
    tenancyId,
    daytime,
  ]);
  if (daytime !== null) await client.query(MEASUREMENTS.markLight, [tenancyId, daytime]);
  const { added = 0, changed = 0 } = merged.rows[0] ?? {};
  return { ...noOutcomes(), added, changed, unchanged: rows - added - changed };
}

type Placed = PlaceId & { row: MeasurementRow };

function writeMeasurements(placed: Placed[]): CopyWriter {
  const writer = new CopyWriter();
  for (const { row, areaId, jobId } of placed) {
    writer.row(6 + CHF_VALUE_COLUMNS.length);
    writer.text(row.measurementId);
    writer.instant(row.at);
    writer.text(row.deviceId);
    writer.int(areaId);
    writer.int(jobId);
    for (const column of CHF_VALUE_COLUMNS) writer.double(row.values[column]);
    writer.text(row.extra ? JSON.stringify(row.extra).replaceAll("\\u0000", "\\ufffd") : null);
  }
  return writer;
}
