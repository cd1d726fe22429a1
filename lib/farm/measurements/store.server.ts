import "server-only";
import type { Period } from "@/lib/base/core/period";
import { unavailableOnTimeout } from "@/lib/base/db/error-code.server";
import { getPool } from "@/lib/base/db/pool.server";
import { CHF_VALUE_COLUMNS, type ChfValueColumn } from "@/lib/service/contract";
import type { MeasurementItem } from "./contract";
import type { Step } from "./steps";

export type StoredMeasurement = Omit<MeasurementItem, "timestamp" | "timestampIso"> & { at: Date };

/** The measurements of a read; both ends of the period inclusive. */
export type MeasurementFilter = Period & {
  tenancyId: number;
  /** null for all areas. */
  areaIds: number[] | null;
  /** null for all sensors. */
  devices: string[] | null;
  jobId: string | null;
};

const FILTERED = `m.tenancy_id = $1 AND m.at BETWEEN $2 AND $3 AND ($4::int[] IS NULL OR m.area_id = ANY($4))
  AND ($5::text[] IS NULL OR m.device_id = ANY($5)) AND ($6::text IS NULL OR b.job_id = $6)`;
const filterValues = ({ tenancyId, from, to, areaIds, devices, jobId }: MeasurementFilter) => [
  tenancyId,
  from,
  to,
  areaIds,
  devices,
  jobId,
];

/** A position in the order of time and identifier. */
export type Position = Pick<StoredMeasurement, "at" | "measurementId">;

const VALUES = CHF_VALUE_COLUMNS.map((column) => `m.${column}`).join(", ");

/**
 * Reads one page of measurements.
 * @param after the position before the page; null for the first page
 */
export async function readMeasurements(
  filter: MeasurementFilter,
  order: "newest" | "oldest",
  after: Position | null,
  limit: number,
): Promise<StoredMeasurement[]> {
  const [direction, beyond] = order === "newest" ? ["DESC", "<"] : ["ASC", ">"];
  const { rows } = await getPool().query<StoredMeasurement>(
    `SELECT m.measurement_id AS "measurementId", m.at, m.device_id AS "deviceId",
       c.path AS "controlAreaPathName", b.job_id AS "jobId", ${VALUES}
     FROM measurements m
     JOIN control_areas c ON c.tenancy_id = m.tenancy_id AND c.id = m.area_id
     JOIN jobs b ON b.tenancy_id = m.tenancy_id AND b.id = m.job_id
     WHERE ${FILTERED} AND ($7::timestamptz IS NULL OR (m.at, m.measurement_id) ${beyond} ($7, $8))
     ORDER BY m.at ${direction}, m.measurement_id ${direction} LIMIT $9`,
    [...filterValues(filter), after?.at ?? null, after?.measurementId ?? null, limit],
  );
  return rows;
}

/** One bucket of several columns: `mean0`, `min0`, `max0`, `count0` of the first, and so on. */
export type Bucket = { at: Date } & Record<string, number | Date | null>;

/** Hours are cut in UTC, days at local midnight in the zone $7. */
function bucketSql({ unit, length }: Step): string {
  if (unit === "hour") return `date_bin('${length} hours', m.at, timestamptz 'epoch')`;
  return `date_bin('${length} days', m.at AT TIME ZONE $7::text, timestamp '1970-01-01') AT TIME ZONE $7::text`;
}

/**
 * Aggregates columns into buckets.
 * @param isDaytime plant daytime or night, as queries for one of them marked it; null for both
 * @throws AppError `unavailable` when there is too much for one answer
 */
export async function readColumnBuckets(
  filter: MeasurementFilter,
  isDaytime: boolean | null,
  columns: readonly ChfValueColumn[],
  step: Step,
  zone: string,
): Promise<Bucket[]> {
  const values = columns.map(
    (column, n) =>
      `avg(m.${column}) AS mean${n}, min(m.${column}) AS min${n}, max(m.${column}) AS max${n}, count(m.${column})::int AS count${n}`,
  );
  const message = "This is too much for one answer: ask for fewer days or a smaller area.";
  const { rows } = await unavailableOnTimeout(message, () =>
    getPool().query<Bucket>(
      `SELECT ${bucketSql(step)} AS at, ${values.join(", ")}
       FROM measurements m JOIN jobs b ON b.tenancy_id = m.tenancy_id AND b.id = m.job_id
       WHERE ${FILTERED} AND $7::text IS NOT NULL AND ($8::boolean IS NULL OR m.daytime = $8)
       GROUP BY 1 ORDER BY 1`,
      [...filterValues(filter), zone, isDaytime],
    ),
  );
  return rows;
}

type Device = { deviceId: string; lastAt: Date; area: string; measurements: number };

/** The sensors of a tenancy with their newest measurement, by identifier. @param areaIds null for all areas */
export async function readDevices(tenancyId: number, areaIds: number[] | null): Promise<Device[]> {
  const { rows } = await getPool().query<Device>(
    `WITH newest AS MATERIALIZED (
       SELECT device_id, max(at) AS at, count(*)::int AS measurements
       FROM measurements WHERE tenancy_id = $1 AND ($2::int[] IS NULL OR area_id = ANY($2)) GROUP BY device_id
     )
     SELECT n.device_id AS "deviceId", n.at AS "lastAt", c.path AS area, n.measurements
     FROM newest n
     CROSS JOIN LATERAL (
       SELECT m.area_id FROM measurements m
       WHERE m.tenancy_id = $1 AND m.at = n.at AND m.device_id = n.device_id
         AND ($2::int[] IS NULL OR m.area_id = ANY($2)) LIMIT 1
     ) last
     JOIN control_areas c ON c.tenancy_id = $1 AND c.id = last.area_id
     ORDER BY n.device_id COLLATE "C"`,
    [tenancyId, areaIds],
  );
  return rows;
}

/** Returns true if a tenancy has any measurement. @param areaIds null for all areas */
export async function readHasMeasurements(tenancyId: number, areaIds: number[] | null): Promise<boolean> {
  const { rows } = await getPool().query(
    "SELECT FROM measurements WHERE tenancy_id = $1 AND ($2::int[] IS NULL OR area_id = ANY($2)) LIMIT 1",
    [tenancyId, areaIds],
  );
  return rows.length > 0;
}
