import type { z } from "zod";
import { CHF_VALUE_COLUMNS, type ChfValueColumn } from "@/lib/service/contract";
import type { measurementSchema } from "./contract";

export type MeasurementItem = z.infer<typeof measurementSchema>;

/** Header of measurements.csv: the interface's columns, and the site's time. */
export const MEASUREMENTS_HEADER = [
  "measurementId",
  "timestamp",
  "timestampIso",
  "siteTime",
  "deviceId",
  "controlAreaPathName",
  "jobId",
  ...CHF_VALUE_COLUMNS,
] as const;

/** A measurement as it stands in the store. */
export type StoredMeasurement = Record<ChfValueColumn, number | null> & {
  measurementId: string;
  at: Date;
  deviceId: string;
  controlAreaPathName: string;
  jobId: string;
};
