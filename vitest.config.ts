// `unit` beside the code, and `integration` with a real Postgres, in processes that are shared where they can be.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first";

const root = import.meta.dirname;

// Under the condition `react-server` the package `server-only` does nothing, as in Next's own server build. The global
// set-up is loaded without the condition, hence the alias as well.
const conditions = ["react-server", "module", "node", "development|production"];

const shared = {
  root,
  resolve: {
    alias: { "@": root, "server-only": join(root, "node_modules", "server-only", "empty.js") },
    conditions,
  },
  ssr: { resolve: { conditions, externalConditions: ["react-server", "node"] } },
};

const integrationTests = readdirSync(join(root, "tests", "integration"))
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `tests/integration/${name}`);

/** Returns true if a test file leaves state to the next: mocked modules, or listeners on all servers of the process. */
const leaves = (file: string) =>
  /\b(vi\.mock|trackPeers|watchRequests|limitServers)\(/.test(readFileSync(join(root, file), "utf8"));

/** Generous limits for slow machines; none of them is a promise of the product. */
const patience = { testTimeout: 90_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

const integration = {
  ...patience,
  globalSetup: ["tests/support/global-setup.ts"],
  maxWorkers: 3,
  // A loaded machine may be late once; the report names every test that needed its second try.
  retry: process.env.CI === undefined ? 0 : 1,
};

export default defineConfig({
  test: {
    // Unhandled rejections fail the run.
    dangerouslyIgnoreUnhandledErrors: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: ["{lib,components,simulator,scripts,app,tests/architecture}/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/support/setup.ts"],
          ...patience,
          // Pure rules leave no state behind, and reloading modules for each file costs more than the tests.
          isolate: false,
          maxWorkers: 3,
        },
      },
      {
        ...shared,
        test: {
          ...integration,
          name: "integration",
          include: integrationTests.filter((file) => !leaves(file)),
          setupFiles: ["tests/support/fresh-program.ts", "tests/support/setup.ts"],
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          ...integration,
          name: "integration apart",
          include: integrationTests.filter(leaves),
          setupFiles: ["tests/support/setup.ts"],
        },
      },
    ],
  },
});
