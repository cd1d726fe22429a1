// Test files share worker processes: loading the packages anew for each costs as much as the tests. The program itself
// is loaded anew for each file, and finds nothing that an earlier one left; what goes on of that one goes on with its own.

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
