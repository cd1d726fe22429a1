// The rules of the house are themselves tested: each finds its own breach in a small tree made for it. One tree holds
// them all, as each look at a tree takes the tool a second or two.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const run = promisify(execFile);

type Violation = { rule: { name: string }; from: string };

/** Each rule with a file that breaks it, and what that file asks for. */
const breaches: [rule: string, from: string, imported: string][] = [
  ["no-cycles", "lib/circle/one.ts", "./two"],
  ["only-stores-touch-the-database", "lib/direct/service.server.ts", "../db/pool.server"],
  ["notifications-leave-by-prisma", "lib/webhooks/store.server.ts", "../db/pool.server"],
  ["domains-meet-at-contract-or-service", "lib/curious/plan.ts", "../b/rules"],
  ["interface-sees-no-server-code", "components/server.tsx", "../lib/a/service.server"],
  ["routes-use-services", "app/store/page.tsx", "../../lib/a/store.server"],
  ["only-the-guard-makes-actors", "lib/forger/service.server.ts", "../auth/make-actor.server"],
  ["only-jobs-act-as-the-system", "app/system/page.tsx", "../../lib/auth/system.server"],
  ["charts-alone-know-recharts", "components/areas/chart.tsx", "recharts"],
  ["links-ask-when-followed", "components/areas/link.tsx", "next/link"],
  ["simulator-stands-alone", "simulator/main.ts", "../lib/b/rules"],
  ["lib-knows-no-pages", "lib/page/rules.ts", "../../app/page"],
  ["pure-files-stay-pure", "lib/a/impure.ts", "./store.server"],
  ["pure-files-use-no-node", "lib/a/files.ts", "node:fs"],
  ["not-to-tests", "lib/a/tested.ts", "./tested.test"],
];

/** What keeps the rules, and what the breaches ask for. */
const tidy: Record<string, string[]> = {
  "app/page.tsx": ["../lib/a/service.server"],
  "lib/a/service.server.ts": ["./store.server", "./rules", "../b/contract"],
  "lib/a/store.server.ts": ["../db/pool.server"],
  "lib/a/rules.ts": [],
  "lib/b/contract.ts": [],
  "lib/b/rules.ts": [],
  "lib/db/pool.server.ts": [],
  "lib/auth/make-actor.server.ts": [],
  "lib/auth/system.server.ts": [],
};

let tree: string;
let violations: Violation[];

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), "leafwatch-rules-"));
  for (const name of ["node_modules", "tsconfig.json", ".dependency-cruiser.mjs", "package.json"]) {
    symlinkSync(join(root, name), join(tree, name));
  }
  for (const [file, imported] of Object.entries(tidy)) plant(file, imported);
  for (const [, file, imported] of breaches) plant(file, [imported]);
  plant("lib/circle/two.ts", ["./one"]);
  plant("lib/a/tested.test.ts", []);
  violations = await cruise();
}, 60_000);

afterAll(() => rmSync(tree, { recursive: true, force: true }));

it.each(breaches)("%s finds its breach", (rule, file) => {
  expect(violations.filter(({ from }) => from === file).map((violation) => violation.rule.name)).toContain(
    rule,
  );
});

it("finds nothing in files that keep the rules", () => {
  expect(violations.filter(({ from }) => from in tidy)).toEqual([]);
});

function plant(file: string, imported: string[]): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), [...imported.map((name) => `import "${name}";`), "export {};"].join("\n"));
}

async function cruise(): Promise<Violation[]> {
  const tool = join(root, "node_modules", "dependency-cruiser", "bin", "dependency-cruise.mjs");
  const folders = ["app", "components", "lib", "simulator"];
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
