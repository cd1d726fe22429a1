import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { IndexRow } from "./contract";
import { type ParseOptions, parseIndices, parseMeasurements } from "./result-stream.server";

const AT = Date.parse("2026-05-03T21:00:00Z");
const HEADER =
  "query_statement_name,record_no,data__timestamp,data__timestampIso,data__controlAreaPathName,data__jobId,data__indexName,data__indexValue,data__isFilled";
const line = (path: string, name = "HEALTH", value = "81.5", filled = "FALSE") =>
  `q,1,2026-05-03 21:00:00,2026-05-03T21:00:00Z,${path},J1,${name},${value},${filled}`;

async function* chunked(bytes: Uint8Array, sizes: number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes.length > 0 ? (sizes[i % sizes.length] ?? 1) : bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function read(content: string | Uint8Array, options: ParseOptions = {}, sizes: number[] = []) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const result = parseIndices(chunked(bytes, sizes), options);
  const rows: IndexRow[] = [];
  for await (const batch of result) rows.push(...batch);
  return { rows, summary: result.summary };
}

async function readChf(content: string) {
  const result = parseMeasurements(chunked(new TextEncoder().encode(content), []));
  const rows = [];
  for await (const batch of result) rows.push(...batch);
  return { rows, summary: result.summary };
}

const ROW: IndexRow = {
  at: AT,
  path: "Site#A",
  jobId: "J1",
  indexName: "HEALTH",
  value: 81.5,
  filled: false,
};

test("reads a result as the service writes it", async () => {
  const { rows, summary } = await read(`${HEADER}\n${line("Site#A")}\n`);
  expect(rows).toEqual([ROW]);
  expect(summary).toMatchObject({
    format: "csv",
    gzip: false,
    rows: 1,
    empty: 0,
    rejected: 0,
    unknownColumns: [],
  });
});

test.each([
  ["one underscore", HEADER.replaceAll("data__", "data_")],
  ["bare names", HEADER.replaceAll("data__", "")],
  ["another case", HEADER.toUpperCase()],
  ["quoted names", HEADER.replaceAll(/[^,]+/g, '"$&"')],
  ["a BOM", `\uFEFF${HEADER}`],
  ["spaces after commas", HEADER.replaceAll(",", ", ")],
])("the header may have %s", async (_name, header) => {
  const { rows, summary } = await read(`${header}\n${line("Site#A")}\n`);
  expect(rows).toEqual([ROW]);
  expect(summary.unknownColumns).toEqual([]);
});

test("CRLF, a missing last newline and empty lines change nothing", async () => {
  const text = `${HEADER}\r\n${line("Site#A")}\r\n\r\n${line('"Site#A"', "HEALTH", "81.5", '"FALSE"')}`;
  const { rows, summary } = await read(text);
  expect(rows).toEqual([ROW, ROW]);
  expect(summary.rows).toBe(2);
});

test("ignores one space after a comma outside quotes", async () => {
  const { rows } = await read(`${HEADER}\n${line("Site#A").replaceAll(",", ", ")}\n${line('" Site, x "')}\n`);
  expect(rows.map((row) => row.path)).toEqual(["Site#A", " Site, x "]);
});

test.each([
  ['"a ""north"", b"', 'a "north", b'],
  ['"two\nlines"', "two\nlines"],
  ['"two\r\nlines"', "two\r\nlines"],
  ["Höhe#100 %/é🌱", "Höhe#100 %/é🌱"],
  ['x"y', 'x"y'],
])("reads the area name %j completely", async (written, expected) => {
  const { rows } = await read(`${HEADER}\n${line(written)}\n${line("Site#A")}\n`);
  expect(rows.map((row) => row.path)).toEqual([expected, "Site#A"]);
});

test("prefers timestampIso, falls back to timestamp as UTC, keeps instants off the hour", async () => {
  const text = [
    HEADER,
    "q,1,2026-05-03 23:35:00,,Site#A,J1,HEALTH,81.5,FALSE",
    "q,2,2026-01-01 00:00:00,2026-05-03T23:35:00+02:00,Site#A,J1,HEALTH,81.5,FALSE",
  ].join("\n");
  const { rows } = await read(text);
  expect(rows.map((row) => new Date(row.at).toISOString())).toEqual([
    "2026-05-03T23:35:00.000Z",
    "2026-05-03T21:35:00.000Z",
  ]);
});

