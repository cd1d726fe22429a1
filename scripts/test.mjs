// npm test: every check. The first that fails ends its lane; the last line is the sum.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "./lib/command.mjs";
import { Fault } from "./lib/fault.mjs";
import { elapsed, say } from "./lib/progress.mjs";
import { lanes, preparation } from "./lib/test-steps.mjs";

/** @typedef {import("./lib/test-steps.mjs").Count} Count */
/** @typedef {import("./lib/test-steps.mjs").Step} Step */
/** @typedef {import("./lib/shutdown.mjs").Shutdown} Shutdown */

/**
 * @param {Shutdown} shutdown
 * @param {string} folder for the tools' reports
 * @returns {Promise<Count>}
 */
async function runAll(shutdown, folder) {
  const prepared = await runSteps(preparation, shutdown, folder);
  if (prepared.failed > 0) return prepared;
  const counts = await Promise.all(lanes.map((lane) => runSteps(lane, shutdown, folder)));
  const sum = (/** @type {keyof Count} */ key) => counts.reduce((total, count) => total + count[key], 0);
  return { passed: sum("passed"), failed: sum("failed") };
}

/**
 * @param {Step[]} steps one after the other, until one fails
 * @param {Shutdown} shutdown
 * @param {string} folder
 * @returns {Promise<Count>}
 */
async function runSteps(steps, shutdown, folder) {
  const sum = { passed: 0, failed: 0 };
  for (const step of steps) {
    const reportFile = join(folder, `${step.name}.json`);
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
