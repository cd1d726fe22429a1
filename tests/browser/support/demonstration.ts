// How browser tests reach the shared demonstration: its address is known at once, its account once it runs.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../support/command";

export type Account = { email: string; password: string };
type Told = Account | { fault: string };

const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: the demonstration was not started`);
  return value;
};

const told = (dataDir: string) => join(dataDir, "told-to-tests.json");

/** Tells all workers that the demonstration runs, or why it does not. */
export function tellDemonstration(dataDir: string, what: Told): void {
  writeFileSync(`${told(dataDir)}.new`, JSON.stringify(what));
  renameSync(`${told(dataDir)}.new`, told(dataDir));
}

let account: Account | null = null;

/** Waits until current alerts arrive. @throws Error with the reason if the demonstration did not start */
export async function untilDemonstrated(): Promise<void> {
  const file = told(demo.dataDir());
  if (!(await until(() => existsSync(file), 600_000))) throw new Error("The demonstration did not come up");
  const what = JSON.parse(readFileSync(file, "utf8")) as Told;
  if ("fault" in what) throw new Error(what.fault);
  account = what;
}

function known(): Account {
  if (!account) throw new Error("This project does not wait for the demonstration: see playwright.config.ts");
  return account;
}

export const demo = {
  url: () => setting("DEMO_URL"),
  dataDir: () => setting("DEMO_DATA_DIR"),
  email: () => known().email,
  password: () => known().password,
};