test("empty and NaN are rows without a value", async () => {
  const { rows, summary } = await read(
    `${HEADER}\n${line("A", "HEALTH", "")}\n${line("A", "HEALTH", "NaN")}\n${line("A", "HEALTH", "nan")}\n${line("A", "HEALTH", "0.0")}\n`,
  );
  expect(rows.map((row) => row.value)).toEqual([null, null, null, 0]);
  expect(summary).toMatchObject({ rows: 4, empty: 3, rejected: 0 });
});

test.each([
  ["-12.5", -12.5],
  ["+3", 3],
  ["1e3", 1000],
  [".5", 0.5],
  ["7.", 7],
  ["0.1", 0.1],
  ["12345678.12345678", 12345678.12345678],
  ["1234567890123456789", 1234567890123456800],
  ["-0.0", 0],
])("the value %s is %d", async (written, value) => {
  const { rows } = await read(`${HEADER}\n${line("A", "PEI", written)}\n`);
  expect(rows[0]?.value).toBe(value);
});

test.each([
  ["TRUE", true],
  ["true", true],
  ["1", true],
  ["False", false],
  ["0", false],
  ["", null],
  ["yes", null],
])("isFilled %j is %s", async (written, filled) => {
  const { rows } = await read(`${HEADER}\n${line("A", "PEI", "1.0", written)}\n`);
  expect(rows[0]?.filled).toBe(filled);
});

test("without isFilled the kind is unknown, without a job it is empty", async () => {
  const { rows } = await read(
    "timestampIso,controlAreaPathName,indexName,indexValue\n2026-05-03T21:00:00Z,A,DLI,12.1\n",
  );
  expect(rows).toEqual([{ at: AT, path: "A", jobId: "", indexName: "DLI", value: 12.1, filled: null }]);
});

test("rows of older results get their device as area", async () => {
  const text =
    "data__timestamp,data__deviceId,data__jobId,data__indexName,data__indexValue\n2026-05-03 21:00:00,S-7,J1,HEALTH,80\n";
  expect((await read(text)).rows[0]?.path).toBe("devices#S-7");
});

test("keeps and lists unknown index names, ignores and lists unknown columns", async () => {
  const { rows, summary } = await read(
    `${HEADER},data__mood\n${line("A", "EFICIENCY")},x\n${line("A", "EFICIENCY")},y\n${line("A", "constructor")},z\n`,
  );
  expect(rows.map((row) => row.indexName)).toEqual(["EFICIENCY", "EFICIENCY", "constructor"]);
  expect({ ...summary.unknownIndexNames }).toEqual({ EFICIENCY: 2, constructor: 1 });
  expect(summary.unknownColumns).toEqual(["mood"]);
});

