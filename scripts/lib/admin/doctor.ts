// npm run admin -- doctor.

import { parseArgs } from "node:util";
import { examine } from "@/lib/operations/doctor/service.server";
import { say } from "../progress.mjs";
import { OPERATOR } from "./database";

/** Valid placeholder for an unset variable, so that the other checks can run. It is never connected to. */
const NO_DATABASE = "postgresql://nobody@127.0.0.1:1/none";

/** Runs all checks and prints what to do; the exit code is 1 if one fails. */
export async function doctor(args: string[]): Promise<void> {
  parseArgs({ args, options: {} });
  const fault = process.env.LEAFWATCH_DATABASE_FAULT ?? null;
  if (fault !== null) process.env.DATABASE_URL = NO_DATABASE;
  const findings = await examine(OPERATOR, fault);
  for (const finding of findings) {
    say(`${finding.state.padEnd(4)}  ${finding.is}.`);
    if (finding.do !== undefined) say(`      ${finding.do}`);
    const { page } = finding;
    if (page) say(`      ${page.name}: ${process.env.LEAFWATCH_URL ?? ""}${page.href}`);
  }
  const bad = findings.filter(({ state }) => state === "bad").length;
  const warned = findings.filter(({ state }) => state === "warn").length;
  say(`\nErrors: ${bad}. Warnings: ${warned}. OK: ${findings.length - bad - warned}.`);
  process.exitCode = bad > 0 ? 1 : 0;
}
