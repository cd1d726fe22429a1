// Order of test files: the longest start first, so that no processor is idle at the end.

import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, longest first. */
const LONG = [
  "commands",
  "queries",
  "sync-ledger",
  "outages",
  "importer-kills",
  "workers",
  "durability",
  "admin-commands",
  "backup",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => rank(a) - rank(b));
  }
}

/** Keeps files of a project together: they reuse each other's processes. */
function rank({ moduleId, project }: TestSpecification): number {
  const long = LONG.indexOf(basename(moduleId, ".test.ts"));
  if (project.name === "unit") return 3_000;
  if (long >= 0) return long;
  return project.name === "integration" ? 2_000 : 1_000;
}
