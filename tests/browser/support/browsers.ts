// The system's own browsers where it has them, else those of the test runner.

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

/** Without a window of its own: it draws the same pages with a third less work. */
export const headlessShell = { args, ...ofSystem([SHELL, FULL].find((path) => existsSync(path))) };

/** The whole browser, for what the other lacks: notifications, and devices that are told. */
export const wholeBrowser = {
  launchOptions: { args, ...ofSystem([FULL].find((path) => existsSync(path))) },
  ...(existsSync(FULL) ? {} : { channel: "chromium" }),
};
