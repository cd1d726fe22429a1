import { defineConfig, devices } from "@playwright/test";
import { headlessShell } from "./tests/browser/support/browsers";
import type { ProjectOptions } from "./tests/browser/support/test";

const filesOf = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`);
const walls = filesOf("wall");
const ownApps = filesOf("start", "sites", "two-processes");
/** Tests that change nothing in the demonstration that the other tests of pages look at. */
const beside = filesOf("pages", "areas", "walk", "compare", "touch");

export default defineConfig<object, ProjectOptions>({
  testDir: "tests/browser",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/browser/support/global-setup.ts",
  outputDir: "test-results",
  workers: 3,
  fullyParallel: false,
  // In this order: tests with apps of their own run while the demonstration starts.
  projects: [
    { name: "walls", testMatch: walls, workers: 1, use: { looksAtDemonstration: false } },
    { name: "own apps", testMatch: ownApps, workers: 1, use: { looksAtDemonstration: false } },
    // They share the demonstration, so only one test at a time may change it.
    { name: "pages", testIgnore: [...walls, ...ownApps, ...beside], workers: 1 },
    { name: "beside", testMatch: beside, workers: 1 },
  ],
  forbidOnly: process.env.CI !== undefined,
  // A loaded machine may be late once; the report names every test that needed its second try.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 90_000,
  // An action of the server may take that long on a loaded machine.
  expect: { timeout: 30_000 },
  use: {
    ...devices["Desktop Chrome"],
    // Set by the global set-up; workers read this file after it.
    baseURL: process.env.DEMO_URL,
    viewport: { width: 1440, height: 1000 },
    locale: "en-GB",
    timezoneId: "America/New_York",
    // A screenshot shows most of what a trace would, in a fraction of the time.
    screenshot: "only-on-failure",
    launchOptions: headlessShell,
  },
});
