// npm test: every check, one after the other. The first that fails ends it; the last line is the sum.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "./lib/command.mjs";
import { Fault } from "./lib/fault.mjs";
import { elapsed, say } from "./lib/progress.mjs";
import { reportFileOf, steps } from "./lib/test-steps.mjs";

/** @typedef {import("./lib/test-steps.mjs").Count} Count */

/**
 * @param {import("./lib/shutdown.mjs").Shutdown} shutdown
 * @param {string} folder for the tools' reports
 * @returns {Promise<Count>}
 */
async function runSteps(shutdown, folder) {
  const sum = { passed: 0, failed: 0 };
  for (const [index, step] of steps.entries()) {
    const reportFile = reportFileOf(folder, index);
    const began = Date.now();
    say(`\n── ${step.name}`);
    const code = await runStep(step, shutdown, reportFile);
    const count = countOf(step, reportFile);
    sum.passed += count.passed;
    // A check that fails without a failed test, such as a lint error, counts as one.
    sum.failed += code === 0 ? count.failed : Math.max(1, count.failed);
    say(`── ${step.name}: ${code === 0 ? "passed" : "failed"} in ${elapsed(began)}`);
    if (code !== 0) return sum;
  }
  return sum;
}

/**
 * @param {import("./lib/test-steps.mjs").Step} step
 * @param {import("./lib/shutdown.mjs").Shutdown} shutdown
 * @param {string} reportFile
 */
async function runStep(step, shutdown, reportFile) {
  try {
    return await step.run(shutdown, reportFile);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    say(error.message);
    return 1;
  }
}

/**
 * @param {import("./lib/test-steps.mjs").Step} step
 * @param {string} reportFile
 * @returns {Count}
 */
function countOf(step, reportFile) {
  if (step.count === undefined || !existsSync(reportFile)) return { passed: 0, failed: 0 };
  return step.count(JSON.parse(readFileSync(reportFile, "utf8")));
}

await runCommand(async (shutdown) => {
  const folder = mkdtempSync(join(tmpdir(), "leafwatch-test-"));
  try {
    const { passed, failed } = await runSteps(shutdown, folder);
    say(`\n${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
