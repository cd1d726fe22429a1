// Limits on the structure of the repository. They only go down: lower one with the change that lowers its figure.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { measure } from "./figures";

type Figures = ReturnType<typeof measure>;

/**
 * The goal of most is 0; of `answered()` 1, the mutation hook itself; of `pg` whatever Prisma cannot do (docs/decisions.md,
 * 2026-11-23).
 */
const LIMITS: [name: keyof Figures, limit: number][] = [
  ["folders of more than 25 files", 0],
  ["folders in import cycles, lib", 0],
  ["folders in import cycles, app and components", 0],
  ["database calls by pg", 102],
  ["exported names ending in Of", 83],
  ["citations of missing documents", 0],
  ["citations of missing headings", 0],
  ["replaced names", 0],
  ["server actions not declared by action()", 0],
  ["calls of answered(), one in the mutation hook", 1],
  ["redefined time units", 0],
];

describe("this repository", () => {
  let figures: Figures;

  beforeAll(() => {
    figures = measure(join(import.meta.dirname, "..", ".."));
  });

  it.each(LIMITS)("%s: %i at most", (name, limit) => {
    const { count } = figures[name];
    expect(count, "listed by `npx tsx tests/architecture/figures.ts --places`").toBeLessThanOrEqual(limit);
  });

  it("is measured as a whole", () => {
    expect(figures["files of product code"].count).toBeGreaterThan(500);
    expect(figures["database calls by Prisma models"].count).toBeGreaterThan(50);
  });
});

const CHECKOUT: Record<string, string> = {
  ...Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`scripts/lib/step-${n}.mjs`, "export {};"])),
  "prisma/schema.prisma": "model Alert {\n}\nmodel AlertNote {\n}",
  "docs/spec/rules.md": "# Rules\n\n## 2.1 `Quiet` hours",
  "lib/alerts/store.server.ts": `
// Blank lines and comments are no code.

/**
 * Cites what there is: docs/spec/rules.md, rules.md ("Rules") and rules.md
 * "Quiet hours".
 */
import type { Area } from "@/lib/areas/contract";
export const alertOf = async (db, pool): Promise<Area> => {
  await db.alertNote
    .createMany({ data: [] }); // see gone.md
  await db.$queryRaw\`SELECT 1\`;
  await pool.query<Area>("SELECT 1");
  new Map().delete(1);
};`,
  "lib/alerts/store.test.ts": 'import "../core/time";\nexport const testOf = 1;',
  "lib/areas/contract.ts": `/** See contract.md "Areas" and service-interface 2.3. */
export type Area = string;
export { within } from "./in-time.server";
const HOURS = 48;
const HOUR_MS = 3_600_000;
const LIMIT_MS = 2 * 86_400_000 + 60_000;
type Alert = import("../alerts/store.server").Alert;`,
  "lib/areas/in-time.server.ts": "export function within(ms: number) {}",
  "lib/notes/rules.ts": "const within = (n: number) => n;\nnew Crowd(within(1));",
  "lib/core/time.ts": "export const HOUR = 3_600_000;",
  "components/areas/tree.tsx": `// docs/spec/rules.md "Loud hours" is no heading.
import { rename } from "@/app/areas/actions";
export const Tree = () => <p onClick={() => answered(rename())} />;`,
  "components/areas/tree.css": '/* Sizes:\n   design.md, "Wall" */',
  "app/areas/actions.ts": `"use server";
export type Input = string;
export const rename = action({}, () => 1);
export async function remove(input: Input) {
  return action({}, () => 1)(input);
}`,
  "app/areas/page.tsx": 'import { Tree } from "../../components/areas/tree";\nexport default Tree;',
};

describe("a small checkout", () => {
  let root: string;
  let figures: Figures;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "leafwatch-figures-"));
    for (const [path, text] of Object.entries(CHECKOUT)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    figures = measure(root);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each<[keyof Figures, string[]]>([
    [
      "lines of product code",
      [
        "1 lib/areas/in-time.server.ts",
        "1 lib/core/time.ts",
        "2 app/areas/page.tsx",
        "2 components/areas/tree.tsx",
        "2 lib/notes/rules.ts",
        "6 app/areas/actions.ts",
        "6 lib/areas/contract.ts",
        "8 lib/alerts/store.server.ts",
      ],
    ],
    ["folders of more than 25 files", ["scripts/lib 26"]],
    ["folders in import cycles, lib", ["2 lib/alerts lib/areas"]],
    ["folders in import cycles, app and components", ["2 app/areas components/areas"]],
    ["database calls by Prisma models", ["lib/alerts/store.server.ts:10"]],
    ["database calls by Prisma raw SQL", ["lib/alerts/store.server.ts:12"]],
    ["database calls by pg", ["lib/alerts/store.server.ts:13"]],
    [
      "citations of missing documents",
      [
        "components/areas/tree.css:1 design.md",
        "lib/alerts/store.server.ts:11 gone.md",
        "lib/areas/contract.ts:1 contract.md",
        "lib/areas/contract.ts:1 service-interface",
      ],
    ],
    ["citations of missing headings", ['components/areas/tree.tsx:1 docs/spec/rules.md "Loud hours"']],
    [
      "replaced names",
      [
        "lib/areas/contract.ts:3 within (withTimeout)",
        "lib/areas/in-time.server.ts:1 within (withTimeout)",
        "lib/notes/rules.ts:2 Crowd (BurstDetector)",
      ],
    ],
    ["exported names ending in Of", ["lib/alerts/store.server.ts:9 alertOf"]],
    ["server actions not declared by action()", ["app/areas/actions.ts:4 remove"]],
    ["calls of answered(), one in the mutation hook", ["components/areas/tree.tsx:3"]],
    [
      "redefined time units",
      ["lib/areas/contract.ts:5 HOUR_MS = 3_600_000", "lib/areas/contract.ts:6 86_400_000"],
    ],
  ])("%s", (name, places) => {
    expect(figures[name].places.toSorted()).toEqual(places);
  });
});
