// The system's browsers if installed, else those of Playwright.

import { existsSync } from "node:fs";

const FULL = "/usr/bin/chromium";
const SHELL = "/usr/bin/chromium-headless-shell";

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

const ofSystem = (path: string | undefined) => (path === undefined ? {} : { executablePath: path });

/** Headless shell: renders the same pages with a third less CPU time. */
export const headlessShell = { args, ...ofSystem([SHELL, FULL].find((path) => existsSync(path))) };

/** The full browser, for what the headless shell lacks: notifications and push. */
export const wholeBrowser = {
  launchOptions: { args, ...ofSystem([FULL].find((path) => existsSync(path))) },
  ...(existsSync(FULL) ? {} : { channel: "chromium" }),
};
