// A service over a test's records that selects as the interface specifies; written from the interface alone.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Reading = {
  at: string;
  path: string;
  jobId?: string;
  indexName?: string;
  value: number;
  filled?: boolean;
  /** The sensor, which older results have instead of the area. */
  deviceId?: string;
};

export type Capture = {
  measurementId: string;
  at: string;
  path: string;
  deviceId?: string;
  jobId?: string;
  day: boolean;
  values?: Record<string, number>;
};

type Filters = {
  from?: string;
  to?: string;
  controlAreaPathNames?: string[];
  indexNames?: string[];
  devices?: string[];
  jobId?: string;
  isDaytime?: boolean;
  includeFilled?: boolean;
};

/** The body of a submitted query. */
export type SentBody = {
  type: "chf" | "indices";
  filters?: Filters;
  selectColumns?: { include?: string[]; exclude?: string[] };
};

export type StrictService = {
  baseUrl: string;
  authUrl: string;
  /** Bodies of the submitted queries, in order. */
  bodies: SentBody[];
  readings: Reading[];
  captures: Capture[];
  /** Results of type indices have the sensor and no area, like those of older versions. */
  isOlder: boolean;
  stop(): Promise<void>;
};

type Cells = Record<string, string | number | boolean | null>;

const INDICES = ["timestamp", "timestampIso", "controlAreaPathName", "jobId", "indexName", "indexValue"];
const CHF = [
  ...[
    "measurementId",
    "timestamp",
    "timestampIso",
    "deviceId",
    "controlAreaPathName",
    "jobId",
    "f0",
    "fm",
    "fv",
  ],
  ...["qe", "fv_fm", "f0x", "fvx_fmx", "qp", "f0x_f0", "fqx_fmx", "npq", "ql", "qcn", "fv_f0"],
];
const DAILY = ["DLI", "DPI"];

/** Starts the service on loopback; every query completes at once. */
export async function startStrictService(): Promise<StrictService> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const path = request.url ?? "";
    if (path.includes("/oauth2/token"))
      return json(200, { access_token: "t.o.k", token_type: "Bearer", expires_in: 3600 });
    const [, id] = /\/query\/(\d+)\//.exec(path) ?? [];
    if (id === undefined) {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as SentBody;
      return json(202, { queryId: String(service.bodies.push(body) - 1), status: "SUBMITTED" });
    }
    if (path.endsWith("/status")) return json(200, { queryId: id, status: "COMPLETED" });
    const body = service.bodies[Number(id)];
    return body
      ? response.writeHead(200, { "content-type": "text/csv" }).end(resultOf(service, body))
      : json(404, { message: "no such query" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: StrictService = {
    ...{ baseUrl: `${origin}/v1`, authUrl: origin, bodies: [], readings: [], captures: [], isOlder: false },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

function resultOf(service: StrictService, body: SentBody): string {
  const all = body.type === "chf" ? CHF : INDICES;
  const { include, exclude = [] } = body.selectColumns ?? {};
  const selected = all.filter((name) => include?.includes(name) ?? !exclude.includes(name));
  const columns =
    body.type === "chf"
      ? selected
      : [
          ...selected.map((name) => (service.isOlder && name === "controlAreaPathName" ? "deviceId" : name)),
          "isFilled",
        ];
  const rows = body.type === "chf" ? capturesOf(service, body.filters) : readingsOf(service, body.filters);
  const lines = rows.map((row) => columns.map((name) => text(row[name] ?? "")).join(","));
  return `${[columns.map((name) => `data__${name}`).join(","), ...lines].join("\n")}\n`;
}

const text = (value: string | number | boolean) =>
  /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);

/** Applies the filters of both types: the period with both ends, the path prefix, the job. */
function isSelected(row: { at: string; path: string; jobId?: string }, filters: Filters): boolean {
  const { from, to, controlAreaPathNames, jobId } = filters;
  if (from !== undefined && Date.parse(row.at) < Date.parse(from)) return false;
  if (to !== undefined && Date.parse(row.at) > Date.parse(to)) return false;
  if (jobId !== undefined && row.jobId !== jobId) return false;
  return controlAreaPathNames?.some((start) => row.path.startsWith(start)) ?? true;
}

function readingsOf({ readings }: StrictService, filters: Filters = {}): Cells[] {
  const { indexNames, includeFilled = true } = filters;
  return readings
    .map((row) => ({ jobId: "JOB_1", indexName: "HEALTH", filled: false, deviceId: "", ...row }))
    .filter((row) => isSelected(row, filters))
    .filter((row) => indexNames?.includes(row.indexName) ?? true)
    .filter((row) => includeFilled || !row.filled || DAILY.includes(row.indexName))
    .map(({ path, value, filled, ...row }) => ({
      ...row,
      ...timesOf(row.at),
      controlAreaPathName: path,
      indexValue: value,
      isFilled: filled ? "TRUE" : "FALSE",
    }));
}

function capturesOf({ captures }: StrictService, filters: Filters = {}): Cells[] {
  const { devices, isDaytime } = filters;
  return captures
    .map((row) => ({ jobId: "JOB_1", deviceId: "S1", ...row }))
    .filter((row) => isSelected(row, filters))
    .filter((row) => devices?.includes(row.deviceId) ?? true)
    .filter((row) => isDaytime === undefined || row.day === isDaytime)
    .map(({ path, values, day: _, ...row }) => ({
      ...row,
      ...timesOf(row.at),
      controlAreaPathName: path,
      ...values,
    }));
}

const timesOf = (at: string) => ({
  timestamp: at.replace("T", " ").replace("Z", ""),
  timestampIso: at,
});
