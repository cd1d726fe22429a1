// An unexpected console.error or console.warn fails the test it belongs to. A test that expects one replaces
// the function with `vi.spyOn(console, "error")` itself.

import { afterEach, beforeEach } from "vitest";

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
