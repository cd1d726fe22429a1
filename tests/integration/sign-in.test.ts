import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { runOnce } from "graphile-worker";
import { encode } from "next-auth/jwt";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { enqueue, quiet } from "@/lib/base/queue/service.server";
import { log } from "@/lib/base/request/log.server";
import { deviceCookieHeader, deviceOf } from "@/lib/identity/auth/cookies.server";
import { noteTry } from "@/lib/identity/auth/guess-store.server";
import { hashPassword } from "@/lib/identity/auth/passwords.server";
import { checkCredentials, signIn as signInAt } from "@/lib/identity/auth/sign-in.server";
import { sessionSecret } from "@/lib/identity/auth/tokens.server";
import { tasks } from "@/lib/operations/tasks/tasks.server";
import { openTestApp, type TestApp } from "../support/app";
import { bundled } from "../support/bundled";

const RIA = "ria@example.com";
const PASSWORD = "a long password";
const HERE = "192.0.2.200";

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  await app.pool.query(
    "INSERT INTO users (email, name, role, password_hash) VALUES ($1, 'Ria', 'grower', $2)",
    [RIA, await hashPassword(PASSWORD)],
  );
});

beforeEach(async () => {
  await app.pool.query("TRUNCATE sign_in_failures");
});

afterAll(() => app.close());

/** Adds past wrong tries from other addresses. */
const addTries = (account: string, count: number, minutesAgo: number) =>
  app.pool.query(
    `INSERT INTO sign_in_failures (account, address, at)
     SELECT $1, '198.51.100.1', now() - make_interval(mins => $3) FROM generate_series(1, $2)`,
    [account, count, minutesAgo],
  );

/** Adds wrong tries from one address, each for another account. */
const addTriesFrom = (address: string, count: number, minutesAgo: number) =>
  app.pool.query(
    `INSERT INTO sign_in_failures (account, address, at)
     SELECT 'person-' || n || '@example.com', $1, now() - make_interval(mins => $3) FROM generate_series(1, $2) n`,
    [address, count, minutesAgo],
  );

const kept = async (account: string) =>
  (await app.pool.query("SELECT FROM sign_in_failures WHERE account = $1", [account])).rowCount;

const signIn = (password: string, email = RIA) => checkCredentials({ email, password }, { address: HERE });

async function tryElsewhere(tries: number): Promise<{ wrong: number; refused: number }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...bundled("tests/support/sign-in-process.ts"), String(tries), RIA],
    { env: process.env },
  );
  return JSON.parse(stdout);
}

test("shares the limit of a hundred tries an hour between two processes", async () => {
  await addTries(RIA, 92, 30);

  const [one, other] = await Promise.all([tryElsewhere(6), tryElsewhere(6)]);

  expect(one.wrong + other.wrong).toBe(8);
  expect(one.refused + other.refused).toBe(4);
  expect(await kept(RIA)).toBe(100);
  expect(await signIn(PASSWORD)).toEqual({ state: "refused" });
}, 120_000);

test("delays the try after ten wrong ones in 15 minutes, from any address; the right password still signs in", async () => {
  await addTries(RIA, 10, 10);
  const began = Date.now();

  expect(await signIn(PASSWORD)).toMatchObject({ state: "in", account: { email: RIA } });
  expect(Date.now() - began).toBeGreaterThanOrEqual(990);
});

test("answers and limits an unknown account like a wrong password", async () => {
  await addTries("nobody@example.com", 99, 30);

  expect(await signIn("not the password", "Nobody@Example.com")).toEqual(await signIn("not the password"));
  expect(await signIn("not the password", "nobody@example.com")).toEqual({ state: "refused" });
});

test("deletes only the wrong tries from the address that signs in", async () => {
  await addTries(RIA, 3, 10);
  await signIn("not the password");
  await signIn(PASSWORD);

  expect(await kept(RIA)).toBe(3);
});

