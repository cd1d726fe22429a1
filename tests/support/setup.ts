// An unexpected console.error or console.warn fails the test it belongs to. A test that expects one replaces
// the function with `vi.spyOn(console, "error")` itself.

import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach } from "vitest";

// The data directory differs from the checkout's own. Timeouts are long enough for a busy
// machine, so that only tests of the spool reach the spool.
const dataDir = join(tmpdir(), `leafwatch-data-${process.pid}-${Date.now()}`);
process.env.LEAFWATCH_DATA_DIR ??= dataDir;
process.env.LEAFWATCH_COMMIT_WAIT_MS ??= "4000";
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const unexpected: string[] = [];

for (const level of ["error", "warn"] as const) {
  console[level] = (...parts: unknown[]) => {
    unexpected.push(`console.${level}: ${parts.map(String).join(" ")}`);
  };
}

beforeEach(() => {
  unexpected.length = 0;
});

afterEach(() => {
  const found = unexpected.splice(0);
  if (found.length > 0) throw new Error(`Unexpected output\n${found.join("\n")}`);
});
