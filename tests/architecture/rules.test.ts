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
  ["only-stores-touch-the-database", "lib/farm/direct/service.server.ts", "../../base/db/pool.server"],
  ["notifications-leave-by-prisma", "lib/alerting/webhooks/store.server.ts", "../../base/db/pool.server"],
  ["domains-meet-at-contract-or-service", "lib/history/curious/plan.ts", "../../farm/b/rules"],
  ["base-uses-what-is-below", "lib/base/core/rich.ts", "../../farm/b/contract"],
  ["alerting-uses-what-is-below", "lib/alerting/a/tall.ts", "../../operations/c/contract"],
  ["interface-sees-no-server-code", "components/server.tsx", "../lib/farm/a/service.server"],
  ["routes-use-services", "app/store/page.tsx", "../../lib/farm/a/store.server"],
  [
    "only-the-guard-makes-actors",
    "lib/farm/forger/service.server.ts",
    "../../identity/actor/make-actor.server",
  ],
  ["only-jobs-act-as-the-system", "app/system/page.tsx", "../../lib/identity/actor/system.server"],
  ["charts-alone-know-recharts", "components/areas/chart.tsx", "recharts"],
  ["links-ask-when-followed", "components/areas/link.tsx", "next/link"],
  ["simulator-stands-alone", "simulator/main.ts", "../lib/farm/b/rules"],
  ["lib-knows-no-pages", "lib/farm/page/rules.ts", "../../../app/page"],
  ["components-know-no-pages", "components/pages.tsx", "../app/page"],
  ["pure-files-stay-pure", "lib/farm/a/impure.ts", "./store.server"],
  ["pure-files-use-no-node", "lib/farm/a/files.ts", "node:fs"],
  ["not-to-tests", "lib/farm/a/tested.ts", "./tested.test"],
];

/** What keeps the rules, and what the breaches ask for. */
const tidy: Record<string, string[]> = {
  "app/page.tsx": ["../lib/farm/a/service.server"],
  "lib/farm/a/service.server.ts": ["./store.server", "./rules", "../b/contract"],
  "lib/farm/a/store.server.ts": ["../../base/db/pool.server"],
  "lib/farm/a/rules.ts": [],
  "lib/farm/b/contract.ts": [],
  "lib/operations/c/contract.ts": [],
  "lib/farm/b/rules.ts": [],
  "lib/base/db/pool.server.ts": [],
  "lib/identity/actor/make-actor.server.ts": [],
  "lib/identity/actor/system.server.ts": [],
  "components/button.tsx": ["../lib/identity/users/actions"],
  "lib/identity/users/actions.ts": ["./service.server", "../../web/http/action.server"],
  "lib/identity/users/service.server.ts": [],
  "lib/web/http/action.server.ts": [],
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
  plant("lib/farm/a/tested.test.ts", []);
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
