import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type AppReport,
  isAlive,
  occupyPort,
  postgresPid,
  RunningCommand,
  reportOf,
  until,
} from "../support/command";
import { createTestDatabase } from "../support/postgres";

const PROMISED_MS = 10_000;
const standIn = join(process.cwd(), "tests", "support", "fake-start.mjs");
const started: RunningCommand[] = [];
let dataDir: string;

function start(env: Record<string, string> = {}): RunningCommand {
  const command = new RunningCommand(process.execPath, [standIn], {
    PORT: "0",
    HOST: "127.0.0.1",
    LEAFWATCH_DATA_DIR: dataDir,
    ...env,
  });
  started.push(command);
  return command;
}

async function query(url: string | undefined, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "leafwatch-command-"));
});

afterAll(async () => {
  await endAll();
  await rm(dataDir, { recursive: true, force: true });
});

async function endAll(): Promise<void> {
  for (const command of started.splice(0)) {
    if (command.child.exitCode === null && command.child.signalCode === null) await command.end("SIGTERM");
  }
}

describe("while it runs", () => {
  let command: RunningCommand;
  let port: number;
  let second: RunningCommand;

  beforeAll(async () => {
    command = start({ LEAFWATCH_URL: "https://leafwatch.example.com/" });
    port = await command.ready();
    // It waits ten seconds for the first one to end, while the tests below run.
    second = start();
  });
  afterAll(endAll);

  test("gives the app its addresses, keys and a database of its own, and keeps key and password files private", async () => {
    const { env } = await reportOf(port);
    expect(env).toMatchObject({
      LEAFWATCH_URL: "https://leafwatch.example.com",
      NEXTAUTH_URL: "https://leafwatch.example.com",
      LEAFWATCH_DATA_DIR: dataDir,
    });
    expect(Buffer.from(env.LEAFWATCH_SECRET_KEYS ?? "", "base64")).toHaveLength(32);
    const [server] = await query(
      env.DATABASE_URL,
      `SELECT current_setting('fsync') AS fsync, current_setting('TimeZone') AS zone,
              current_setting('server_encoding') AS encoding, rolsuper AS superuser
       FROM pg_roles WHERE rolname = current_user`,
    );
    expect(server).toEqual({ fsync: "on", zone: "UTC", encoding: "UTF8", superuser: false });
    for (const name of ["secret-keys", "postgres.json"]) {
      expect((await stat(join(dataDir, name))).mode & 0o777, name).toBe(0o600);
    }
  });

  test("restarts a database that dies at the same address", async () => {
    const { env } = await reportOf(port);
    const server = postgresPid(dataDir);
    process.kill(server, "SIGKILL");
    const answers = () =>
      query(env.DATABASE_URL, "SELECT 1").then(
        () => true,
        () => false,
      );
    expect(await until(async () => !isAlive(server) && (await answers()))).toBe(true);
  });

  test("restarts an app that hangs", async () => {
    const first = await reportOf(port);
    await fetch(`http://127.0.0.1:${port}/freeze`, { signal: AbortSignal.timeout(500) }).catch(
      () => undefined,
    );
    expect(await isReplaced(first.pid)).toBe(true);
    expect(isAlive(first.pid)).toBe(false);
    expect(command.stdout).toContain("The app runs but does not answer: it is ended and started again.\n");
  });

  test("restarts an app that dies", async () => {
    const first = await reportOf(port);
    await fetch(`http://127.0.0.1:${port}/die`).catch(() => undefined);
    expect(await isReplaced(first.pid)).toBe(true);
  });

  const isReplaced = (pid: number) =>
    until(() =>
      fetch(`http://127.0.0.1:${port}/env`, { signal: AbortSignal.timeout(2_000) })
        .then((answer) => answer.json())
        .then(
          (report: AppReport) => report.pid !== pid,
          () => false,
        ),
    );

  test("exits a second command on the same data folder, which names the first", async () => {
    const { code, stderr } = await second.ended;
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Process ${command.pid} already uses the data folder ${dataDir}: stop it, or name another folder in LEAFWATCH_DATA_DIR.\n`,
    );
  });

  test("stops everything on SIGTERM, in time and with code 0", () => endsAll(command, port, "SIGTERM"));
});

describe("after SIGKILL", () => {
  let killed: RunningCommand;
  let before: AppReport;

  beforeAll(async () => {
    killed = start();
    before = await reportOf(await killed.ready());
  });
  afterAll(endAll);

  test("stops the old app at the next start, takes over the database and keeps data and keys", async () => {
    const server = postgresPid(dataDir);
    await query(before.env.DATABASE_URL, "CREATE TABLE survivors AS SELECT 1 AS id");
    await killed.end("SIGKILL");
    killed = start();
    const after = await reportOf(await killed.ready());
    expect(isAlive(before.pid)).toBe(false);
    expect(postgresPid(dataDir)).toBe(server);
    expect(after.env.LEAFWATCH_SECRET_KEYS).toBe(before.env.LEAFWATCH_SECRET_KEYS);
    expect(await query(after.env.DATABASE_URL, "SELECT id FROM survivors")).toEqual([{ id: 1 }]);
    before = after;
  });

  test("the app stops by itself once its command is gone", async () => {
    await killed.end("SIGKILL");
    expect(await until(() => !isAlive(before.pid))).toBe(true);
  });

  test("recovers a killed database at the next start, and stops when its parent npm is killed", async () => {
    const lost = postgresPid(dataDir);
    process.kill(lost, "SIGKILL");
    const folder = await mkdtemp(join(tmpdir(), "leafwatch-npm-"));
    await writeFile(join(folder, "package.json"), JSON.stringify({ scripts: { start: `node ${standIn}` } }));
    const settings = { PORT: "0", HOST: "127.0.0.1", LEAFWATCH_DATA_DIR: dataDir };
    const npm = new RunningCommand("npm", ["start"], settings, folder);
    const app = await reportOf(await npm.ready());
    const server = postgresPid(dataDir);
    expect(server).not.toBe(lost);
    expect(await query(app.env.DATABASE_URL, "SELECT id FROM survivors")).toEqual([{ id: 1 }]);
    await npm.end("SIGKILL");
    expect(await until(() => !isAlive(app.pid) && !isAlive(server), PROMISED_MS)).toBe(true);
    await rm(folder, { recursive: true });
  });

  test("ignores pid files that name an unrelated process, and stops an app that ignores SIGTERM", async () => {
    await writeFile(
      join(dataDir, "postgres", "postmaster.pid"),
      `${process.pid}\n${dataDir}/postgres\n1\n5432\n`,
    );
    await writeFile(
      join(dataDir, "leafwatch.pid"),
      JSON.stringify({ pid: process.pid, started: "1", command: "x" }),
    );
    await writeFile(join(dataDir, "running.json"), JSON.stringify([{ pid: process.pid, started: "1" }]));
    const command = start();
    const port = await command.ready();
    expect(postgresPid(dataDir)).not.toBe(process.pid);
    await fetch(`http://127.0.0.1:${port}/hang`);
    await endsAll(command, port, "SIGTERM");
  });

  test("recreates a lost password file and keeps the data; Ctrl+C stops everything", async () => {
    await rm(join(dataDir, "postgres.json"));
    const command = start();
    const port = await command.ready();
    const { env } = await reportOf(port);
    expect(await query(env.DATABASE_URL, "SELECT id FROM survivors")).toEqual([{ id: 1 }]);
    await endsAll(command, port, "SIGINT", true);
  });

  test("leaves nothing running after a signal while the database starts", async () => {
    const command = start();
    await until(() => readdir(dataDir).then((names) => names.includes("leafwatch.pid")));
    expect((await command.end("SIGTERM")).code).toBe(0);
    expect(postgresIsRunning()).toBe(false);
  });
});

