// What package.json and the lock file promise: the same packages everywhere, from whichever registry.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const read = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));
const wanted = read("package.json");
const locked: Record<string, { version?: string; resolved?: string }> = read("package-lock.json").packages;

test("every package is named by its exact version, and by no address", () => {
  const versions = Object.entries<string>({ ...wanted.dependencies, ...wanted.devDependencies });
  const loose = versions.filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
  expect(loose).toEqual([]);
  expect(Object.values(locked).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

test("there is one nodemailer for all, newer than its last known holes, although next-auth asks for an older one", () => {
  const found = Object.entries(locked).filter(([path]) => path.endsWith("/nodemailer"));
  expect(found.map(([path, { version }]) => [path, version])).toEqual([
    ["node_modules/nodemailer", wanted.dependencies.nodemailer],
  ]);
  // The last of them were closed in 9.0.1.
  const [major = 0] = wanted.dependencies.nodemailer.split(".").map(Number);
  expect(major).toBeGreaterThanOrEqual(10);
  expect(wanted.overrides["next-auth"].nodemailer).toBe("$nodemailer");
});