test.each([
  ["no e-mail", { password: PASSWORD }],
  ["a NUL", { email: "ria\0@example.com", password: PASSWORD }],
  ["an endless e-mail", { email: "a".repeat(10_000), password: PASSWORD }],
  ["an endless password", { email: RIA, password: "a".repeat(10_000) }],
])("treats %s as a wrong password, and does not store it", async (_, input) => {
  expect(await checkCredentials(input, { address: HERE })).toEqual({ state: "wrong" });
  expect((await app.pool.query("SELECT FROM sign_in_failures")).rowCount).toBe(0);
});

test("logs a failed try with its address and without its input", async () => {
  const lines = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  const place = { address: HERE, browser: "" };
  await signInAt({ email: PASSWORD, password: PASSWORD }, place);
  await addTries(RIA, 100, 30);
  await signInAt({ email: RIA, password: PASSWORD }, place);

  expect(lines.mock.calls).toEqual([
    [{ address: HERE, outcome: "wrong" }, "A try to sign in failed"],
    [{ address: HERE, outcome: "refused" }, "A try to sign in failed"],
  ]);
  lines.mockRestore();
});

describe("an address that tries one password at many accounts", () => {
  /** A network of its own for each test, as a rejected one stays rejected for a while. */
  let here = 0;
  const anotherAddress = () => `198.51.101.${++here}`;
  const signInFrom = (address: string, password: string, email = RIA) =>
    checkCredentials({ email, password }, { address });

  test("is slowed after fifty wrong tries, and rejected after two hundred", async () => {
    const address = anotherAddress();
    await addTriesFrom(address, 49, 10);
    expect(await noteTry("one@example.com", { address })).toMatchObject({ waitMs: 0 });
    expect(await noteTry("another@example.com", { address })).toMatchObject({ waitMs: 1_000 });

    await addTriesFrom(address, 149, 5);
    expect(await signInFrom(address, "not the password", "third@example.com")).toEqual({ state: "refused" });
    expect(await signInFrom(address, PASSWORD)).toEqual({ state: "refused" });
    expect(await kept(RIA)).toBe(0);
    expect(await signInFrom(anotherAddress(), PASSWORD)).toMatchObject({ state: "in" });
  });

  test("shares its limit with its IPv6 network", async () => {
    const from = (address: string) => ({ address });
    for (let n = 0; n < 50; n += 1) await noteTry(`person-${n}@example.com`, from(`2001:db8:0:1::${n}`));
    expect(await noteTry("one@example.com", from("2001:db8:0:1:a:b:c:d"))).toMatchObject({ waitMs: 1_000 });
    expect(await noteTry("one@example.com", from("2001:db8:0:2::7"))).toMatchObject({ waitMs: 0 });
  });

  test("may try again after 15 minutes", async () => {
    const address = anotherAddress();
    await addTriesFrom(address, 200, 16);

    expect(await signInFrom(address, PASSWORD)).toMatchObject({ state: "in" });
  });

  test("does not slow people who are signed in on the same network, even when rejected", async () => {
    const network = (n: number) => `2001:db8:0:3::${n}`;
    await addTriesFrom("2001:db8:0:3::/64", 200, 5);
    await app.pool.query(
      `INSERT INTO user_sessions (id, user_id, expires_at, address, browser)
       SELECT 'here', id, now() + interval '1 day', $2, 'test' FROM users WHERE email = $1`,
      [RIA, network(1)],
    );

    expect(await signInFrom(network(2), PASSWORD, "one@example.com")).toEqual({ state: "refused" });
    expect(await signInFrom(network(3), PASSWORD)).toMatchObject({ state: "in" });
    await app.pool.query("TRUNCATE user_sessions");
  });

  test("is rejected without a statement once its network is rejected", async () => {
    const address = anotherAddress();
    await addTriesFrom(address, 200, 5);
    await signInFrom(address, "not the password");
    const asked = vi.spyOn(pg.Client.prototype, "query");
    const states = await Promise.all(
      Array.from({ length: 500 }, (_, n) => signInFrom(address, "not the password", `p${n}@example.com`)),
    );
    const count = asked.mock.calls.length;
    asked.mockRestore();

    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(["refused"]));
    expect(count).toBe(0);
  });

  test("leaves connections for pages, whatever the number of tries", async () => {
    const address = anotherAddress();
    const client = await app.pool.connect();
    await client.query("BEGIN");
    await client.query("LOCK TABLE sign_in_failures IN ACCESS EXCLUSIVE MODE");
    const tries = Array.from({ length: 150 }, (_, n) => signInFrom(address, "wrong", `p${n}@example.com`));
    const device = { id: "hers", people: [await idOf(RIA)] };
    const hers = checkCredentials({ email: RIA, password: PASSWORD }, { address, device });
    try {
      await expect.poll(waiting).toBe(3);
      expect((await app.pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
      expect(await waiting()).toBe(3);
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
    expect(await hers).toMatchObject({ state: "in" });
    await Promise.all(tries);
  }, 120_000);

  const waiting = async () =>
    (
      await app.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND query LIKE '%sign_in_failures%'`,
      )
    ).rowCount;
});

const idOf = async (email: string): Promise<number> =>
  (await app.pool.query("SELECT id FROM users WHERE email = $1", [email])).rows[0].id;

describe("a device that somebody has signed in from", () => {
  const AWAY = "203.0.113.77";

  test("signs its people in while strangers' tries have locked their account", async () => {
    const device = { id: "hers", people: [await idOf(RIA)] };
    const another = { id: "another", people: [(await idOf(RIA)) + 1_000] };
    await addTries(RIA, 100, 30);
    const from = (given: typeof device | null) =>
      checkCredentials({ email: RIA, password: PASSWORD }, { address: AWAY, device: given });

    expect(await from(null)).toEqual({ state: "refused" });
    expect(await from(another)).toEqual({ state: "refused" });
    expect(await from(device)).toMatchObject({ state: "in" });
  });

  test("has ten undelayed tries of its own, and is locked only after a hundred of its own", async () => {
    const device = { id: "lost", people: [await idOf(RIA)] };
    for (let n = 0; n < 10; n += 1)
      expect(await noteTry(RIA, { address: `203.0.113.${n}`, device })).toMatchObject({ waitMs: 0 });
    expect(await noteTry(RIA, { address: AWAY, device })).toMatchObject({ waitMs: 1_000 });
    await app.pool.query(
      "INSERT INTO sign_in_failures (account, address) SELECT $1, 'device lost' FROM generate_series(1, 89)",
      [RIA],
    );
    expect(await noteTry(RIA, { address: AWAY, device })).toEqual({ network: null });
    expect(await noteTry(RIA, { address: AWAY, device: { ...device, id: "hers" } })).toMatchObject({
      waitMs: 0,
    });
  });

  test("is recognised by a cookie that cannot be forged, for each of its people", async () => {
    const given = async (cookie: string) =>
      deviceOf(new Request("http://localhost/", { headers: { cookie: cookie.split(";")[0] ?? "" } }));
    const first = await deviceCookieHeader(null, 7);
    expect(first).toMatch(/^leafwatch-device=[\w.-]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    const device = await given(first);
    expect(device).toEqual({ id: expect.stringMatching(/^[\w-]{24}$/), people: [7] });
    expect(await given(await deviceCookieHeader(device, 8))).toEqual({ id: device?.id, people: [7, 8] });
    expect(await given(first.replace("device=ey", "device=ez"))).toBeNull();
    const session = await encode({ token: { device: "x", people: [7] }, secret: sessionSecret() });
    expect(await given(`leafwatch-device=${session}`)).toBeNull();
  });
});

test("rejects a flood of password checks without counting it against anybody, and never rejects hashing a new password", async () => {
  const hashes = Array.from({ length: 200 }, () => hashPassword(PASSWORD));

  expect(await signIn(PASSWORD)).toEqual({ state: "refused" });
  expect(await kept(RIA)).toBe(0);
  expect(new Set(await Promise.all(hashes)).size).toBe(200);
  expect(await signIn(PASSWORD)).toMatchObject({ state: "in" });
}, 120_000);

test("deletes tries after a day", async () => {
  await addTries("nobody@example.com", 3, 25 * 60);
  await addTries("nobody@example.com", 2, 23 * 60);

  await enqueue("tidy-up", {});
  await runOnce({ pgPool: app.pool, taskList: tasks, logger: quiet, noHandleSignals: true });

  expect(await kept("nobody@example.com")).toBe(2);
});