async function endsAll(command: RunningCommand, port: number, signal: NodeJS.Signals, group = false) {
  const app = await reportOf(port);
  const server = postgresPid(dataDir);
  const ending = await command.end(signal, group);
  expect(ending).toMatchObject({ code: 0, stderr: "" });
  expect(ending.tookMs).toBeLessThan(PROMISED_MS);
  expect([isAlive(app.pid), isAlive(server)]).toEqual([false, false]);
}

function postgresIsRunning(): boolean {
  try {
    return isAlive(postgresPid(dataDir));
  } catch {
    return false;
  }
}

describe("a data folder that another Leafwatch took over while this one was suspended", () => {
  afterAll(endAll);

  test("is given up at once, with code 1", async () => {
    const command = start();
    const app = await reportOf(await command.ready());
    const server = postgresPid(dataDir);
    const taken = JSON.stringify({ pid: 1, started: "1", command: "another" });
    await writeFile(join(dataDir, "leafwatch.pid"), taken);
    const { code, stderr } = await command.ended;
    expect([code, stderr]).toEqual([
      1,
      `The data folder ${dataDir} was taken over by another Leafwatch while this one stood still: this one ends at once.\n`,
    ]);
    expect([isAlive(app.pid), isAlive(server)]).toEqual([false, false]);
    expect(await readFile(join(dataDir, "leafwatch.pid"), "utf8")).toBe(taken);
  });

  test("is locked again if only its lock file was removed", async () => {
    const command = start();
    const port = await command.ready();
    await rm(join(dataDir, "leafwatch.pid"));
    expect(await until(() => readdir(dataDir).then((names) => names.includes("leafwatch.pid")))).toBe(true);
    await endsAll(command, port, "SIGTERM");
    expect(await readdir(dataDir)).not.toContain("leafwatch.pid");
  });
});

