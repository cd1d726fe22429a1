// The steps of `npm test`: a preparation and the checks.

import { existsSync } from "node:fs";
import { ensureBuilt } from "./build.mjs";
import { inCheckout } from "./checkout.mjs";
import { firstLoads, judgeFirstLoads } from "./first-load.mjs";
import { ensureGenerated } from "./generated.mjs";
import { ensureInstalled } from "./npm/install.mjs";
import { say } from "./progress.mjs";
import { runProcess } from "./tools.mjs";

/** @typedef {import("./shutdown.mjs").Shutdown} Shutdown */
/** @typedef {{ passed: number, failed: number }} Count */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {(shutdown: Shutdown, reportFile: string) => Promise<number>} run returns an exit code
 * @property {(report: unknown) => Count} [count] reads the tool's report
 */

/** @type {Step[]} Without one of them the others cannot run. */
const install = [
  { name: "install", run: done(ensureInstalled) },
  { name: "browser", run: ensureBrowser },
  { name: "pooler", run: ensurePooler },
  { name: "generate", run: done(ensureGenerated) },
];

/** @type {Step} */
const build = { name: "build", run: done(ensureBuilt) };

export const preparation = [...install, build];

/**
 * All steps in their order. Those of one stage run at the same time; the tests have the processors to themselves, because
 * a second tool would make tests with time limits fail now and then.
 * @type {Step[][]}
 */
export const stages = [
  ...install.map((step) => [step]),
  [
    build,
    { name: "lint", run: (shutdown) => tool(shutdown, "biome", ["check", "."]) },
    { name: "dependencies", run: checkDependencies },
    { name: "unused", run: (shutdown) => tool(shutdown, "knip", []) },
  ],
  // The build generates the types of the routes.
  [
    { name: "types", run: checkTypes },
    { name: "first load of the pages", run: async () => judgeFirstLoads(firstLoads()) },
  ],
  [{ name: "unit and integration tests", run: runVitest, count: countVitest }],
  [{ name: "browser tests", run: runPlaywright, count: countPlaywright }],
];

/** @param {(shutdown: Shutdown) => Promise<void>} ensure */
function done(ensure) {
  return async (/** @type {Shutdown} */ shutdown) => {
    await ensure(shutdown);
    return 0;
  };
}

/**
 * @param {Shutdown} shutdown
 * @param {string} name of the tool's program
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
async function tool(shutdown, name, args, env) {
  return program(shutdown, name, [inCheckout("node_modules", ".bin", name), ...args], env);
}

/**
 * @param {Shutdown} shutdown
 * @param {string} name prefix of its output lines
 * @param {string[]} args of node, the file first
 * @param {Record<string, string>} [env]
 */
async function program(shutdown, name, args, env) {
  const { code } = await runProcess(shutdown, {
    command: process.execPath,
    args,
    env,
    show: under(name),
  });
  return code;
}

const browsers = ["chromium", "chromium-headless-shell"];

/**
 * Prefixes each line with the name of its program.
 * @param {string} name
 */
function under(name) {
  return (/** @type {string} */ line) => say(`${name} │ ${line}`);
}

/**
 * Installs the system's own browsers if possible, which saves a download.
 * @param {Shutdown} shutdown
 */
async function ensureBrowser(shutdown) {
  const isThere = (/** @type {string} */ name) => existsSync(`/usr/bin/${name}`);
  if (!browsers.every(isThere)) await aptInstall(shutdown, browsers);
  if (isThere("chromium")) return 0;
  return tool(shutdown, "playwright", ["install", "chromium"]);
}

/**
 * Installs PgBouncer, which one test puts in front of the database. Without it that test is skipped, with a message.
 * @param {Shutdown} shutdown
 */
async function ensurePooler(shutdown) {
  if (!existsSync("/usr/sbin/pgbouncer")) await aptInstall(shutdown, ["pgbouncer"]);
  return 0;
}

/**
 * Installs system packages, if the system is Debian's and we have the rights.
 * @param {Shutdown} shutdown
 * @param {string[]} names
 */
async function aptInstall(shutdown, names) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const apt = (/** @type {string[]} */ args) =>
    runProcess(shutdown, {
      command: "apt-get",
      args,
      env: { DEBIAN_FRONTEND: "noninteractive" },
      show: under("apt-get"),
    });
  await apt(["update"]);
  await apt(["install", "--yes", "--no-install-recommends", ...names]);
}

/** @param {Shutdown} shutdown */
function checkTypes(shutdown) {
  // Two packages provide a program of this name; the native one takes a third of the time.
  const tsc = inCheckout("node_modules", "typescript-native", "bin", "tsc");
  return program(shutdown, "tsc", [tsc, "-p", "."]);
}

/** @param {Shutdown} shutdown */
function checkDependencies(shutdown) {
  return tool(shutdown, "depcruise", [
    "--config",
    ".dependency-cruiser.mjs",
    "app",
    "pages",
    "components",
    "lib",
    "simulator",
  ]);
}

/**
 * @param {Shutdown} shutdown
 * @param {string} reportFile
 */
function runVitest(shutdown, reportFile) {
  return tool(
    shutdown,
    "vitest",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`],
    {
      NODE_ENV: "test",
    },
  );
}

/**
 * @param {unknown} report
 * @returns {Count}
 */
function countVitest(report) {
  const { numPassedTests, numFailedTests } = /** @type {Record<string, number>} */ (report);
  return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0 };
}

/**
 * @param {Shutdown} shutdown
 * @param {string} reportFile
 */
function runPlaywright(shutdown, reportFile) {
  return tool(shutdown, "playwright", ["test", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
  });
}

/**
 * @param {unknown} report
 * @returns {Count}
 */
function countPlaywright(report) {
  const { stats } = /** @type {{ stats: Record<string, number> }} */ (report);
  return { passed: (stats.expected ?? 0) + (stats.flaky ?? 0), failed: stats.unexpected ?? 0 };
}
