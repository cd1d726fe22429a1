// Strips the schemas from contracts for browsers, which need only the calls and the enumerations (next.config.ts).
// Without it, every page would load the description of every field.

import ts from "typescript";

/** Modules that export the schemas shared by contracts. */
const SHARED = /\/query-schemas$/;

/**
 * Compiles a contract to JavaScript, with each schema replaced by the bare `z`, which validates nothing in browsers.
 * @param {string} source TypeScript
 * @returns {string}
 */
export default function contractLoader(source) {
  const file = ts.createSourceFile("contract.ts", source, ts.ScriptTarget.Latest, true);
  const schemas = schemaNames(file);
  /** @type {{ from: number, to: number, text: string }[]} */
  const cuts = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (isSchema(node, schemas)) cuts.push({ from: node.getStart(file), to: node.getEnd(), text: "z" });
    else if (isSummary(node)) cuts.push({ from: node.getStart(file), to: node.getEnd(), text: "" });
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return toJavaScript(cutOut(source, cuts));
}

/** @param {ts.SourceFile} file @returns {Set<string>} */
function schemaNames(file) {
  const names = new Set(["z"]);
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      const isShared = SHARED.test(/** @type {ts.StringLiteral} */ (statement.moduleSpecifier).text);
      const bindings = statement.importClause?.namedBindings;
      if (!bindings || !ts.isNamedImports(bindings)) continue;
      for (const { name } of bindings.elements)
        if (isShared || name.text.endsWith("Schema")) names.add(name.text);
    } else if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer && isSchema(initializer, names)) names.add(name.text);
  }
  return names;
}

/** Returns true for a schema or an expression derived from one: `z.string()`, `alertSchema.extend({})`. @param {ts.Node} node @param {Set<string>} names */
function isSchema(node, names) {
  let root = node;
  while (ts.isCallExpression(root) || ts.isPropertyAccessExpression(root)) root = root.expression;
  return root !== node && ts.isIdentifier(root) && names.has(root.text);
}

/** Returns true for the property that describes a call. @param {ts.Node} node */
function isSummary(node) {
  return ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === "summary"
    ? ts.isObjectLiteralExpression(node.parent) && isArgumentOf(node.parent, "endpoint")
    : false;
}

/** @param {ts.Node} node @param {string} name */
function isArgumentOf(node, name) {
  const call = node.parent;
  return ts.isCallExpression(call) && ts.isIdentifier(call.expression) && call.expression.text === name;
}

/** @param {string} source @param {{ from: number, to: number, text: string }[]} cuts in the order of the source */
function cutOut(source, cuts) {
  let at = 0;
  let left = "";
  for (const { from, to, text } of cuts) {
    left += source.slice(at, from) + text;
    // The comma goes with its property.
    at = text === "" && source[to] === "," ? to + 1 : to;
  }
  return left + source.slice(at);
}

/** Drops imports that have become empty. @param {string} source */
function toJavaScript(source) {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true },
  });
  return outputText;
}
