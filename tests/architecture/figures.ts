// Figures on the structure of a checkout. figures.test.ts sets their limits; to print them:
//   npx tsx tests/architecture/figures.ts [folder] [--places]
// `--places` lists every finding with its file and line.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import ts from "typescript";

/** A count and its findings, one line each. */
export type Figure = { count: number; places: string[] };
type CodeFile = { path: string; text: string; nodes: ts.Node[]; isProduct: boolean };
type Comment = { line: number; text: string };

const PRODUCT = ["app", "pages", "components", "lib"];
const TOOLS = ["bench", "scripts", "simulator"];
const SETTINGS = [".ci", "deploy", "prisma"];
const TEST = /(^tests\/|\.test(-support)?\.\w+$)/;
/** Its fixtures cite what is missing. */
const FIXTURES = "tests/architecture/figures.test.ts";
const MAX_FILES = 25;

/** Old names, as patterns of a whole identifier. `where`: only in files that are or import a module of this path. */
const REPLACED: { name: string; by: string; where?: RegExp }[] = [
  { name: "\\w*Turns", by: "ConcurrencyLimit" },
  { name: "Crowd", by: "BurstDetector" },
  { name: "heldByProcess", by: "processSingleton" },
  { name: "within", by: "withTimeout", where: /\/in-time\b/ },
  { name: "Within", by: "AreaLimits" },
  { name: "leavesOf|Leaves", by: "divergence" },
  { name: "Asker", by: "SnapshotPoller" },
  { name: "ContactWatch", by: "ConnectionState" },
  { name: "paceOf", by: "samplingGaps" },
  { name: "pace", by: "samplingGaps", where: /\/pace$/ },
  { name: "faultOf", by: "toFault" },
  { name: "MOST_TOGETHER", by: "MAX_BATCH_READS" },
  { name: "LONGEST_TOGETHER", by: "MAX_BATCH_URL_LENGTH" },
  { name: "together|\\w+Together\\w*|Together\\w+|\\w+_TOGETHER|TOGETHER_\\w+", by: "batch" },
  { name: "takeIn", by: "authenticateNotification" },
  { name: "keepSigned", by: "storeOrSpool" },
  { name: "untilFirst", by: "storeBatchWithRetry" },
  { name: "storeOnce", by: "writeBatch" },
];

const MODEL_METHOD =
  /^(find(Many|First|FirstOrThrow|Unique|UniqueOrThrow)|(create|update|delete)(Many)?(AndReturn)?|upsert|count|aggregate|groupBy)$/;
/** A document, and the heading in quotes after it. The two bare names lead to no file, so they count as missing. */
const CITATION =
  /(?<![\w/.-])((?:[\w./-]*[\w-]\.md|service-interface|service-in-the-field)\b)(?:,?\s\(?"([^"]+)")?/g;
const TIME_UNIT = /^(SECOND|MINUTE|HOUR|DAY)(_(MS|S))?$/;
const TIME_UNITS_MODULE = /^lib\/(base\/)?core\/time\.ts$/;
/** Milliseconds of an hour and a day. Those of a second and a minute have other meanings too. */
const TIME_NUMBERS = new Set(["3600000", "86400000"]);

/** Measures the checkout in the folder `root`. */
export function measure(root: string) {
  const code = readCode(root);
  const product = code.filter((file) => file.isProduct);
  const libFiles = product.filter(({ path }) => path.startsWith("lib/"));
  const interfaceFiles = product.filter(({ path }) => !path.startsWith("lib/"));
  const database = databaseCalls(libFiles, modelNames(root));
  const missing = missingCitations(root, code);
  return {
    "lines of product code": sum(product.map(({ path, text }) => `${readLines(text).code} ${path}`)),
    "files of product code": count(product.map(({ path }) => path)),
    "folders of more than 25 files": count(fullFolders(code)),
    "folders in import cycles, lib": sum(importCycles(libFiles)),
    "folders in import cycles, app and components": sum(importCycles(interfaceFiles)),
    "database calls by Prisma models": count(database.models),
    "database calls by Prisma raw SQL": count(database.raw),
    "database calls by pg": count(database.pg),
    "citations of missing documents": count(missing.documents),
    "citations of missing headings": count(missing.headings),
    "replaced names": count(replacedNames(code)),
    "exported names ending in Of": count(exportsEndingInOf(product)),
    "server actions not declared by action()": count(otherActions(product)),
    "calls of answered(), one in the mutation hook": count(answeredCalls(product)),
    "redefined time units": count(redefinedTimeUnits(product)),
  } satisfies Record<string, Figure>;
}