test("rejects bad rows with line, reason and text, and reads the others", async () => {
  const text = [
    HEADER,
    line('"two\nlines"'),
    "q,1,never,also never,Site#A,J1,HEALTH,81.5,FALSE",
    line("A", "HEALTH", "many"),
    "too,short",
    line("A", "HEALTH", "1e300"),
    line(""),
    line("A", ""),
    line("x".repeat(1100)),
    line("a\0b"),
    line('"A" B'),
    line("Site#A"),
    "",
  ].join("\n");
  const { rows, summary } = await read(text);
  expect(rows).toHaveLength(2);
  expect(summary).toMatchObject({ rows: 11, rejected: 9 });
  expect(summary.rejections.map((each) => each.line)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const reasons = summary.rejections.map((each) => each.reason).join("\n");
  for (const word of [
    "also never",
    "many",
    "2 columns",
    "1e300",
    "area is missing",
    "name is missing",
    "1,024",
    "quote",
  ]) {
    expect(reasons).toContain(word);
  }
  expect(summary.rejections[2]?.raw).toBe("too,short");
  expect(summary.rejections[6]?.raw.length).toBeLessThan(510);
});

test("a stray quote rejects only its own line", async () => {
  const text = `${HEADER}\n${line('"A')}\n${line("Site#A")}\n${line("Site#A")}\n`;
  for (const sizes of [[], [1], [50]]) {
    const { rows, summary } = await read(text, {}, sizes);
    expect(rows).toEqual([ROW, ROW]);
    expect(summary.rejections).toMatchObject([{ line: 2, reason: "a quote is not closed" }]);
  }
});

test("a stray quote before megabytes of rows rejects only its own line", async () => {
  const many = `${line("Site#A")}\n`.repeat(30_000);
  const { rows, summary } = await read(`${HEADER}\n${line('"A')}\n${many}`, {}, [65_536]);
  expect(rows).toHaveLength(30_000);
  expect(summary.rejected).toBe(1);
});

test("rejects a line without end and reads what follows", async () => {
  const { rows, summary } = await read(
    `${HEADER}\n${"x".repeat(3_000_000)}\n${line("Site#A")}\n`,
    {},
    [65_536],
  );
  expect(rows).toEqual([ROW]);
  expect(summary.rejections).toMatchObject([{ line: 2, reason: "the line is longer than 1 MiB" }]);
});

test("a header without required columns is a bad answer that names them", async () => {
  await expect(read("timestamp,controlAreaPathName,indexName\nx,y,z\n")).rejects.toMatchObject({
    code: "bad-answer",
    message: expect.stringContaining("indexValue"),
  });
});

test("an empty result and a lone header have no rows", async () => {
  expect((await read("")).summary).toMatchObject({ format: "empty", rows: 0 });
  expect((await read(`${HEADER}\n`)).summary).toMatchObject({ format: "csv", rows: 0 });
  expect((await read("[]")).summary).toMatchObject({ format: "json", rows: 0 });
  expect((await read('{"rows": []}')).summary).toMatchObject({ format: "json", rows: 0 });
});

test("an HTML page is a bad answer", async () => {
  await expect(read("<html>sign in</html>")).rejects.toMatchObject({ code: "bad-answer" });
});

test("recognises gzip by its content, also packed twice", async () => {
  const packed = gzipSync(`${HEADER}\n${line("Site#A")}\n`);
  for (const bytes of [packed, gzipSync(packed)]) {
    const { rows, summary } = await read(bytes, {}, [7]);
    expect(rows).toEqual([ROW]);
    expect(summary).toMatchObject({ gzip: true, format: "csv" });
  }
});

test("truncated gzip is a cut download, corrupt gzip a bad answer", async () => {
  const packed = gzipSync(`${HEADER}\n${`${line("Site#A")}\n`.repeat(5000)}`);
  await expect(read(packed.subarray(0, packed.length - 30))).rejects.toMatchObject({ code: "download-cut" });
  const broken = Buffer.from(packed);
  broken.fill(0xff, 20, 60);
  await expect(read(broken)).rejects.toMatchObject({ code: "bad-answer" });
});

test("an end within a row is a cut if the transport cannot notice truncation", async () => {
  const text = `${HEADER}\n${line("Site#A")}\nq,2,2026-05`;
  await expect(read(text, { endIsCertain: false })).rejects.toMatchObject({ code: "download-cut" });
  expect((await read(text)).summary).toMatchObject({ rows: 2, rejected: 1 });
});

const OBJECT = {
  data__timestampIso: "2026-05-03T21:00:00Z",
  data_controlAreaPathName: "Site#A",
  JOBID: "J1",
  indexName: "HEALTH",
  indexValue: 81.5,
  isFilled: false,
};

test.each([
  ["an array", JSON.stringify([OBJECT, OBJECT]), "json"],
  ["a pretty array", JSON.stringify([OBJECT, OBJECT], null, 2), "json"],
  [
    "an object that holds one",
    JSON.stringify({ queryId: "q", columns: ["a"], meta: [{ a: 1 }], rows: [OBJECT, OBJECT] }),
    "json",
  ],
  ["a deeper array", JSON.stringify({ result: { jobId: "x", data: [OBJECT, OBJECT] }, next: [] }), "json"],
  ["lines", `${JSON.stringify(OBJECT)}\n${JSON.stringify(OBJECT)}\n`, "ndjson"],
  [
    "lines with CRLF, blanks and no end",
    `\uFEFF${JSON.stringify(OBJECT)}\r\n\r\n${JSON.stringify(OBJECT)}`,
    "ndjson",
  ],
])("reads JSON as %s", async (_name, text, format) => {
  for (const sizes of [[], [1], [13]]) {
    const { rows, summary } = await read(text, {}, sizes);
    expect(rows).toEqual([ROW, ROW]);
    expect(summary).toMatchObject({ format, rows: 2, rejected: 0 });
  }
});

test("JSON values: null and NaN are empty, texts are read, bad elements rejected", async () => {
  const variants = ["null", '""', "NaN", '"NaN"', '"7.5"', "7", '"x"', "true"];
  const objects = variants.map((value) =>
    JSON.stringify({ ...OBJECT, indexValue: "@" }).replace('"@"', value),
  );
  const { rows, summary } = await read(`[${[...objects, "null", "3", "{bad}"].join(",")}]`);
  expect(rows.map((row) => row.value)).toEqual([null, null, null, null, 7.5, 7]);
  expect(summary).toMatchObject({ rows: 11, empty: 4, rejected: 5 });
  expect(summary.rejections.map((each) => each.line)).toEqual([7, 8, 9, 10, 11]);
});

test("brackets and escapes within JSON texts do not end elements", async () => {
  const path = 'a]}",\\"[{é\n';
  const text = JSON.stringify([{ ...OBJECT, data_controlAreaPathName: path }]);
  expect((await read(text, {}, [1])).rows[0]?.path).toBe(path);
});

test("truncated JSON is a cut download, JSON without rows a bad answer", async () => {
  const text = JSON.stringify([OBJECT, OBJECT]);
  await expect(read(text.slice(0, -1))).rejects.toMatchObject({ code: "download-cut" });
  await expect(read('{"a": {"b": 1}}')).rejects.toMatchObject({ code: "bad-answer" });
  await expect(read(JSON.stringify(OBJECT).slice(0, 40))).rejects.toMatchObject({ code: "download-cut" });
});

test("measurements keep their values and unknown columns", async () => {
  const header =
    "data__measurementId,data__timestampIso,data__deviceId,data__controlAreaPathName,data__jobId,data__f0,data__fv_fm,data__note";
  const text = `${header}\nm1,2026-05-03T21:00:00Z,d1,Site#A,J1,123,0.81,wet\nm2,2026-05-03T21:00:00Z,d1,Site#A,J1,,x,\n`;
  const { rows, summary } = await readChf(text);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    measurementId: "m1",
    at: AT,
    deviceId: "d1",
    path: "Site#A",
    jobId: "J1",
    extra: { note: "wet" },
  });
  expect(rows[0]?.values).toMatchObject({ f0: 123, fv_fm: 0.81, qp: null });
  expect(summary).toMatchObject({ rows: 2, rejected: 1, unknownColumns: ["note"] });
  const json = await readChf(
    JSON.stringify([{ measurementId: "m1", timestamp: "2026-05-03 21:00:00", f0: 1.5, note: { a: 1 } }]),
  );
  expect(json.rows[0]).toMatchObject({ measurementId: "m1", path: "", extra: { note: '{"a":1}' } });
});

