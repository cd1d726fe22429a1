// Results as the service writes them, with every case that the importer distinguishes.

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-05-03T00:00:00Z");
const NAMES = ["HEALTH", "EFFICIENCY", "ALPHA", "PRODUCTIVITY", "PEI", "DPI", "DLI", "PPFD"];
const COLUMNS = "query_statement_name,record_no,data__timestampIso,data__controlAreaPathName,data__jobId,";
const INDEX_HEADER = `${COLUMNS}data__indexName,data__indexValue,data__isFilled,data__mood`;
const CHF_HEADER = `${COLUMNS}data__measurementId,data__deviceId,data__f0,data__fv_fm,data__probe`;

const iso = (hour: number) => new Date(START + hour * HOUR_MS).toISOString().replace(".000Z", "Z");
const place = (area: number) => `Farm#House ${area % 3}#Zone ${area},JOB_${area % 4}`;

/**
 * An `indices` result: values, interpolated ones that measured ones replace and the reverse, unknown
 * indices, rows without a value and invalid rows. Nearly every row changes the store.
 */
export function indexResult({ areas, hours }: { areas: number; hours: number }): string {
  const lines = [INDEX_HEADER];
  const add = (hour: number, area: number, rest: string) =>
    lines.push(`q1,${lines.length},${iso(hour)},${place(area)},${rest},fine`);
  for (let hour = 0; hour < hours; hour++) {
    for (let area = 0; area < areas; area++) {
      for (const [position, name] of NAMES.entries()) {
        const value = (((area * 31 + hour * 7 + position * 13) % 1000) / 10).toFixed(1);
        add(hour, area, `${name},${value},${(hour + area) % 5 === 0 ? "TRUE" : "FALSE"}`);
      }
      if ((hour + area) % 7 === 0) add(hour, area, `LEAF_TEMP,${20 + (hour % 10)}.5,FALSE`);
      if ((hour + area) % 11 === 0) add(hour, area, "HEALTH,,FALSE");
      if ((hour + area) % 97 === 0) add(hour, area, "HEALTH,many,FALSE");
    }
    const earlier = hour - (hour % 5);
    if (hour % 5 === 4) for (let area = 0; area < areas; area++) add(earlier, area, `HEALTH,${hour}.5,FALSE`);
    if (hour % 6 === 5) add(hour - 1, hour % areas, "PEI,1.5,TRUE");
  }
  return `${lines.join("\n")}\n`;
}

/** A `chf` result: measurements, some of them twice, and invalid rows. */
export function chfResult({ areas, hours }: { areas: number; hours: number }): string {
  const lines = [CHF_HEADER];
  const add = (hour: number, area: number, id: string, rest: string) =>
    lines.push(`q1,${lines.length},${iso(hour)},${place(area)},${id},S${area % 9},${rest}`);
  for (let hour = 0; hour < hours; hour++) {
    for (let area = 0; area < areas; area++) {
      add(hour, area, `M-${hour}-${area}`, `${100 + (hour % 50)}.5,0.${70 + (area % 20)},green`);
      if ((hour + area) % 9 === 0) add(hour, area, `M-${hour}-${area}`, `${200 + (hour % 50)}.25,,`);
      if ((hour + area) % 41 === 0) add(hour, area, "", "1,0.5,blue");
    }
  }
  return `${lines.join("\n")}\n`;
}
