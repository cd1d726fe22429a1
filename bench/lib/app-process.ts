// An app process that can be ended without warning and started again on its port.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { inCheckout, serverArguments, typescriptArguments } from "../../scripts/lib/checkout.mjs";
import { claimPort } from "../../scripts/lib/port.mjs";
import { exchange } from "./http-client";

const START_MS = 60_000;

export type AppOptions = {
  databaseUrl: string;
  keys: string;
  dataDir: string;
  /** `intake` has the webhook address and the health alone, and needs no build. */
  program: "next" | "intake";
};

export class AppProcess {
  readonly port: number;
  readonly #options: AppOptions;
  #child: ChildProcess | undefined;

  private constructor(port: number, options: AppOptions) {
    this.port = port;
    this.#options = options;
  }

  static async launch(options: AppOptions): Promise<AppProcess> {
    const app = new AppProcess(await claimPort("127.0.0.1", 0), options);
    await app.start();
    return app;
  }

  /** Starts it and waits until it answers. */
  async start(): Promise<void> {
    const { databaseUrl, keys, dataDir } = this.#options;
    const parentWatch = pathToFileURL(inCheckout("scripts", "lib", "parent-watch.mjs")).href;
    this.#child = spawn(process.execPath, ["--import", parentWatch, ...this.#program()], {
      env: {
        ...process.env,
        NODE_ENV: "production",
        PORT: String(this.port),
        HOST: "127.0.0.1",
        DATABASE_URL: databaseUrl,
        LEAFWATCH_SECRET_KEYS: keys,
        LEAFWATCH_DATA_DIR: dataDir,
        LEAFWATCH_COMMIT_WAIT_MS: "250",
        LEAFWATCH_WORKER: "off",
        LEAFWATCH_PARENT_PID: String(process.pid),
      },
      stdio: ["ignore", "ignore", "inherit"],
      detached: true,
    });
    await this.#untilLive();
  }

  /** Kills the process without a shutdown, as a power cut would. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    process.kill(-child.pid, signal);
    await ended;
  }

  #program(): string[] {
    if (this.#options.program === "intake")
      return [...typescriptArguments, inCheckout("tests", "support", "intake-server.ts")];
    return [...serverArguments, "-H", "127.0.0.1", "-p", String(this.port)];
  }

  async #untilLive(): Promise<void> {
    const deadline = Date.now() + START_MS;
    const agent = new Agent();
    const ask = () => exchange({ port: this.port, agent, path: "/api/health/live", method: "GET" });
    while (
      !(await ask().then(
        ({ status }) => status === 200,
        () => false,
      ))
    ) {
      if (Date.now() > deadline) throw new Error("The app did not come up. Build it first: npm start.");
      await sleep(50);
    }
  }
}
