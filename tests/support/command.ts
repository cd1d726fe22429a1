// Runs a command of the repository as an operator does, and inspects the processes that it starts.

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

export type AppReport = { pid: number; env: Record<string, string> };

/** Result of a command: its exit code and output. */
export type Ending = { code: number | null; stdout: string; stderr: string };

export class RunningCommand {
  readonly child: ChildProcess;
  stdout = "";
  stderr = "";
  readonly ended: Promise<Ending>;

  constructor(command: string, args: string[], env: Record<string, string>, cwd = process.cwd()) {
    const base = Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^(npm_|LEAFWATCH_|DATABASE_URL|NODE_ENV|VITEST)/.test(name),
      ),
    );
    this.child = spawn(command, args, {
      cwd,
      env: { ...base, ...env } as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
    });
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
    this.ended = new Promise((resolve) => {
      this.child.once("exit", (code) => resolve({ code, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error("The command did not start.");
    return this.child.pid;
  }

  /** Waits for the stand-in command's line that it is ready; returns its port. */
  async ready(): Promise<number> {
    await until(() => /ready on \d+/.test(this.stdout) || this.child.exitCode !== null);
    const port = /ready on (\d+)/.exec(this.stdout)?.[1];
    if (port === undefined) throw new Error(`The command did not come up:\n${this.stdout}\n${this.stderr}`);
    return Number(port);
  }

  /** Sends a signal, on request to the whole process group, and waits for the end. */
  async end(signal: NodeJS.Signals, group = false): Promise<Ending & { tookMs: number }> {
    const began = Date.now();
    process.kill(group ? -this.pid : this.pid, signal);
    const ending = await this.ended;
    return { ...ending, tookMs: Date.now() - began };
  }
}

/** The environment and id of the stand-in app. */
export async function reportOf(port: number): Promise<AppReport> {
  return (await fetch(`http://127.0.0.1:${port}/env`)).json();
}

/** The process id of the embedded server, from its pid file. */
export function postgresPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}

export function isAlive(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0];
    return state !== "Z";
  } catch {
    return false;
  }
}

/** Waits for a condition, a minute unless the product promises less; returns true if it was met. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  for (let pause = 25; !(await condition()); pause = longer(pause)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return true;
}

/** Polling slows down what it waits for: the pause grows to a quarter of a second. */
export const longer = (pause: number) => Math.min(250, pause * 1.25);

/** Occupies a port until `free` is called. */
export function occupyPort(): Promise<{ port: number; free(): void }> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "0.0.0.0", () => {
      const address = server.address();
      if (typeof address !== "object" || address === null) throw new Error("No port.");
      resolve({ port: address.port, free: () => server.close() });
    });
  });
}

/** A port without a listener. */
export async function freePort(): Promise<number> {
  const { port, free } = await occupyPort();
  free();
  return port;
}
