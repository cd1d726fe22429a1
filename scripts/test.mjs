// npm test: runs every check, even after one has failed, and prints the totals in the last line.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "./lib/command.mjs";
import { Fault } from "./lib/fault.mjs";
import { elapsed, say } from "./lib/progress.mjs";
import { preparation, stages } from "./lib/test-steps.mjs";

/** @typedef {import("./lib/test-steps.mjs").Count} Count */
/** @typedef {import("./lib/test-steps.mjs").Step} Step */
/** @typedef {import("./lib/shutdown.mjs").Shutdown} Shutdown */

/**
 * @param {Shutdown} shutdown
 * @param {string} folder for the tools' reports
 * @returns {Promise<Count>}
 */
async function runAll(shutdown, folder) {
  const sum = { passed: 0, failed: 0 };
  for (const stage of stages) {
    const counts = await Promise.all(stage.map((step) => runCounted(step, shutdown, folder)));
    for (const { passed, failed } of counts) {
      sum.passed += passed;
      sum.failed += failed;
    }
    if (shutdown.begun || stage.some((step, n) => preparation.includes(step) && counts[n]?.failed)) break;
  }
  return sum;
}

/**
 * @param {Step} step
 * @param {Shutdown} shutdown
 * @param {string} folder
 * @returns {Promise<Count>}
 */
async function runCounted(step, shutdown, folder) {
  const reportFile = join(folder, `${step.name}.json`);
  const began = Date.now();
  say(`\n── ${step.name}`);
  const code = await runStep(step, shutdown, reportFile);
  say(`── ${step.name}: ${code === 0 ? "passed" : "failed"} in ${elapsed(began)}`);
  const { passed, failed } = countOf(step, reportFile);
  // A check that fails without a failed test, such as lint, counts as one failure.
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) };
}

/**
 * @param {Step} step
 * @param {Shutdown} shutdown
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
 * @param {Step} step
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
    const { passed, failed } = await runAll(shutdown, folder);
    say(`\n${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