function readCode(root: string): CodeFile[] {
  return filesIn(root, [...PRODUCT, ...TOOLS, "tests", "."])
    .filter((path) => /\.(tsx?|mjs|js)$/.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      const isProduct = PRODUCT.some((folder) => path.startsWith(`${folder}/`)) && !TEST.test(path);
      return { path, text, nodes: nodesOf(path, text), isProduct };
    });
}

/** The files below the folders, by their paths from the root; of "." those directly in it. */
function filesIn(root: string, folders: string[]): string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: folder !== ".", withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name))),
    );
}

function nodesOf(path: string, text: string): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return nodes;
}

/** The number of lines with code, and the comments. Consecutive comment lines make one comment. */
function readLines(text: string): { code: number; comments: Comment[] } {
  let code = 0;
  let isOpen = false;
  let current: Comment | null = null;
  const comments: Comment[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const begins = /^\s*\{?\/\*/.test(line);
    const isComment = isOpen || begins || /^\s*(\/\/|#(\s|$)|--\s)/.test(line);
    if (isOpen || begins) isOpen = !line.includes("*/");
    const words = isComment ? line : line.match(/\s(\/\/\s|\/\*).*/)?.[0];
    if (!isComment && line.trim() !== "") code += 1;
    if (words === undefined) {
      current = null;
      continue;
    }
    if (current === null || !isComment) {
      current = { line: index + 1, text: "" };
      comments.push(current);
    }
    current.text += ` ${words.replace(/^\s*(\{?\/\*+|\*+(?!\/)|\/\/|#|--)|\*+\/\}?\s*$/g, "").trim()}`;
  }
  return { code, comments };
}

function fullFolders(files: CodeFile[]): string[] {
  const sizes = new Map<string, number>();
  for (const { path } of files.filter((file) => !TEST.test(file.path)))
    sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
  return [...sizes].filter(([, size]) => size > MAX_FILES).map(([folder, size]) => `${folder} ${size}`);
}

/** The strongly connected components of the folders' import graph: the size of each and its folders. */
function importCycles(files: CodeFile[]): string[] {
  const known = new Set(files.map(({ path }) => path));
  const imports = new Map<string, Set<string>>(files.map(({ path }) => [dirname(path), new Set()]));
  for (const { path, nodes } of files) {
    for (const name of importsOf(nodes)) {
      const target = resolveImport(path, name, known);
      if (target && dirname(target) !== dirname(path)) imports.get(dirname(path))?.add(dirname(target));
    }
  }
  const folders = [...imports.keys()].sort();
  const reached = new Map(folders.map((folder) => [folder, reachedFrom(folder, imports)]));
  const cycles = folders
    .filter((folder) => reached.get(folder)?.has(folder))
    .map((folder) => folders.filter((other) => isMutual(folder, other, reached)));
  return [...new Set(cycles.map((cycle) => `${cycle.length} ${cycle.join(" ")}`))];
}

function isMutual(one: string, other: string, reached: Map<string, Set<string>>): boolean {
  return !!reached.get(one)?.has(other) && !!reached.get(other)?.has(one);
}

function reachedFrom(folder: string, imports: Map<string, Set<string>>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(imports.get(folder) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(imports.get(next) ?? []));
  }
  return reached;
}

/** The modules that a file imports or exports from, type-only and dynamic imports included. */
function importsOf(nodes: ts.Node[]): string[] {
  return nodes.flatMap((node) => {
    if (!ts.isStringLiteralLike(node)) return [];
    const parent = node.parent;
    const isImport =
      ts.isImportDeclaration(parent) ||
      ts.isExportDeclaration(parent) ||
      (ts.isLiteralTypeNode(parent) && ts.isImportTypeNode(parent.parent)) ||
      (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword);
    return isImport ? [node.text] : [];
  });
}

function resolveImport(from: string, name: string, known: Set<string>): string | undefined {
  if (!/^(@\/|\.)/.test(name)) return undefined;
  const base = name.startsWith("@/") ? name.slice(2) : join(dirname(from), name);
  return ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"]
    .map((end) => base + end)
    .find((path) => known.has(path));
}

/** The models of the Prisma schema, named as in the client. */
function modelNames(root: string): Set<string> {
  const schema = join(root, "prisma", "schema.prisma");
  const text = existsSync(schema) ? readFileSync(schema, "utf8") : "";
  return new Set([...text.matchAll(/^model (\w)(\w*)/gm)].map(([, a = "", b]) => a.toLowerCase() + b));
}

/** A method `query` is pg's: Prisma has a model of this name, which is not called. */
function databaseCalls(files: CodeFile[], models: Set<string>) {
  const calls = { models: [] as string[], raw: [] as string[], pg: [] as string[] };
  for (const file of files) {
    for (const node of file.nodes) {
      const called = calledMember(node);
      if (!called) continue;
      const { name, expression } = called;
      const isModel = ts.isPropertyAccessExpression(expression) && models.has(expression.name.text);
      if (isModel && MODEL_METHOD.test(name.text)) calls.models.push(place(file, node));
      else if (/^\$(query|execute)Raw/.test(name.text)) calls.raw.push(place(file, node));
      else if (name.text === "query") calls.pg.push(place(file, node));
    }
  }
  return calls;
}

/** The member that is called, as a function or as the tag of a template. */
function calledMember(node: ts.Node): ts.PropertyAccessExpression | null {
  const called = ts.isCallExpression(node)
    ? node.expression
    : ts.isTaggedTemplateExpression(node)
      ? node.tag
      : null;
  return called && ts.isPropertyAccessExpression(called) ? called : null;
}

/** Documents, and headings in quotes after them, that comments cite and the repository does not have. */
function missingCitations(root: string, code: CodeFile[]) {
  const documents = filesIn(root, ["docs", ...PRODUCT, ...TOOLS, ...SETTINGS, "."]).filter((path) =>
    path.endsWith(".md"),
  );
  const settings = filesIn(root, [...PRODUCT, ...SETTINGS, "."])
    .filter((path) => /(\.(css|prisma|sql|sh|ya?ml|conf|service)|file)$/i.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  const missing = { documents: [] as string[], headings: [] as string[] };
  for (const { path, text } of [...code.filter((file) => file.path !== FIXTURES), ...settings]) {
    for (const comment of readLines(text).comments) {
      for (const [, name = "", heading] of comment.text.matchAll(CITATION)) {
        const document = resolveDocument(path, name, documents);
        const where = `${path}:${comment.line} ${name}`;
        if (document === undefined) missing.documents.push(where);
        else if (heading && !headingsIn(join(root, document)).has(plain(heading)))
          missing.headings.push(`${where} "${heading}"`);
      }
    }
  }
  return missing;
}

/** Finds a document by its path from the root or from the citing file, a bare name also anywhere below docs. */
function resolveDocument(from: string, name: string, documents: string[]): string | undefined {
  const isBare = !name.includes("/");
  return documents.find(
    (path) =>
      path === name ||
      path === join(dirname(from), name) ||
      (isBare && path.startsWith("docs/") && basename(path) === name),
  );
}

/** The headings of a document, each with and without its number. */
function headingsIn(path: string): Set<string> {
  const headings = [...readFileSync(path, "utf8").matchAll(/^#+\s+(.*)$/gm)].map(([, text = ""]) => text);
  return new Set(headings.flatMap((text) => [plain(text), plain(text.replace(/^[\d.]+\s+/, ""))]));
}

const plain = (heading: string) => heading.replace(/[`*]/g, "").trim().toLowerCase();

function replacedNames(files: CodeFile[]): string[] {
  return files.flatMap((file) => {
    const modules = [`/${file.path.replace(/(\.server)?\.\w+$/, "")}`, ...importsOf(file.nodes)];
    const names = REPLACED.filter(({ where }) => !where || modules.some((module) => where.test(module)));
    const pattern = new RegExp(`^(${names.map(({ name }) => name).join("|")})$`);
    return file.nodes.flatMap((node) => {
      if (!ts.isIdentifier(node) || !pattern.test(node.text)) return [];
      const word = names.find(({ name }) => new RegExp(`^(${name})$`).test(node.text));
      return [`${place(file, node)} ${node.text} (${word?.by})`];
    });
  });
}

function exportsEndingInOf(files: CodeFile[]): string[] {
  return files.flatMap((file) =>
    file.nodes.flatMap((node) => {
      const name = exportedName(node);
      return name?.endsWith("Of") ? [`${place(file, node)} ${name}`] : [];
    }),
  );
}

/** The name under which a node is exported: `export function a`, `export const a`, `export { a }`. */
function exportedName(node: ts.Node): string | undefined {
  if (ts.isExportSpecifier(node)) return node.name.text;
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  if (!ts.canHaveModifiers(statement) || !ts.isSourceFile(statement.parent)) return undefined;
  if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return undefined;
  const { name } = node as ts.NamedDeclaration;
  return name && ts.isIdentifier(name) ? name.text : undefined;
}

/** Server actions other than `export const a = action(…)`, or `openAction(…)` for those without a session. */
function otherActions(files: CodeFile[]): string[] {
  return files.flatMap((file) => {
    const directive = file.nodes.find((node) => ts.isStringLiteral(node) && node.text === "use server");
    if (!directive || !ts.isExpressionStatement(directive.parent)) return [];
    const isWhole = ts.isSourceFile(directive.parent.parent);
    if (!isWhole) return [place(file, directive)];
    return file.nodes.flatMap((node) => {
      const name = ts.isTypeAliasDeclaration(node) ? undefined : exportedName(node);
      if (name === undefined || (ts.isVariableDeclaration(node) && isMadeByAction(node.initializer)))
        return [];
      return [`${place(file, node)} ${name}`];
    });
  });
}

function isMadeByAction(value: ts.Expression | undefined): boolean {
  return !!value && ts.isCallExpression(value) && isNamed(value.expression, /^(action|openAction)$/);
}

/** `answered()` awaits a server action: outside the mutation hook it is a hook of its own. */
function answeredCalls(files: CodeFile[]): string[] {
  return files.flatMap((file) =>
    file.nodes
      .filter((node) => ts.isCallExpression(node) && isNamed(node.expression, /^answered$/))
      .map((node) => place(file, node)),
  );
}

function redefinedTimeUnits(files: CodeFile[]): string[] {
  return files
    .filter(({ path }) => !TIME_UNITS_MODULE.test(path))
    .flatMap((file) =>
      file.nodes
        .filter((node) => isTimeUnit(node) || (isTimeNumber(node) && !isTimeUnit(node.parent)))
        .map((node) => `${place(file, node)} ${node.getText()}`),
    );
}

function isTimeUnit(node: ts.Node): boolean {
  return ts.isVariableDeclaration(node) && isNamed(node.name, TIME_UNIT);
}

function isTimeNumber(node: ts.Node): boolean {
  return ts.isNumericLiteral(node) && TIME_NUMBERS.has(node.text);
}

function isNamed(node: ts.Node, pattern: RegExp): boolean {
  return ts.isIdentifier(node) && pattern.test(node.text);
}

function place({ path }: CodeFile, node: ts.Node): string {
  const source = node.getSourceFile();
  return `${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
}

const count = (places: string[]): Figure => ({ count: places.length, places });

/** Adds up the numbers with which the places begin. */
function sum(places: string[]): Figure {
  return { count: places.reduce((total, line) => total + Number.parseInt(line, 10), 0), places };
}

function print(folder: string, isListed: boolean): void {
  for (const [name, figure] of Object.entries(measure(folder))) {
    console.log(`${String(figure.count).padStart(7)}  ${name}`);
    if (isListed || name.startsWith("folders"))
      for (const line of figure.places) console.log(`${" ".repeat(11)}${line}`);
  }
}

if (process.argv[1] === import.meta.filename) {
  const [folder = join(import.meta.dirname, "..", "..")] = process.argv
    .slice(2)
    .filter((one) => one !== "--places");
  print(folder, process.argv.includes("--places"));
}
