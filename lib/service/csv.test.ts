import { promisify } from "node:util";
import spectrum from "csv-spectrum";
import { describe, expect, test } from "vitest";
import { CsvScanner } from "./csv";
import { ByteBuffer } from "./row-source";

/** The answer of this case is no list, and its number is not the one in the file. */
const ODD = { name: "location_coordinates", is: { "Contact Phone Number": "2095257564" } };

const cases = await promisify(spectrum)();

/** All records of a file that comes in pieces, under the names of its header. */
function read(csv: Buffer, pieceBytes: number): Record<string, string>[] {
  const buffer = new ByteBuffer();
  const scanner = new CsvScanner(buffer);
  const records: string[][] = [];
  const take = () => {
    for (let found = scanner.next(); found !== "more"; found = scanner.next()) {
      if (found === "fault") throw new Error(`line ${scanner.line}: ${scanner.fault}`);
      records.push(scanner.texts());
    }
  };
  for (let at = 0; at < csv.length; at += pieceBytes) {
    buffer.push(csv.subarray(at, at + pieceBytes));
    take();
  }
  buffer.ended = true;
  take();
  const [header = [], ...rows] = records;
  return rows.map((row) => Object.fromEntries(header.map((name, column) => [name, row[column] ?? ""])));
}

describe.each(cases)("csv-spectrum, $name", ({ name, csv, json }) => {
  const answer: unknown = JSON.parse(json.toString());
  const expected = name === ODD.name ? [{ ...(answer as object), ...ODD.is }] : answer;
  test.each([1, 2, 7, csv.length])("is parsed as expected, in chunks of %d bytes", (pieceBytes) => {
    expect(read(csv, pieceBytes)).toEqual(expected);
  });
});

test("the corpus is present", () => {
  expect(cases.length).toBeGreaterThanOrEqual(12);
});
