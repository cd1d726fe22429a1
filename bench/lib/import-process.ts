// Adds queries with a result to import, and runs processes that import it.

import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { seal } from "@/lib/base/secrets/seal.server";
import { clientSecretPurpose } from "@/lib/farm/tenancies/contract";
import { inCheckout } from "../../scripts/lib/checkout.mjs";
import { bundled } from "../../tests/support/bundled";
import { withClient } from "./farm";

const TENANT = "01BENCH0000000000000TENANT";
/** This process reads its environment once, so that all databases have secrets sealed with one key. */
const KEYS = randomBytes(32).toString("base64");

export type ImportPlan = {
  databaseUrl: string;
  query: string;
  chunkRows?: number;
};

export type ImportEnd = {
  status: string;
  seconds: number;
  /** Peak memory above that before the import, in bytes. */
  growth: { rss: number; heap: number };
};

/** Adds a tenancy that is connected to a service, and a query whose result the service holds. */
export async function addImport(
  plan: ImportPlan,
  service: { baseUrl: string; authUrl: string },
  type: "indices" | "chf",
): Promise<void> {
  Object.assign(process.env, { LEAFWATCH_SECRET_KEYS: KEYS, DATABASE_URL: plan.databaseUrl });
  const secret = Buffer.from(seal("import-client-secret", clientSecretPurpose(TENANT)));
  await withClient(plan.databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO tenancies (tenant_id, name, time_zone, base_url, auth_url, client_id, client_secret,
         trusted_addresses, updated_at) VALUES ($1, $1, 'Europe/Amsterdam', $2, $3, 'import', $4, true, now())`,
      [TENANT, service.baseUrl, service.authUrl, secret],
    );
    await client.query(
      `INSERT INTO queries (id, tenancy_id, query_id, type, asked, filters, purpose, requested_by, status,
         submitted_at, downloading_at)
       SELECT $1, id, 'result-0', $2, '{}', '{}', 'person', 'import', 'downloading', now(), now() FROM tenancies`,
      [plan.query, type],
    );
  });
}

/** A process that imports one query's result and resumes where the previous one ended. */
export class ImportProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #lines: AsyncIterator<string>;

  constructor({ databaseUrl, query, chunkRows }: ImportPlan) {
    const parentWatch = pathToFileURL(inCheckout("scripts", "lib", "parent-watch.mjs")).href;
    const args = ["--expose-gc", "--import", parentWatch, ...bundled("bench/lib/import-program.ts")];
    this.#child = spawn(process.execPath, args, {
      env: {
        ...process.env,
        NODE_ENV: "production",
        DATABASE_URL: databaseUrl,
        LEAFWATCH_SECRET_KEYS: KEYS,
        LEAFWATCH_PARENT_PID: String(process.pid),
        QUERY: query,
        CHUNK_ROWS: chunkRows ? String(chunkRows) : "",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#ended = once(this.#child, "exit");
    this.#lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream })[
      Symbol.asyncIterator
    ]();
  }

  /** Waits until the import begins. */
  async ready(): Promise<void> {
    if ((await this.#lines.next()).done) throw new Error("The import did not begin");
  }

  /** Waits until the process has ended. Returns null if it was killed. */
  async end(): Promise<ImportEnd | null> {
    const last = await this.#lines.next();
    await this.#ended;
    if (this.#child.exitCode) throw new Error(`The import ended with exit code ${this.#child.exitCode}`);
    return last.done ? null : (JSON.parse(last.value) as ImportEnd);
  }

  /** Kills the process without a shutdown, as a power cut would. */
  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