describe("reports in one sentence, with code 1,", () => {
  afterEach(endAll);

  async function refusal(env: Record<string, string>): Promise<string> {
    const ending = await start(env).ended;
    expect(ending.code).toBe(1);
    expect(ending.stderr.trim().split("\n"), ending.stderr).toHaveLength(1);
    return ending.stderr;
  }

  test("a taken port", async () => {
    const { port, free } = await occupyPort();
    expect(await refusal({ PORT: String(port) })).toBe(
      `Port ${port} is taken: stop what listens there, or set PORT to another one.\n`,
    );
    free();
  });

  test.each([
    ["PORT", "eighty", /^PORT is "eighty"/],
    ["DATABASE_URL", "mysql://hush@host/db", /^DATABASE_URL is not a Postgres address/],
    [
      "DATABASE_URL",
      "postgresql://someone:hush@127.0.0.1:1/leafwatch",
      /127\.0\.0\.1:1: nothing listens there/,
    ],
    [
      "LEAFWATCH_SECRET_KEYS",
      "c2hvcnQ=",
      /^LEAFWATCH_SECRET_KEYS holds something that is not a base64 key of 32 bytes/,
    ],
    [
      "LEAFWATCH_PROVISION",
      "/nowhere/provision.json",
      /^The provisioning file \/nowhere\/provision.json can't be read/,
    ],
    ["LEAFWATCH_WORKER", "sometimes", /^LEAFWATCH_WORKER is "sometimes"/],
    ["LEAFWATCH_URL", "leafwatch", /^LEAFWATCH_URL is "leafwatch"/],
    ["LEAFWATCH_DATA_DIR", "/dev/null/data", /^The data folder \/dev\/null\/data can't be used/],
    ["LEAFWATCH_DATA_DIR", "/proc/data", /^The data folder \/proc\/data can't be used/],
    ["LEAFWATCH_DATA_DIR", resolve("package.json"), /package\.json can't be used \(ENOTDIR\)/],
  ])("%s=%s", async (name, value, sentence) => {
    const said = await refusal({ [name]: value });
    expect(said).toMatch(sentence);
    expect(said).not.toMatch(/hush|c2hvcnQ/);
  });

  test("an unreadable key file", async () => {
    const own = await mkdtemp(join(tmpdir(), "leafwatch-command-"));
    await mkdir(join(own, "secret-keys"));
    expect(await refusal({ LEAFWATCH_DATA_DIR: own })).toMatch(
      /secret-keys can't be read \(EISDIR\): run this as/,
    );
    await rm(own, { recursive: true });
  });

  test("keys that open no stored secret", async () => {
    const own = await mkdtemp(join(tmpdir(), "leafwatch-command-"));
    const file = join(own, "provision.json");
    const tenancy = { tenantId: "T1", name: "Farm", timeZone: "UTC", webhookSecrets: ["hush, a secret"] };
    await writeFile(file, JSON.stringify({ tenancies: [tenancy] }));
    const database = await createTestDatabase();
    const settings = { DATABASE_URL: database.url, LEAFWATCH_PROVISION: file, LEAFWATCH_DATA_DIR: own };
    const command = start(settings);
    await command.ready();
    await command.end("SIGTERM");
    const other = { ...settings, LEAFWATCH_SECRET_KEYS: Buffer.alloc(32, 9).toString("base64") };
    expect(await refusal(other)).toMatch(/none of the keys that sealed the stored secrets/);
    await database.drop();
    await rm(own, { recursive: true });
  });

  test("a database of a newer version", async () => {
    const database = await createTestDatabase();
    await query(
      database.url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('future', '', '29990101000000_future', now())`,
    );
    expect(await refusal({ DATABASE_URL: database.url })).toMatch(
      /newer Leafwatch \(migration 29990101000000_future\)/,
    );
    await database.drop();
  });
});

describe("an incomplete database folder", () => {
  test("is moved aside or removed, and replaced by a complete one", async () => {
    const own = await mkdtemp(join(tmpdir(), "leafwatch-command-"));
    await mkdir(join(own, "postgres", "base"), { recursive: true });
    await writeFile(join(own, "postgres", "PG_VERSION"), "18\n");
    await mkdir(join(own, "postgres.making-abc", "postgres"), { recursive: true });
    const command = start({ LEAFWATCH_DATA_DIR: own });
    const { env } = await reportOf(await command.ready());
    expect(await query(env.DATABASE_URL, "SELECT count(*)::int AS n FROM tenancies")).toEqual([{ n: 0 }]);
    await command.end("SIGTERM");
    const names = await readdir(own);
    expect(names).not.toContain("postgres.making-abc");
    expect(names.some((name) => name.startsWith("postgres.incomplete-"))).toBe(true);
    await rm(own, { recursive: true });
  });
});
