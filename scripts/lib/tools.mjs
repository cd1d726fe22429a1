// Runs a tool (npm, next build, prisma, a linter) to its end, with progress lines, and stops it with the command.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "./checkout.mjs";
import { Fault } from "./fault.mjs";
import { endProcess, identify } from "./processes.mjs";
import { withProgress } from "./progress.mjs";

/**
 * @typedef {object} Tool
 * @property {string} title what the tool does, for the progress lines
 * @property {string} command
 * @property {string[]} args
 * @property {Record<string, string | undefined>} [env] added to ours
 * @property {() => string} [detail] appended to each progress line
 * @property {(output: string) => string} [gist] picks what to show of a failed tool's output, by default the last lines
 */

/**
 * Runs a tool quietly, and shows its output if it fails.
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {Tool} tool
 */
export async function runTool(shutdown, { title, command, args, env, detail, gist }) {
  const { code, output } = await withProgress(
    title,
    () => runProcess(shutdown, { command, args, env }),
    detail,
  );
  if (code === 0) return;
  throw new Fault(`${(gist ?? lastLines)(output)}\n${title} failed: fix the error above and start again.`);
}

/** @param {string} output */
function lastLines(output) {
  return output.trim().split("\n").slice(-40).join("\n");
}

/**
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {{ command: string, args: string[], env?: Record<string, string | undefined>, show?: (line: string) => void }} options
 *   show is called with each line of the tool's output
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runProcess(shutdown, { command, args, env, show }) {
  if (shutdown.begun) throw new Fault("The command is being stopped.");
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const identity = child.pid === undefined ? null : identify(child.pid);
  const stop = () => (identity === null ? undefined : endTool(identity));
  const remove = shutdown.add("program", command, stop);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      output = (output + text).slice(-20_000);
    });
    if (show !== undefined) createInterface(stream).on("line", show);
  }
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve(status ?? 1));
  });
  remove();
  return { code, output };
}

/** @param {import("./processes.mjs").Identity} identity */
async function endTool(identity) {
  await endProcess(
    identity,
    [
      ["SIGTERM", 2000],
      ["SIGKILL", 1000],
    ],
    true,
  );
}
