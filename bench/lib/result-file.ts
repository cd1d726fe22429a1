// Files with results of any size.

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { INDICES } from "@/lib/base/core/indices";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-08-01T00:00:00Z");

/**
 * A result as the service writes it (docs/spec/service-in-the-field.md "Result content").
 * @returns how many rows it has
 */
export async function writeResult(file: string, size: { areas: number; days: number }): Promise<number> {
  const out = createWriteStream(file);
  const columns = [
    "timestamp",
    "timestampIso",
    "controlAreaPathName",
    "jobId",
    "indexName",
    "indexValue",
    "isFilled",
  ];
  out.write(`query_statement_name,record_no,${columns.map((each) => `data__${each}`).join(",")}\n`);
  let record = 0;
  for (let hour = 0; hour < size.days * 24; hour++) {
    let lines = "";
    for (let area = 0; area < size.areas; area++) {
      lines += INDICES.map((index, position) => line(++record, hour, area, index, position)).join("");
    }
    if (!out.write(lines)) await once(out, "drain");
  }
  out.end();
  await finished(out);
  return record;
}

function line(record: number, hour: number, area: number, index: string, position: number): string {
  const iso = new Date(START + hour * HOUR_MS).toISOString();
  const time = `${iso.slice(0, 10)} ${iso.slice(11, 19)},${iso.slice(0, 19)}Z`;
  const place = `Westland#Glasshouse ${area % 5}#Zone ${area % 20}#Bench ${area},JOB_V1_PLANT${area % 7}`;
  const value = (((area * 31 + hour * 7 + position * 13) % 1000) / 10).toFixed(1);
  return `01JQUERY,${record},${time},${place},${index},${value},${(hour + area) % 11 === 0 ? "TRUE" : "FALSE"}\n`;
}
