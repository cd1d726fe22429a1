// Requests every page, found in the file system, over HTTP as every kind of caller: who gets it, who is redirected
// to the sign-in, who is rejected.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hash } from "@node-rs/argon2";
import pg from "pg";
import { localUrl } from "../../scripts/lib/postgres/client.mjs";
import { demo, expect, test } from "./support/test";

const PASSWORD = "a password of the walk";
const PARAMS: Record<string, string> = {
  tenantId: "01J8Z0000000000000000TENAN",
  path: "Westland",
  rest: "nowhere",
  view: "alerts",
};

/** Pages that need no sign-in. */
const OPEN = /^\/\((?:auth|wall)\)\//;
const ADMINS = /^\/\(admin\)\//;

const app = join(import.meta.dirname, "../../app");

/** Each page's file, and its address with sample parameters. */
const pages = (readdirSync(app, { recursive: true }) as string[])
  .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
  .map((file) => {
    const folder = `/${file}`.replace(/\/page\.tsx$/, "");
    const address = folder
      .replaceAll(/\/\([^)]*\)/g, "")
      .replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => PARAMS[name] ?? "none");
    return { folder: `${folder}/`, address: address || "/" };
  });

type Caller = { name: string; cookie: string; role: "nobody" | "viewer" | "grower" | "admin" };

async function withDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const file = join(demo.dataDir(), "postgres.json");
  const { password, port } = JSON.parse(readFileSync(file, "utf8")) as { password: string; port: number };
  const connectionString = localUrl({ user: "leafwatch", password, port, database: "leafwatch" });
  const pool = new pg.Pool({ connectionString, max: 1 });
  return work(pool).finally(() => pool.end());
}

/** Adds a user and signs them in like a browser; `then` is applied afterwards. */
async function signedIn(pool: pg.Pool, name: string, role: string, then?: string): Promise<string> {
  const email = `${name.replaceAll(" ", "-")}-${Date.now()}@walk.example`;
  const { rows } = await pool.query<{ id: number }>(
    "INSERT INTO users (email, name, password_hash, role) VALUES ($1, $2, $3, $4) RETURNING id",
    [email, name, await hash(PASSWORD), role],
  );
  const first = await fetch(`${demo.url()}/api/auth/csrf`);
  const { csrfToken } = (await first.json()) as { csrfToken: string };
  const answer = await fetch(`${demo.url()}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookieOf(first), origin: demo.url() },
    body: new URLSearchParams({ csrfToken, email, password: PASSWORD, callbackUrl: "/" }),
  });
  if (then)
    await pool.query(`${then} WHERE ${then.startsWith("UPDATE") ? "id" : "user_id"} = $1`, [rows[0]?.id]);
  return cookieOf(answer);
}

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

const LIMITS = JSON.stringify([{ tenantId: PARAMS.tenantId, path: "Westland#Glasshouse 1" }]);

/** All callers, added and signed in concurrently. */
function everybody(pool: pg.Pool): Promise<Caller[]> {
  const as = async (
    name: string,
    role: Caller["role"],
    made: [string, string, string?],
  ): Promise<Caller> => ({
    name,
    role,
    cookie: await signedIn(pool, ...made),
  });
  return Promise.all([
    { name: "nobody", role: "nobody", cookie: "" },
    as("a disabled admin", "nobody", ["gone", "admin", "UPDATE users SET disabled_at = now()"]),
    as("an ended session", "nobody", ["ended", "admin", "DELETE FROM user_sessions"]),
    as("a viewer", "viewer", ["viewer", "viewer"]),
    as("a limited grower", "grower", ["limited", "grower", `UPDATE users SET areas = '${LIMITS}'`]),
    as("a grower", "grower", ["grower", "grower"]),
    as("an admin", "admin", ["admin", "admin"]),
  ]);
}

/** The fault of a response; null if it is right. */
function toFault(
  { folder, address }: (typeof pages)[number],
  caller: Caller,
  status: number,
  to: string | null,
) {
  const signIn = to !== null && new URL(to, demo.url()).pathname === "/sign-in";
  const fits = OPEN.test(folder)
    ? status < 400 || status === 404
    : caller.role === "nobody"
      ? signIn
      : ADMINS.test(folder) && caller.role !== "admin"
        ? status === 403
        : !signIn && (status < 400 || status === 404);
  return fits ? null : `${address} for ${caller.name}: ${status}${to ? ` to ${to}` : ""}`;
}

/** Requests a page as one caller, and checks the response. */
async function faultsOf(page: (typeof pages)[number], caller: Caller): Promise<string[]> {
  const answer = await fetch(demo.url() + page.address, {
    redirect: "manual",
    headers: { cookie: caller.cookie },
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  const fault = toFault(page, caller, answer.status, answer.headers.get("location"));
  const tells = caller.name === "a limited grower" && text.includes("Glasshouse 2");
  return [...(fault ? [fault] : []), ...(tells ? [`${page.address} tells of another house`] : [])];
}

test("opens each page only to its roles", async () => {
  test.setTimeout(180_000);
  const callers = await withDatabase(everybody);
  expect(pages.length).toBeGreaterThan(20);
  // All callers of a page concurrently.
  for (const page of pages) {
    const faults = await Promise.all(callers.map((caller) => faultsOf(page, caller)));
    expect.soft(faults.flat(), page.folder).toEqual([]);
  }
});
