/**
 * Writes Excel workbooks (Office Open XML) as a stream: rows are taken, packed and handed on, so that memory does not
 * grow with their number. Pure: runs on the server and in the browser.
 */
import { Zip, ZipDeflate } from "fflate";

export type Cell = string | number | boolean | null;

export type Column = {
  head: string;
  /** In characters. */
  width: number;
  /** The cells are numbers of {@link siteSerials}, shown as date and time. */
  time?: true;
};

export type Sheet = {
  /** Of 28 characters at most, none of them `: \ / ? * [ ]`. */
  name: string;
  columns: readonly Column[];
  /** The rows in batches, each cell in the order of the columns. */
  rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
};
export type Row = readonly Cell[];

const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The most rows that Excel opens in a sheet, the head included. */
export const MAX_SHEET_ROWS = 1_048_576;
/** The most characters that Excel opens in a cell. */
const MAX_TEXT = 32_767;
/** Rows that are packed at once: some 10 ms. */
const ROWS_AT_ONCE = 500;
/** Level 6 takes twice the time and saves a tenth of the size. */
const LEVEL = 3;

/**
 * The bytes of a workbook. Sheets are taken one after the other, so that a later one may tell of an earlier one. Rows
 * beyond the limit of a sheet continue in another one with the same head: `Readings`, `Readings 2`.
 * @param maxRows rows of a sheet, its head included
 * @throws what reading the rows throws
 */
export async function* xlsxParts(
  sheets: AsyncIterable<Sheet> | Iterable<Sheet>,
  maxRows = MAX_SHEET_ROWS,
): AsyncGenerator<Uint8Array, void> {
  const zip = new PackedFiles();
  const names: string[] = [];
  for await (const { name, columns, rows } of sheets) {
    const letters = columns.map((_, place) => columnLetters(place));
    const head = sheetHead(columns, letters);
    let file = zip.open(sheetPath(names.push(name)));
    file.write(head);
    let next = 2;
    let parts = 1;
    for await (const batch of rows)
      for (let from = 0; from < batch.length; ) {
        if (next > maxRows) {
          file.write(SHEET_END, true);
          file = zip.open(sheetPath(names.push(`${name} ${++parts}`)));
          file.write(head);
          next = 2;
        }
        const some = batch.slice(from, from + Math.min(ROWS_AT_ONCE, maxRows - next + 1));
        file.write(some.map((row) => rowXml(row, next++, columns, letters)).join(""));
        from += some.length;
        yield* zip.take();
      }
    file.write(SHEET_END, true);
    yield* zip.take();
  }
  for (const [path, text] of bookFiles(names)) zip.open(path).write(text, true);
  zip.end();
  yield* zip.take();
}

/** The files of a zip archive, packed as they are written. */
class PackedFiles {
  readonly #packed: Uint8Array[] = [];
  readonly #zip = new Zip((error, bytes) => {
    if (error) throw error;
    this.#packed.push(bytes);
  });

  open(path: string) {
    const entry = new ZipDeflate(path, { level: LEVEL });
    this.#zip.add(entry);
    return { write: (text: string, isLast = false) => entry.push(encoder.encode(text), isLast) };
  }

  end(): void {
    this.#zip.end();
  }

  /** The bytes that are ready. */
  take(): Uint8Array[] {
    return this.#packed.splice(0).filter((bytes) => bytes.length > 0);
  }
}

const encoder = new TextEncoder();

/** Positions of the formats in {@link STYLES}. */
const HEAD = 1;
const TIME = 2;
const QUOTED = 3;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SHEET_END = "</sheetData></worksheet>";

const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

/** `A` to `Z`, then `AA`. */
function columnLetters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : columnLetters(Math.floor(place / 26) - 1) + last;
}

function sheetHead(columns: readonly Column[], letters: readonly string[]): string {
  const widths = columns.map(
    ({ width }, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`,
  );
  const heads = columns.map(({ head }, place) => textCell(`${letters[place]}1`, head, HEAD));
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData><row r="1" ht="48" customHeight="1">${heads.join("")}</row>`;
}

function rowXml(row: Row, number: number, columns: readonly Column[], letters: readonly string[]): string {
  let cells = "";
  for (let place = 0; place < row.length; place++) {
    const value = row[place] ?? null;
    if (value === null || value === "") continue;
    const at = `${letters[place]}${number}`;
    if (typeof value === "string") cells += textCell(at, value, FORMULA.test(value) ? QUOTED : 0);
    else if (typeof value === "boolean") cells += `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
    else if (Number.isFinite(value))
      cells += `<c r="${at}"${columns[place]?.time ? ` s="${TIME}"` : ""}><v>${value}</v></c>`;
  }
  return `<row r="${number}">${cells}</row>`;
}

/** Text stays text when somebody edits the cell, where Excel would read a formula. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

const textCell = (at: string, text: string, style: number) =>
  `<c r="${at}" t="inlineStr"${style ? ` s="${style}"` : ""}><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text without what XML does not allow; what Excel would read as its own escape (`_x0041_`) is escaped. */
function xmlText(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);
}

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The files beside the sheets, by path. */
function bookFiles(names: readonly string[]): [path: string, text: string][] {
  const sheets = names.map(
    (name, place) => `<sheet name="${xmlText(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`,
  );
  const links = names.map((_, place) =>
    relation(place + 1, `${DOCUMENT}/worksheet`, sheetPath(place + 1).slice(3)),
  );
  const types = names.map(
    (_, place) =>
      `<Override PartName="/${sheetPath(place + 1)}" ContentType="${SPREADSHEET}.worksheet+xml"/>`,
  );
  return [
    ["xl/styles.xml", STYLES],
    [
      "xl/workbook.xml",
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${sheets.join("")}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      relations([...links, relation(names.length + 1, `${DOCUMENT}/styles`, "styles.xml")]),
    ],
    ["_rels/.rels", relations([relation(1, `${DOCUMENT}/officeDocument`, "xl/workbook.xml")])],
    [
      "[Content_Types].xml",
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>${types.join("")}<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`,
    ],
  ];
}

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${type}" Target="${target}"/>`;

const relations = (all: readonly string[]) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join("")}</Relationships>`;
