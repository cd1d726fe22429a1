// Leafwatch as a farm runs it, on a database of its own, with a screen; the app can be killed and the database blocked.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { fillWallFarm, raiseOn, type WallAlert } from "../../../bench/lib/wall-farm";
import { localUrl } from "../../../scripts/lib/postgres/client.mjs";
import { isAlive, postgresPid, RunningCommand, until } from "../../support/command";

const TENANT = "01WALL00000000000000TENANT";
const SECRET = "a webhook secret of the walls";
const TOKEN = "a-token-of-a-screen-long-enough";
const BOARDS = [
  { kind: "areas", path: null, order: "place", seconds: null },
  { kind: "alerts", path: null, order: "place", seconds: null },
  { kind: "area", path: "House#Zone 1", order: "place", seconds: null },
  { kind: "now", path: null, order: "place", seconds: null },
];

export class WallApp {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  #command: RunningCommand | null = null;

  /** Starts nothing yet. The caller has to call `end` in every case. */
  constructor(port: number) {
    this.#port = port;
    this.url = `http://localhost:${port}`;
    this.#folder = mkdtempSync(join(tmpdir(), "leafwatch-wall-"));
    process.once("exit", this.#endAtOnce);
  }

  /** First start, with data of a farm. */
  async launch(): Promise<void> {
    await this.start();
    await this.#withDatabase("leafwatch", async (client) => {
      await fillWallFarm(client, { zones: 2, benches: 7 });
      await client.query("UPDATE screens SET boards = $1", [JSON.stringify(BOARDS)]);
    });
  }

  /** The cookie of its screen. */
  get cookie() {
    return { name: "leafwatch-screen", value: TOKEN, url: this.url, httpOnly: true };
  }

  async start(): Promise<void> {
    const provision = join(this.#folder, "provision.json");
    writeFileSync(provision, JSON.stringify(PROVISION));
    const command = new RunningCommand(process.execPath, ["scripts/start.mjs"], {
      PORT: String(this.#port),
      LEAFWATCH_DATA_DIR: join(this.#folder, "data"),
      LEAFWATCH_PROVISION: provision,
    });
    this.#command = command;
    const ready = () =>
      fetch(`${this.url}/api/health/ready`).then(
        (answer) => answer.ok,
        () => false,
      );
    if (!(await until(async () => command.child.exitCode !== null || (await ready()), 90_000)))
      throw new Error(`The app did not come up:\n${command.stdout}\n${command.stderr}`);
  }

  /** Kills the command and all that it started: the app alone would still serve its connections. */
  async kill(): Promise<void> {
    const pids = this.#killApp();
    await until(() => pids.every((pid) => !isAlive(pid)));
  }

  /** Ends everything that was started, including what a test left killed or still starting. */
  async end(): Promise<void> {
    const running = this.#command?.child;
    if (running?.exitCode === null && running.signalCode === null) {
      running.kill("SIGTERM");
      await until(() => running.exitCode !== null || running.signalCode !== null);
    }
    this.#endAtOnce();
    await until(() => !existsSync(this.#databaseFile));
    process.off("exit", this.#endAtOnce);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Synchronous, so that an exiting process can call it too. */
  readonly #endAtOnce = (): void => {
    this.#killApp();
    // A database outlives its killed command, and the next one takes it over.
    const data = join(this.#folder, "data");
    if (existsSync(this.#databaseFile) && isAlive(postgresPid(data)))
      process.kill(postgresPid(data), "SIGQUIT");
  };

  get #databaseFile(): string {
    return join(this.#folder, "data", "postgres", "postmaster.pid");
  }

  #killApp(): number[] {
    // Parents are killed first.
    const pids = [this.#command?.child.pid ?? [], this.#running()].flat().filter(isAlive);
    for (const pid of pids) killGroup(pid);
    return pids;
  }

  /** The group leaders that the command recorded as running: the app. */
  #running(): number[] {
    try {
      const list = readFileSync(join(this.#folder, "data", "running.json"), "utf8");
      return (JSON.parse(list) as { pid: number }[]).map(({ pid }) => pid);
    } catch {
      return [];
    }
  }

  raise(alert: WallAlert): Promise<void> {
    return raiseOn({ url: this.url, tenantId: TENANT, secret: SECRET }, alert);
  }

  /** Blocks or allows connections to the database. */
  async shutDatabase(shut: boolean): Promise<void> {
    await this.#withDatabase("postgres", async (client) => {
      await client.query(`ALTER DATABASE leafwatch ALLOW_CONNECTIONS ${!shut}`);
      if (shut)
        await client.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'leafwatch'",
        );
    });
  }

  /** How long each page of its boards is shown. */
  async paceBoards(seconds: number): Promise<void> {
    const boards = BOARDS.map((board) => ({ ...board, seconds }));
    await this.#withDatabase("leafwatch", async (client) => {
      await client.query("UPDATE screens SET boards = $1", [JSON.stringify(boards)]);
    });
  }

  async #withDatabase(database: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
    const file = join(this.#folder, "data", "postgres.json");
    const { password, port } = JSON.parse(readFileSync(file, "utf8")) as { password: string; port: number };
    const client = new pg.Client({
      connectionString: localUrl({ user: "leafwatch", password, port, database }),
    });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

const PROVISION = {
  tenancies: [
    {
      tenantId: TENANT,
      name: "Westland",
      timeZone: "Europe/Amsterdam",
      webhookSecrets: [SECRET],
      sync: { enabled: false },
    },
  ],
  screens: [{ name: "Packing hall", token: TOKEN, view: "areas", tenantId: TENANT }],
};
