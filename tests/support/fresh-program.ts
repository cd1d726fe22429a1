// Test files share worker processes, as loading packages for each costs as much as the tests. The program's own modules
// are loaded anew per file, without state of an earlier one; work left running keeps its own modules.

import { afterAll, vi } from "vitest";

const ofProcess = globalThis as { leafwatch?: { hub?: { end(): void } } };
const environment = { ...process.env };

vi.resetModules();
delete ofProcess.leafwatch;

afterAll(() => {
  vi.useRealTimers();
  ofProcess.leafwatch?.hub?.end();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
