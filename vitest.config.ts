// Two projects: `unit` beside the code, and `integration` with a real Postgres.

import { join } from "node:path";
import { defineConfig } from "vitest/config";

const root = import.meta.dirname;

// `server-only` is harmless under this condition, as it is in Next's own server build. The set-up of the runs is
// loaded without it, so that it is named as well.
const conditions = ["react-server", "module", "node", "development|production"];

const shared = {
  root,
  resolve: {
    alias: { "@": root, "server-only": join(root, "node_modules", "server-only", "empty.js") },
    conditions,
  },
  ssr: { resolve: { conditions, externalConditions: ["react-server", "node"] } },
};

export default defineConfig({
  test: {
    // Rejections that nobody handled fail the run.
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: ["{lib,components,simulator,scripts,app,tests/architecture}/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/support/setup.ts"],
          // The dependency rules read the whole program; a busy machine takes its time.
          testTimeout: 60_000,
          // Pure rules share nothing that one could leave behind; loading all anew for each file costs more than the tests.
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          setupFiles: ["tests/support/setup.ts"],
          globalSetup: ["tests/support/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
