// The demonstration: a simulated service, and a provisioning file that connects it.

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inCheckout, typescriptArguments } from "./checkout.mjs";
import { launch } from "./launch.mjs";
import { claimPort } from "./port.mjs";
import { say } from "./progress.mjs";
import { Service } from "./service.mjs";

/** @typedef {{ clientSecret: string, webhookSecret: string, apiToken: string, screenToken: string }} Secrets */
/** @typedef {import("./launch.mjs").Ground} Ground */

const tenantId = "01J8Z0000000000000000TENAN";
const clientId = "leafwatch-demo";
/** The demonstration's password. It is printed, and protects only invented data. */
const signIn = { email: "admin@example.com", password: "leafwatch-demo" };

/**
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {{ dataDir: string, mode: "build" | "dev" }} options
 */
export async function demonstrate(shutdown, options) {
  const { env } = await launch(shutdown, {
    ...options,
    embeddedOnly: true,
    beforePrepare: (ground) => startSimulatedService(shutdown, ground),
  });
  if (!shutdown.begun) say(banner(env.LEAFWATCH_URL ?? ""));
}

/** @param {string} url */
function banner(url) {
  return `
Leafwatch is ready: ${url}
  sign in as        ${signIn.email}
  with the password ${signIn.password}
The plants, their history and their alerts are simulated. Ctrl+C ends everything.
`;
}

/**
 * Starts the service. It retries notifications until the app listens.
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {Ground} ground
 * @returns {Promise<string[]>} the provisioning file
 */
async function startSimulatedService(shutdown, ground) {
  const { dataDir } = ground.settings;
  const secrets = readSecrets(join(dataDir, "demo.json"));
  const port = await claimPort("127.0.0.1", 0);
  const storePort = await claimPort("127.0.0.1", 0);
  const readyFile = join(dataDir, "simulator.json");
  rmSync(readyFile, { force: true });
  const args = simulatorArguments({ port, storePort, readyFile, secrets, ground });
  const simulator = new Service(
    {
      name: "The simulated service",
      args,
      restartArgs: [...args, "--replay-days", "0"],
      env: {},
      quiet: true,
    },
    shutdown,
    ground.runList,
  );
  simulator.start();
  await simulator.waitUntilReady(async () => existsSync(readyFile), 30_000);
  const file = join(dataDir, "demo-provisioning.json");
  writeFileSync(file, JSON.stringify(provisioning(readyFile, secrets), null, 2), { mode: 0o600 });
  return [file];
}

/** @param {{ port: number, storePort: number, readyFile: string, secrets: Secrets, ground: Ground }} options */
function simulatorArguments({ port, storePort, readyFile, secrets, ground }) {
  const options = {
    port,
    "store-port": storePort,
    "tenant-id": tenantId,
    "client-id": clientId,
    "client-secret": secrets.clientSecret,
    "webhook-url": `${ground.address}/api/webhooks/alerts`,
    "webhook-secret": secrets.webhookSecret,
    "lost-closes": 4,
    "ready-file": readyFile,
    "live-state-file": join(ground.settings.dataDir, "simulator-live.json"),
  };
  // Written as --name=value, because a secret may begin with a dash.
  const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  return [...typescriptArguments, inCheckout("simulator", "main.ts"), ...given];
}

/**
 * Returns secrets that stay the same over restarts, because the app has stored them.
 * @param {string} file
 * @returns {Secrets}
 */
function readSecrets(file) {
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const secret = () => randomBytes(24).toString("base64url");
  const secrets = {
    clientSecret: secret(),
    webhookSecret: secret(),
    apiToken: secret(),
    screenToken: secret(),
  };
  writeFileSync(`${file}.making`, JSON.stringify(secrets), { mode: 0o600 });
  renameSync(`${file}.making`, file);
  return secrets;
}

/**
 * @param {string} readyFile
 * @param {Secrets} secrets
 */
function provisioning(readyFile, secrets) {
  const { baseUrl, authUrl } = JSON.parse(readFileSync(readyFile, "utf8"));
  return {
    tenancies: [
      {
        tenantId,
        name: "Demonstration farm",
        timeZone: "Europe/Amsterdam",
        baseUrl,
        authUrl,
        clientId,
        clientSecret: secrets.clientSecret,
        webhookSecrets: [secrets.webhookSecret],
        dataDelayHours: 1,
        sync: { enabled: true, types: ["indices", "chf"], backfillDays: 30, everyMinutes: 15 },
      },
    ],
    users: [{ ...signIn, role: "admin" }],
    apiTokens: [{ name: "demo", token: secrets.apiToken, role: "admin" }],
    screens: [{ name: "Packing hall", token: secrets.screenToken, view: "alerts" }],
  };
}
