import "server-only";
import { getPool } from "@/lib/base/db/pool.server";
import { CHF_VALUE_COLUMNS } from "@/lib/service/contract";
import type { StoredMeasurement } from "./columns";

export type MeasurementFilter = {
  tenancyId: number;
  /** null for all areas. */
  areaIds: number[] | null;
  deviceId: string | null;
  jobId: string | null;
  from: Date;
  to: Date;
};

/** A place in the order of time and identifier. */
export type Place = { at: Date; measurementId: string };

const VALUES = CHF_VALUE_COLUMNS.map((column) => `m.${column}`).join(", ");

/**
 * One page of measurements that a filter selects, both ends of the period inclusive.
 * @param order newest or oldest first
 * @param after the place that the page begins after; null: at the beginning
 */
export async function readMeasurements(
  filter: MeasurementFilter,
  order: "newest" | "oldest",
  after: Place | null,
  limit: number,
): Promise<StoredMeasurement[]> {
  const [direction, beyond] = order === "newest" ? ["DESC", "<"] : ["ASC", ">"];
  const { rows } = await getPool().query<StoredMeasurement>(
    `SELECT m.measurement_id AS "measurementId", m.at, m.device_id AS "deviceId",
       c.path AS "controlAreaPathName", b.job_id AS "jobId", ${VALUES}
     FROM measurements m
     JOIN control_areas c ON c.tenancy_id = m.tenancy_id AND c.id = m.area_id
     JOIN jobs b ON b.tenancy_id = m.tenancy_id AND b.id = m.job_id
     WHERE m.tenancy_id = $1 AND m.at BETWEEN $2 AND $3
       AND ($4::int[] IS NULL OR m.area_id = ANY($4)) AND ($5::text IS NULL OR m.device_id = $5)
       AND ($6::text IS NULL OR b.job_id = $6)
       AND ($7::timestamptz IS NULL OR (m.at, m.measurement_id) ${beyond} ($7, $8))
     ORDER BY m.at ${direction}, m.measurement_id ${direction} LIMIT $9`,
    [
      filter.tenancyId,
      filter.from,
      filter.to,
      filter.areaIds,
      filter.deviceId,
      filter.jobId,
      after?.at ?? null,
      after?.measurementId ?? null,
      limit,
    ],
  );
  return rows;
}
