// The app with a farm, signed-in people and screens, for the load benchmark.

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashPassword } from "@/lib/identity/auth/passwords.server";
import { hashToken } from "@/lib/identity/auth/tokens.server";
import { type BenchApp, startBenchApp } from "../bench-app";
import { withClient } from "../farm";
import { parentOf } from "../process-usage";
import { fillWallFarm } from "../wall-farm";

const FARM = { zones: 6, benches: 12 };
/** Closed alerts of a month on such a farm. */
const CLOSED = 3_000;
const SIGN_INS_AT_ONCE = 4;

export type LoadApp = BenchApp & {
  url: string;
  /** One session cookie per person, as `name=value`. */
  sessions: string[];
  screenTokens: string[];
  /** The names of the farm's jobs, and the paths of its areas. */
  jobs: string[];
  areas: string[];
  /** The server of the database. */
  postgresPid: number;
};

/** Starts one process with pages, streams, intake and jobs, as in real use. */
export async function startLoadApp(
  databaseUrl: string,
  { people, screens }: { people: number; screens: number },
): Promise<LoadApp> {
  const dataDir = await mkdtemp(join(tmpdir(), "leafwatch-load-"));
  const app = await startBenchApp(databaseUrl, 1, {
    LEAFWATCH_WORKER: "inline",
    LEAFWATCH_DATA_DIR: dataDir,
  });
  const stop = async () => {
    await app.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const password = randomBytes(12).toString("hex");
  const screenTokens = Array.from({ length: screens }, () => randomBytes(24).toString("hex"));
  try {
    const known = await fill(databaseUrl, {
      people,
      passwordHash: await hashPassword(password),
      screenTokens,
    });
    const url = `http://localhost:${app.port}`;
    return { ...app, stop, url, screenTokens, ...known, sessions: await signIn(url, people, password) };
  } catch (error) {
    await stop();
    throw error;
  }
}

const emailOf = (person: number) => `person-${person}@bench.example`;

async function fill(
  databaseUrl: string,
  { people, passwordHash, screenTokens }: { people: number; passwordHash: string; screenTokens: string[] },
): Promise<Pick<LoadApp, "jobs" | "areas" | "postgresPid">> {
  return withClient(databaseUrl, async (client) => {
    await fillWallFarm(client, FARM);
    await client.query(
      `INSERT INTO users (email, name, password_hash, role)
       SELECT email, 'Person ' || n, $2, 'grower' FROM unnest($1::text[]) WITH ORDINALITY AS given (email, n)`,
      [Array.from({ length: people }, (_, person) => emailOf(person)), passwordHash],
    );
    await client.query(
      `INSERT INTO screens (name, token_hash, tenancy_id, view, boards, created_by)
       SELECT 'Screen ' || n, hash, 1, 'areas',
         '[{"kind":"areas","path":null,"order":"place","seconds":null},{"kind":"alerts","path":null,"order":"place","seconds":null},{"kind":"now","path":null,"order":"place","seconds":null}]'::jsonb,
         'benchmark'
       FROM unnest($1::text[]) WITH ORDINALITY AS given (hash, n)`,
      [screenTokens.map((token) => hashToken(token))],
    );
    await client.query(
      `INSERT INTO alerts (tenancy_id, alert_id, shape, type, severity, peak_severity, rank, status, raised_at,
         first_event_at, last_event_at, severity_since, closed_at, close_reason, job_id, incomplete, notifications)
       SELECT 1, 'CLOSED' || n, 'alert', 'HEALTH', 'MEDIUM', 'MEDIUM', 2, 'closed', began, began, began + interval '5 h',
         began, began + interval '5 h', 'RECOVERY_DETECTED', 'JOB_' || 1 + n % ${FARM.zones} || '_' || 1 + n % ${FARM.benches}, false, 2
       FROM generate_series(1, ${CLOSED}) n, LATERAL (SELECT now() - make_interval(mins => 400 + n * 14)) AS t (began)`,
    );
    await client.query("ANALYZE");
    const jobs = await client.query<{ job_id: string }>(
      "SELECT job_id FROM jobs WHERE job_id <> '' ORDER BY id",
    );
    const areas = await client.query<{ path: string }>("SELECT path FROM control_areas ORDER BY path");
    const backend = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return {
      jobs: jobs.rows.map(({ job_id }) => job_id),
      areas: areas.rows.map(({ path }) => path),
      postgresPid: parentOf(backend.rows[0]?.pid ?? 0),
    };
  });
}

/** Signs each person in, as the form does. */
async function signIn(url: string, people: number, password: string): Promise<string[]> {
  const sessions: string[] = [];
  for (let first = 0; first < people; first += SIGN_INS_AT_ONCE)
    sessions.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(SIGN_INS_AT_ONCE, people - first) }, (_, n) =>
          signInOne(url, emailOf(first + n), password),
        ),
      )),
    );
  return sessions;
}

async function signInOne(url: string, email: string, password: string): Promise<string> {
  const asked = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookiesOf(asked), "content-type": "application/x-www-form-urlencoded", origin: url },
    body: new URLSearchParams({ csrfToken, email, password, callbackUrl: url }),
  });
  // A deleted session cookie may precede the new one.
  const session = cookiesOf(answer)
    .split("; ")
    .findLast((cookie) => /session-token=./.test(cookie));
  if (!session) throw new Error(`${email} could not sign in: ${answer.status}`);
  return session;
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