test("batches have the requested size, and the source is not read ahead", async () => {
  let given = 0;
  async function* source() {
    yield new TextEncoder().encode(`${HEADER}\n`);
    for (; given < 1000; given++) yield new TextEncoder().encode(`${line("Site#A")}\n`.repeat(10));
  }
  for await (const batch of parseIndices(source(), { batchSize: 50 })) {
    expect(batch).toHaveLength(50);
    break;
  }
  expect(given).toBeLessThan(10);
});

const field = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  fc.constantFrom('a"b', "a,b", "a\nb", "a\r\nb", '"', " lead", "trail ", "é#ü, 100 %"),
);
const anyRow = fc.record({
  at: fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1000),
  path: field.filter((text) => !text.includes("\0")),
  jobId: field.filter((text) => !text.includes("\0")),
  indexName: fc.constantFrom("HEALTH", "PEI", "LEAF_TEMP"),
  value: fc.option(fc.integer({ min: -100_000, max: 100_000 }).map((tenths) => tenths / 10)),
  filled: fc.constantFrom(true, false, null),
});

function quote(text: string, always: boolean): string {
  return always || /[",\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

test("any CSV is read back, however it is quoted, terminated and split into chunks", async () => {
  const style = fc.record({
    quoteAll: fc.boolean(),
    space: fc.boolean(),
    end: fc.constantFrom("\n", "\r\n"),
    lastEnd: fc.boolean(),
    bom: fc.boolean(),
    gzip: fc.boolean(),
  });
  const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { maxLength: 25 }), style, sizes, async (rows, how, chunks) => {
      const lines = rows.map((row) =>
        [
          new Date(row.at).toISOString(),
          quote(row.path, how.quoteAll),
          quote(row.jobId, how.quoteAll),
          quote(row.indexName, how.quoteAll),
          row.value === null ? "" : String(row.value),
          row.filled === null ? "" : String(row.filled).toUpperCase(),
        ].join(how.space ? ", " : ","),
      );
      const header =
        "data__timestampIso,data__controlAreaPathName,data__jobId,data__indexName,data__indexValue,data__isFilled";
      const text =
        (how.bom ? "\uFEFF" : "") + [header, ...lines].join(how.end) + (how.lastEnd ? how.end : "");
      const bytes = how.gzip ? gzipSync(text) : Buffer.from(text);
      const { rows: found, summary } = await read(bytes, { batchSize: 7 }, chunks);

      expect(found).toEqual(rows);
      expect(summary).toMatchObject({ rows: rows.length, rejected: 0 });
    }),
    { numRuns: 150 },
  );
});
