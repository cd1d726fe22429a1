// `unit` beside the code, and `integration` with a real Postgres, in processes that are shared where they can be.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first";

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

const integrationTests = readdirSync(join(root, "tests", "integration"))
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `tests/integration/${name}`);

/** What would stay for the next file: a module put in another's place, and what listens to all servers of a process. */
const leaves = (file: string) =>
  /\b(vi\.mock|trackPeers|watchRequests|limitServers)\(/.test(readFileSync(join(root, file), "utf8"));

/** What a test waits for may take its time on a slow machine: none of these is a promise of the product. */
const patience = { testTimeout: 90_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

const integration = {
  ...patience,
  globalSetup: ["tests/support/global-setup.ts"],
  maxWorkers: 3,
};

export default defineConfig({
  test: {
    // Rejections that nobody handled fail the run.
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
          // Pure rules share nothing that one could leave behind; loading all anew for each file costs more than the tests.
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
