import { inflateRawSync } from "node:zlib";

/** A cell as a workbook holds it, apart from our writer: numbers, booleans and text; "style" is the number of its format. */
export type ReadCell = string | number | boolean | null;
export type ReadSheet = { name: string; rows: ReadCell[][]; styles: (number | null)[][] };

/** Reads the files of a zip archive by its directory. */
export function unzip(file: Uint8Array): Map<string, string> {
  const bytes = Buffer.from(file);
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const path = bytes.toString("utf8", at + 46, at + 46 + name);
    const local = bytes.readUInt32LE(at + 42);
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(begin, begin + size);
    files.set(path, (method === 8 ? inflateRawSync(packed) : packed).toString("utf8"));
    at += 46 + name + extra + comment;
  }
  return files;
}

/** Reads all sheets of a workbook in the order of their tabs; empty cells are null. Formulas are an error. */
export function readWorkbook(file: Uint8Array): ReadSheet[] {
  const files = unzip(file);
  const text = (path: string) => {
    const found = files.get(path);
    if (found === undefined) throw new Error(`The workbook has no ${path}`);
    return found;
  };
  if (!text("[Content_Types].xml").includes("/xl/workbook.xml")) throw new Error("No type of the workbook");
  const targets = new Map(
    [...text("xl/_rels/workbook.xml.rels").matchAll(/Id="(\w+)"[^>]*Target="([^"]+)"/g)].map(
      ([, id = "", target = ""]) => [id, target],
    ),
  );
  return [...text("xl/workbook.xml").matchAll(/<sheet name="([^"]*)"[^>]*r:id="(\w+)"/g)].map(
    ([, name = "", id = ""]) => {
      const xml = text(`xl/${targets.get(id)}`);
      if (/<f[ >]/.test(xml)) throw new Error(`${name} has a formula`);
      const rows = [...xml.matchAll(/<row r="(\d+)"[^>]*?(?:\/>|>(.*?)<\/row>)/gs)];
      const sheet: ReadSheet = { name: plainText(name), rows: [], styles: [] };
      for (const [, number, cells = ""] of rows) {
        const row: ReadCell[] = [];
        const styles: (number | null)[] = [];
        for (const [, letters = "", attributes = "", content = ""] of cells.matchAll(
          /<c r="([A-Z]+)\d+"([^>]*)>(.*?)<\/c>/gs,
        )) {
          const place = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
          row[place] = cellValue(attributes, content);
          styles[place] = Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0);
        }
        if (Number(number) !== sheet.rows.length + 1) throw new Error(`${name} has no row before ${number}`);
        sheet.rows.push(Array.from(row, (cell) => cell ?? null));
        sheet.styles.push(Array.from(styles, (style) => style ?? null));
      }
      return sheet;
    },
  );
}

function cellValue(attributes: string, content: string): ReadCell {
  const [, type] = / t="(\w+)"/.exec(attributes) ?? [];
  if (type === "inlineStr") return plainText(/<t[^>]*>(.*?)<\/t>/s.exec(content)?.[1] ?? "");
  const value = /<v>(.*?)<\/v>/.exec(content)?.[1] ?? "";
  return type === "b" ? value === "1" : Number(value);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };
const plainText = (text: string) =>
  text
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The wall clock of a time cell: `2026-10-25T02:00:00`. */
export const wallClock = (serial: ReadCell | undefined): string =>
  new Date(Math.round((Number(serial) - 25_569) * 86_400_000)).toISOString().slice(0, 19);
