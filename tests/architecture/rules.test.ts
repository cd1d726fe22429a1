// The rules of the house are themselves tested: each finds its own breach in a small tree made for it.

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const run = promisify(execFile);
const trees: string[] = [];

afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
});

const breaches: [rule: string, files: Record<string, string>][] = [
  [
    "no-cycles",
    { "lib/a/one.ts": 'import "./two"; export {};', "lib/a/two.ts": 'import "./one"; export {};' },
  ],
  [
    "only-stores-touch-the-database",
    { "lib/a/service.server.ts": 'import "../db/pool.server";', "lib/db/pool.server.ts": "export {};" },
  ],
  [
    "domains-meet-at-contract-or-service",
    { "lib/a/rules.ts": 'import "../b/rules";', "lib/b/rules.ts": "export {};" },
  ],
  [
    "interface-sees-no-server-code",
    { "components/x.tsx": 'import "../lib/a/service.server";', "lib/a/service.server.ts": "export {};" },
  ],
  [
    "routes-use-services",
    { "app/page.tsx": 'import "../lib/a/store.server";', "lib/a/store.server.ts": "export {};" },
  ],
  [
    "only-the-guard-makes-actors",
    {
      "lib/a/service.server.ts": 'import "../auth/make-actor.server";',
      "lib/auth/make-actor.server.ts": "export {};",
    },
  ],
  [
    "only-jobs-act-as-the-system",
    { "app/page.tsx": 'import "../lib/auth/system.server";', "lib/auth/system.server.ts": "export {};" },
  ],
  ["charts-alone-know-recharts", { "components/areas/x.tsx": 'import "recharts";' }],
  ["links-ask-when-followed", { "components/areas/x.tsx": 'import "next/link";' }],
  [
    "simulator-stands-alone",
    { "simulator/main.ts": 'import "../lib/a/rules";', "lib/a/rules.ts": "export {};" },
  ],
  ["lib-knows-no-pages", { "lib/a/rules.ts": 'import "../../app/page";', "app/page.tsx": "export {};" }],
  [
    "pure-files-stay-pure",
    { "lib/a/rules.ts": 'import "./store.server";', "lib/a/store.server.ts": "export {};" },
  ],
  ["pure-files-use-no-node", { "lib/a/rules.ts": 'import "node:fs";' }],
  ["not-to-tests", { "lib/a/rules.ts": 'import "./rules.test";', "lib/a/rules.test.ts": "export {};" }],
];

it.each(breaches)("%s finds its breach", async (rule, files) => {
  const tree = plant(files);
  const report = await cruise(tree);
  expect(report.map((violation) => violation.rule.name)).toContain(rule);
});

it("finds nothing in a tree that keeps the rules", async () => {
  const tree = plant({
    "app/page.tsx": 'import "../lib/a/service.server";',
    "lib/a/service.server.ts": 'import "./store.server"; import "./rules"; import "../b/contract";',
    "lib/a/store.server.ts": 'import "../db/pool.server";',
    "lib/a/rules.ts": "export {};",
    "lib/b/contract.ts": "export {};",
    "lib/db/pool.server.ts": "export {};",
  });
  expect(await cruise(tree)).toEqual([]);
});

function plant(files: Record<string, string>): string {
  const tree = mkdtempSync(join(tmpdir(), "leafwatch-rules-"));
  trees.push(tree);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, name)), { recursive: true });
    writeFileSync(join(tree, name), text);
  }
  for (const name of ["node_modules", "tsconfig.json", ".dependency-cruiser.mjs", "package.json"]) {
    symlinkSync(join(root, name), join(tree, name));
  }
  return tree;
}

type Violation = { rule: { name: string } };

async function cruise(tree: string): Promise<Violation[]> {
  const tool = join(root, "node_modules", "dependency-cruiser", "bin", "dependency-cruise.mjs");
  const folders = ["app", "pages", "components", "lib", "simulator"].filter((name) =>
    existsSync(join(tree, name)),
  );
  const { stdout } = await run(
    process.execPath,
    [tool, ...folders, "--config", ".dependency-cruiser.mjs", "--output-type", "json"],
    {
      cwd: tree,
      maxBuffer: 16_000_000,
    },
  ).catch((error: { stdout: string }) => error);
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}
