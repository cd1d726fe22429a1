import "server-only";
import type pg from "pg";
import { groupBy } from "@/lib/base/core/group-by";
import { CHF_VALUE_COLUMNS, type MeasurementRow } from "@/lib/service/contract";
import type { MeasurementChunk } from "./chunks";
import { addOutcomes, noOutcomes } from "./chunks";
import type { ImportTenancy, Outcomes } from "./contract";
import { CopyWriter } from "./copy-writer";
import {
  copyInto,
  inLoad,
  markNewest,
  mergeSpans,
  type PlaceId,
  type PlaceIds,
  resolvePlaces,
} from "./load-store.server";
import type { AfterLoad } from "./store.server";

const values = CHF_VALUE_COLUMNS.join(", ");

const CREATE_INCOMING = `
  CREATE TEMP TABLE IF NOT EXISTS incoming_measurements (
    measurement_id text NOT NULL, at timestamptz NOT NULL, device_id text NOT NULL,
    area_id int NOT NULL, job_id int NOT NULL,
    ${CHF_VALUE_COLUMNS.map((column) => `${column} double precision`).join(", ")}, extra text
  ) ON COMMIT DELETE ROWS`;

const COPY_INCOMING = "COPY pg_temp.incoming_measurements FROM STDIN (FORMAT binary)";

const PLACE_COLUMNS = ["at", "device_id", "area_id", "job_id"];

/**
 * Columns that a query left out keep their values. Unchanged rows are not written again. $1 is the tenancy, $2 whether
 * the rows were captured in plant daytime, null where unknown.
 */
const MERGE = `
  WITH merged AS (
  INSERT INTO measurements AS m (tenancy_id, measurement_id, at, device_id, area_id, job_id, ${values}, extra, daytime)
  SELECT $1, measurement_id, at, device_id, area_id, job_id, ${values}, extra::jsonb, $2::boolean
  FROM pg_temp.incoming_measurements
  ORDER BY measurement_id
  ON CONFLICT (tenancy_id, measurement_id) DO UPDATE SET
    at = excluded.at, device_id = excluded.device_id, area_id = excluded.area_id, job_id = excluded.job_id,
    ${CHF_VALUE_COLUMNS.map((column) => `${column} = coalesce(excluded.${column}, m.${column})`).join(", ")},
    extra = coalesce(excluded.extra, m.extra)
  WHERE ${[
    ...PLACE_COLUMNS.map((column) => `excluded.${column} <> m.${column}`),
    ...[...CHF_VALUE_COLUMNS, "extra"].map(
      (column) => `(excluded.${column} IS NOT NULL AND excluded.${column} IS DISTINCT FROM m.${column})`,
    ),
  ].join(" OR ")}
  RETURNING (xmax = 0) AS is_new
  )
  SELECT (count(*) FILTER (WHERE is_new))::int AS added, (count(*) FILTER (WHERE NOT is_new))::int AS changed
  FROM merged`;

/** Marks existing rows with the light of the query; no outcome counts this. $1, $2 as above. */
const MARK_LIGHT = `
  UPDATE measurements m SET daytime = $2::boolean FROM pg_temp.incoming_measurements i
  WHERE m.tenancy_id = $1 AND m.measurement_id = i.measurement_id AND m.daytime IS DISTINCT FROM $2::boolean`;

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
    await client.query(CREATE_INCOMING);
    await copyInto(client, COPY_INCOMING, write(placed));
    const outcomes = await merge(client, tenancyId, daytime, placed.length);
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

async function merge(
  client: pg.PoolClient,
  tenancyId: number,
  daytime: boolean | null,
  rows: number,
): Promise<Outcomes> {
  const merged = await client.query<{ added: number; changed: number }>(MERGE, [tenancyId, daytime]);
  if (daytime !== null) await client.query(MARK_LIGHT, [tenancyId, daytime]);
  const { added = 0, changed = 0 } = merged.rows[0] ?? {};
  return { ...noOutcomes(), added, changed, unchanged: rows - added - changed };
}

type Placed = PlaceId & { row: MeasurementRow };

function write(placed: Placed[]): CopyWriter {
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
