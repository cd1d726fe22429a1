import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint";
import {
  cursorParameter,
  instantParameter,
  limitParameter,
  pageOf,
  tenantParameter,
} from "@/lib/http/query-schemas";

const value = z.number().nullable();

/** Members are named like the interface's columns (service-interface 2.4, type chf). */
export const measurementSchema = z.object({
  measurementId: z.string(),
  timestamp: z.string(),
  timestampIso: z.string(),
  deviceId: z.string(),
  controlAreaPathName: z.string(),
  jobId: z.string(),
  f0: value,
  fm: value,
  fv: value,
  qe: value,
  fv_fm: value,
  f0x: value,
  fvx_fmx: value,
  qp: value,
  f0x_f0: value,
  fqx_fmx: value,
  npq: value,
  ql: value,
  qcn: value,
  fv_f0: value,
});

const filters = {
  tenant: tenantParameter,
  area: z.string().min(1).optional(),
  device: z.string().min(1).optional(),
  jobId: z.string().min(1).optional(),
  from: instantParameter.optional(),
  to: instantParameter.optional(),
};

export const listMeasurements = endpoint({
  method: "GET",
  path: "/api/v1/measurements",
  summary: "Chlorophyll fluorescence measurements, newest first",
  access: "viewer",
  query: z.strictObject({ ...filters, limit: limitParameter, cursor: cursorParameter }),
  answer: pageOf(measurementSchema),
});

export const exportMeasurements = endpoint({
  method: "GET",
  path: "/api/v1/measurements.csv",
  summary: "Measurements, streamed",
  access: "viewer",
  query: z.strictObject(filters),
  contentType: "text/csv",
});
