import { defineConfig, devices } from "@playwright/test";
import { headlessShell } from "./tests/browser/support/browsers";

/** They have apps of their own, and wait for most of their time. */
const ownApps = ["**/wall.spec.ts", "**/two-processes.spec.ts"];
/** They have apps of their own too, or leave alone in the demonstration what the other pages look at. */
const beside = ["start", "pages", "walk", "compare"].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: "tests/browser",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/browser/support/global-setup.ts",
  outputDir: "test-results",
  // The pages share one demonstration, so that one test at a time changes it.
  workers: 3,
  fullyParallel: false,
  projects: [
    { name: "pages", testIgnore: [...ownApps, ...beside], workers: 1 },
    { name: "own apps", testMatch: ownApps, workers: 1 },
    { name: "beside", testMatch: beside, workers: 1 },
  ],
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices["Desktop Chrome"],
    // Set by the global set-up; workers read this file after it.
    baseURL: process.env.DEMO_URL,
    viewport: { width: 1440, height: 1000 },
    locale: "en-GB",
    timezoneId: "America/New_York",
    // A picture tells most of what a trace would, at a fraction of the time that recording one takes.
    screenshot: "only-on-failure",
    launchOptions: headlessShell,
  },
});
