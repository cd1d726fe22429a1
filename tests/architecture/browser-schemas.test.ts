// Browsers have no schemas: zod is replaced there (lib/web/http/no-schemas.ts), and a check by one throws once somebody
// presses the button. What could do so is found here, in the source of everything that pages load.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const CHECKS = /^(safeP|p)arse(Async)?$/;
const PARSERS_OF_THE_LANGUAGE = new Set(["JSON", "Date"]);

test("nothing that pages load checks by a schema", () => {
  const loaded = loadedInBrowsers();
  expect(loaded.has("components/admin/users/access-fields.tsx")).toBe(true);
  expect(loaded.has("lib/identity/actor/contract.ts")).toBe(true);
  expect(
    [...loaded].flatMap(([file, source]) => schemaChecks(source).map((line) => `${file}:${line}`)),
  ).toEqual([]);
});

test.each([
  ["a check of a contract's schema", "roleSchema.parse(chosen);"],
  ["one that does not throw", "const isRole = roleSchema.safeParse(chosen).success;"],
  ["one made on the spot", "z.array(z.string()).catch([]).parse(kept);"],
  ["one of an endpoint", "listAlerts.answer?.parse(body);"],
  ["one that is handed on", "values.map(roleSchema.parse);"],
])("%s is found", (_, line) => {
  expect(schemaChecks(sourceOf("sample.ts", `const one = 1;\n${line}`))).toEqual([2]);
});

test("parses dates and JSON as before", () => {
  expect(schemaChecks(sourceOf("sample.ts", "Date.parse(at); JSON.parse(text);"))).toEqual([]);
});

/** Every file that a component loads, itself or through others, by its path in the repository. */
function loadedInBrowsers(): Map<string, ts.SourceFile> {
  const found = new Map<string, ts.SourceFile>();
  const waiting = readdirSync(join(root, "components"), { recursive: true, encoding: "utf8" })
    .map((file) => join("components", file))
    .filter((file) => /\.tsx?$/.test(file) && isLoaded(file));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const source = sourceOf(file, readFileSync(join(root, file), "utf8"));
    found.set(file, source);
    for (const name of importedValues(source)) {
      const target = resolved(file, name);
      if (target !== null && isLoaded(target)) waiting.push(target);
    }
  }
  return found;
}

/** Server code and tests are not; of actions browsers get references alone. */
function isLoaded(file: string): boolean {
  return /^(components|lib)\//.test(file) && !/\.(server|test)\.tsx?$|^lib\/.*actions\.ts$/.test(file);
}

function sourceOf(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** What is imported as more than a type, statically, again or late. */
function importedValues(source: ts.SourceFile): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && !isTypeOnly(node.importClause))
      names.push(textOf(node.moduleSpecifier));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier && !node.isTypeOnly)
      names.push(textOf(node.moduleSpecifier));
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      names.push(...node.arguments.slice(0, 1).map(textOf));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const { name, namedBindings } = clause;
  return (
    !name &&
    !!namedBindings &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every((one) => one.isTypeOnly)
  );
}

function textOf(node: ts.Node): string {
  return ts.isStringLiteralLike(node) ? node.text : "";
}

function resolved(from: string, name: string): string | null {
  if (!/^(@\/|\.)/.test(name)) return null;
  const base = name.startsWith("@/") ? name.slice(2) : join(dirname(from), name);
  const candidates = [base, `${base}.ts`, `${base}.tsx`, join(base, "index.ts")];
  return candidates.find((file) => /\.tsx?$/.test(file) && existsSync(join(root, file))) ?? null;
}

/** The lines on which a schema checks something, or is handed on to. */
function schemaChecks(source: ts.SourceFile): number[] {
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAccessExpression(node) &&
      CHECKS.test(node.name.text) &&
      !isOfTheLanguage(node.expression)
    )
      lines.push(source.getLineAndCharacterOfPosition(node.name.getStart(source)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

function isOfTheLanguage(node: ts.Node): boolean {
  return ts.isIdentifier(node) && PARSERS_OF_THE_LANGUAGE.has(node.text);
}
