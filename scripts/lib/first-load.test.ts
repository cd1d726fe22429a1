import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsOf, firstLoads } from "./first-load.mjs";

let build: string;

/** Incompressible bytes. */
const bytes = (kilobytes: number) => randomBytes(kilobytes * 500).toString("latin1");

beforeAll(() => {
  build = mkdtempSync(join(tmpdir(), "leafwatch-build-"));
  const put = (name: string, content: string) => {
    mkdirSync(join(build, name, ".."), { recursive: true });
    writeFileSync(join(build, name), content, "latin1");
  };
  put("build-manifest.json", JSON.stringify({ rootMainFiles: ["static/chunks/main.js"] }));
  for (const [name, kilobytes] of [
    ["main", 100],
    ["frame", 40],
    ["areas", 100],
    ["list", 300],
    ["error", 500],
  ] as const)
    put(`static/chunks/${name}.js`, bytes(kilobytes));
  const page = (entry: string, files: string[]) =>
    put(
      `server/app${entry}_client-reference-manifest.js`,
      `globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};
       globalThis.__RSC_MANIFEST[${JSON.stringify(entry)}] = ${JSON.stringify({
         clientModules: { "a.js": { chunks: files.map((file) => `/_next/${file}`) } },
         entryJSFiles: {
           "[project]/app/(site)/layout": ["static/chunks/frame.js"],
           "[project]/app/(site)/error": ["static/chunks/error.js"],
           [`[project]/app${entry}`]: files,
         },
       })};`,
    );
  page("/(site)/areas/[...path]/page", ["static/chunks/frame.js", "static/chunks/areas.js"]);
  page("/(site)/list/page", ["static/chunks/list.js"]);
});

afterAll(() => rmSync(build, { recursive: true, force: true }));

test("counts shared chunks, layouts and the page's own once each, and lists the heaviest page first", () => {
  const [list, areas] = firstLoads(build);
  expect(list).toMatchObject({ route: "/list" });
  expect(areas).toMatchObject({ route: "/areas/[...path]" });
  expect((list?.kilobytes ?? 0) - (areas?.kilobytes ?? 0)).toBeGreaterThan(50);
});

test("reports a page over its limit with its size; walls are allowed less", () => {
  expect(
    faultsOf([
      { route: "/list", kilobytes: 241 },
      { route: "/alerts", kilobytes: 240 },
      { route: "/wall/[view]", kilobytes: 201 },
      { route: "/wallets", kilobytes: 240 },
    ]),
  ).toEqual([
    "The first load of /list is 241 kB of JavaScript, compressed; at most 240 kB are allowed.",
    "The first load of /wall/[view] is 201 kB of JavaScript, compressed; at most 200 kB are allowed.",
  ]);
});
