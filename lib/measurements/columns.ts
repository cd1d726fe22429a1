import type { z } from "zod";
import type { measurementSchema } from "./contract";

export type MeasurementItem = z.infer<typeof measurementSchema>;

/** Columns of values in the order of service-interface 2.4; they are the database's names too. */
export const VALUE_COLUMNS = [
  "f0",
  "fm",
  "fv",
  "qe",
  "fv_fm",
  "f0x",
  "fvx_fmx",
  "qp",
  "f0x_f0",
  "fqx_fmx",
  "npq",
  "ql",
  "qcn",
  "fv_f0",
] as const satisfies readonly (keyof MeasurementItem)[];

/** Header of measurements.csv: the interface's columns, and the site's time. */
export const MEASUREMENTS_HEADER = [
  "measurementId",
  "timestamp",
  "timestampIso",
  "siteTime",
  "deviceId",
  "controlAreaPathName",
  "jobId",
  ...VALUE_COLUMNS,
] as const;

/** A measurement as it stands in the store. */
export type StoredMeasurement = Record<(typeof VALUE_COLUMNS)[number], number | null> & {
  measurementId: string;
  at: Date;
  deviceId: string;
  controlAreaPathName: string;
  jobId: string;
};
