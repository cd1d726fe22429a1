// Documents stay true: what they link to and the files they name exist, and the contract names every variable and call.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { ENDPOINTS } from "@/app/api/v1/openapi.json/endpoints";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const documents = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
];
/** They tell of the past, whose files may be gone. */
const OF_THE_PAST = ["docs/decisions.md", "docs/figures.md"];
/** Files of the page that a recipe makes. */
const INVENTED = /harvests/;
const PATH = /^(?:app|bench|components|deploy|docs|lib|pages|prisma|scripts|simulator|tests)\/[^…*]*$/;

/** A file named without its folder, which stands in the sentence before it. */
const BARE = /^[\w-]+(?:\.server)?\.tsx?$/;

const contract = read("docs/spec/http-contract.md");
const sources = new Set(
  ["app", "components", "lib", "pages", "tests"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => basename(file)),
  ),
);

test.each(documents)("every link of %s leads somewhere", (file) => {
  const links = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  const dead = links.filter((link) => !/^https?:/.test(link) && !isThere(file, link));
  expect(dead).toEqual([]);
});

test.each(documents.filter((file) => !OF_THE_PAST.includes(file)))(
  "every file that %s names exists",
  (file) => {
    const names = [...read(file).matchAll(/`([^`\n]+)`/g)].map(([, name = ""]) => name);
    const missing = names.filter(
      (name) => PATH.test(name) && !INVENTED.test(name) && !existsSync(join(root, name)),
    );
    const unknown = names.filter(
      (name) => BARE.test(name) && !sources.has(name) && !existsSync(join(root, name)),
    );
    expect([...missing, ...unknown]).toEqual([]);
  },
);

test("the contract names every environment variable", () => {
  const declared = read("lib/base/env/env.server.ts").matchAll(
    /^ {2}([A-Z][A-Z_]+): (?:z|commaSeparated|sender)\b/gm,
  );
  // The commands set these themselves.
  const inner = ["NODE_ENV", "LEAFWATCH_SECRET_KEYS_FILE"];
  const names = [...declared].map(([, name = ""]) => name).filter((name) => !inner.includes(name));
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !contract.includes(`\`${name}\``))).toEqual([]);
});

test("the contract names every call of the read API", () => {
  const named = contract.replaceAll("/api/v1/", "");
  const calls = ENDPOINTS.map(({ method, path }) => `${method} ${path.replace("/api/v1/", "")}`);
  const missing = calls.filter((call) => !["`", "?", " "].some((end) => named.includes(`${call}${end}`)));
  expect(missing).toEqual([]);
});

test("each model of the schema names its key, the files that write it, and how long a row is kept", () => {
  // A line that is indented goes on from the one before it.
  const schema = read("prisma/schema.prisma").replaceAll(/\n\/\/\/ {2,}/g, " ");
  const models = [...schema.matchAll(/((?:^\/\/\/ .+\n)*)^model (\w+) \{/gm)];
  expect(models.length).toBeGreaterThan(40);
  const lacking = models.flatMap(([, comment = "", model = ""]) => {
    const [, files = ""] =
      comment.match(/^(?:\/\/\/ (?!Key:).+\n)+\/\/\/ Key: .+\n\/\/\/ Written by: (.+)\n\/\/\/ Kept: .+\n$/) ??
      [];
    const missing = files
      .split(", ")
      .filter((file) => !file.endsWith(".ts") || !existsSync(join(root, file)));
    return missing.map((file) => `${model}: ${file === "" ? "not in this form" : `${file} is missing`}`);
  });
  expect(lacking).toEqual([]);
});

function isThere(file: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? file : normalize(join(dirname(file), path));
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

/** As code hosts make them of headings. */
function anchorsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}
