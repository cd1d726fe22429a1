// Two programs on one data folder that cannot see each other's processes, as in two containers.

import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isAlive, postgresPid, RunningCommand, reportOf, until } from "../support/command";

/** Commands wait a minute for a silent one. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const apart = ["--pid", "--fork", "--mount-proc", "--kill-child"];
const can = (...options: string[]) => spawnSync("unshare", [...options, "true"]).status === 0;
const standIn = join(process.cwd(), "tests", "support", "fake-start.mjs");
const adminProgram = join(process.cwd(), "scripts", "admin.mjs");
if (!can(...apart))
  console.warn("unshare is not permitted here: two programs in two containers are not tried.");

describe.skipIf(!can(...apart))("a data folder in use by another container", () => {
  const started: RunningCommand[] = [];
  let dataDir: string;
  let inside: RunningCommand;
  let url: string;

  function run(command: string, args: string[]): RunningCommand {
    const settings = { PORT: "0", HOST: "127.0.0.1", LEAFWATCH_DATA_DIR: dataDir };
    const running = new RunningCommand(command, args, settings);
    started.push(running);
    return running;
  }

  const start = () => run(process.execPath, [standIn]);
  const lock = async () => JSON.parse(await readFile(join(dataDir, "leafwatch.pid"), "utf8"));
  const pidFile = () => readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8");

  async function query(address: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    return (await client.query(sql)).rows.flat().concat(await client.end().then(() => []));
  }

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "leafwatch-containers-"));
    // A shell is process 1 there, as in many images: the command may die and leave the database behind.
    inside = run("unshare", [
      ...apart,
      "/bin/sh",
      "-c",
      '"$@" & wait; sleep 600',
      "sh",
      process.execPath,
      standIn,
    ]);
    url = (await reportOf(await inside.ready())).env.DATABASE_URL ?? "";
    await query(url, "CREATE TABLE survivors AS SELECT 1 AS id");
  });

  afterAll(async () => {
    for (const { child } of started) if (child.exitCode === null) child.kill("SIGKILL");
    await Promise.all(started.map(({ ended }) => ended));
    await until(() =>
      rm(dataDir, { recursive: true }).then(
        () => true,
        () => false,
      ),
    );
  });

  async function refused(): Promise<void> {
    const before = await pidFile();
    const { code, stderr } = await start().ended;
    const { pid, place } = await lock();
    expect([code, stderr]).toEqual([
      1,
      `The data folder ${dataDir} is already used in another container or on another machine (process ${pid} on ${place.host}, or its database): stop it there, or name another folder in LEAFWATCH_DATA_DIR.\n`,
    ]);
    expect(await pidFile()).toBe(before);
    expect(await query(url, "SELECT id FROM survivors")).toEqual([{ id: 1 }]);
  }

  test("is rejected: the second command exits and names the first", refused);

  test("can be backed up and inspected from another container on the same network", async () => {
    const made = await run(process.execPath, [adminProgram, "backup", join(dataDir, "backup.tar.gz")]).ended;
    expect([made.code, made.stderr]).toEqual([0, ""]);
    const looked = await run(process.execPath, [adminProgram, "doctor"]).ended;
    expect(looked.stdout).toMatch(/^ok {4}The database answers/m);
  });

  test.skipIf(!can("--net"))(
    "is left alone by commands without access to its network, which report where it is",
    async () => {
      const before = await pidFile();
      const alone = ["--net", process.execPath, adminProgram];
      const backup = await run("unshare", [...alone, "backup", join(dataDir, "other.tar.gz")]).ended;
      expect([backup.code, backup.stderr]).toEqual([
        1,
        expect.stringContaining("is already used in another container"),
      ]);
      const doctor = await run("unshare", [...alone, "doctor"]).ended;
      expect(doctor.stdout).toMatch(
        /^bad {3}The database cannot be used\.\n {6}The data folder .* is already used/m,
      );
      expect(await pidFile()).toBe(before);
    },
  );

  test("is rejected while a killed command's database runs there, and used once that has stopped", async () => {
    const [command] = childrenOf(childrenOf(inside.pid)[0] ?? 0);
    process.kill(command ?? 0, "SIGKILL");
    await until(() => !isAlive(command ?? 0));
    await refused();

    await inside.end("SIGKILL");
    // Here its id belongs to another process, which must not be mistaken for a server.
    const [, ...rest] = (await pidFile()).split("\n");
    await writeFile(join(dataDir, "postgres", "postmaster.pid"), [process.pid, ...rest].join("\n"));
    const next = start();
    await until(() => next.stdout.includes("(45 s so far)") || next.child.exitCode !== null);
    const { env } = await reportOf(await next.ready());
    expect(next.stdout).toMatch(
      /It is taken over after a minute without a sign of life from there \(45 s so far\) …/,
    );
    expect(await query(env.DATABASE_URL ?? "", "SELECT id FROM survivors")).toEqual([{ id: 1 }]);
    expect(postgresPid(dataDir)).not.toBe(process.pid);
    expect((await next.end("SIGTERM")).code).toBe(0);
    expect(await readFile(join(dataDir, "leafwatch.pid"), "utf8").catch(() => null)).toBeNull();
  });
});

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return stdout
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(Number);
}
