import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { runOnce } from "graphile-worker";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { noteTry } from "@/lib/auth/guess-store.server";
import { hashPassword } from "@/lib/auth/passwords.server";
import { checkCredentials, signIn as signInAt } from "@/lib/auth/sign-in.server";
import { log } from "@/lib/http/log.server";
import { enqueue, quiet } from "@/lib/jobs/service.server";
import { tasks } from "@/lib/jobs/tasks.server";
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

/** Wrong tries of the past, from elsewhere. */
const addTries = (account: string, count: number, minutesAgo: number) =>
  app.pool.query(
    `INSERT INTO sign_in_failures (account, address, at)
     SELECT $1, '198.51.100.1', now() - make_interval(mins => $3) FROM generate_series(1, $2)`,
    [account, count, minutesAgo],
  );

/** Wrong tries from here, each for another account. */
const addTriesFromHere = (count: number, minutesAgo: number) =>
  app.pool.query(
    `INSERT INTO sign_in_failures (account, address, at)
     SELECT 'person-' || n || '@example.com', $1, now() - make_interval(mins => $3) FROM generate_series(1, $2) n`,
    [HERE, count, minutesAgo],
  );

const kept = async (account: string) =>
  (await app.pool.query("SELECT FROM sign_in_failures WHERE account = $1", [account])).rowCount;

const signIn = (password: string, email = RIA) => checkCredentials({ email, password }, HERE);

async function tryElsewhere(tries: number): Promise<{ wrong: number; refused: number }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...bundled("tests/support/sign-in-process.ts"), String(tries), RIA],
    { env: process.env },
  );
  return JSON.parse(stdout);
}

test("two processes that guess at once are given a hundred tries an hour between them", async () => {
  await addTries(RIA, 92, 30);

  const [one, other] = await Promise.all([tryElsewhere(6), tryElsewhere(6)]);

  expect(one.wrong + other.wrong).toBe(8);
  expect(one.refused + other.refused).toBe(4);
  expect(await kept(RIA)).toBe(100);
  expect(await signIn(PASSWORD)).toEqual({ state: "refused" });
}, 120_000);

test("after ten wrong tries in 15 minutes, from wherever, the next one waits; the right password still fits", async () => {
  await addTries(RIA, 10, 10);
  const began = Date.now();

  expect(await signIn(PASSWORD)).toMatchObject({ state: "in", account: { email: RIA } });
  expect(Date.now() - began).toBeGreaterThanOrEqual(990);
});

test("an account that does not exist is answered like a wrong password, and closes like one", async () => {
  await addTries("nobody@example.com", 99, 30);

  expect(await signIn("not the password", "Nobody@Example.com")).toEqual(await signIn("not the password"));
  expect(await signIn("not the password", "nobody@example.com")).toEqual({ state: "refused" });
});

test("signing in forgets the wrong tries from the same address alone", async () => {
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
])("%s is wrong, and nothing is kept of it", async (_, input) => {
  expect(await checkCredentials(input, HERE)).toEqual({ state: "wrong" });
  expect((await app.pool.query("SELECT FROM sign_in_failures")).rowCount).toBe(0);
});

test("a try that failed has a line in the log with the address, and nothing of what was typed", async () => {
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

describe("who tries one password at many accounts", () => {
  test("is slowed from fifty wrong tries on, and refused from two hundred on, by their address", async () => {
    await addTriesFromHere(49, 10);
    expect(await noteTry("one@example.com", HERE)).toMatchObject({ waitMs: 0 });
    expect(await noteTry("another@example.com", HERE)).toMatchObject({ waitMs: 1_000 });

    await addTriesFromHere(149, 5);
    expect(await signIn("not the password", "third@example.com")).toEqual({ state: "refused" });
    expect(await signIn(PASSWORD)).toEqual({ state: "refused" });
    expect(await kept(RIA)).toBe(0);
    expect(await checkCredentials({ email: RIA, password: PASSWORD }, "192.0.2.201")).toMatchObject({
      state: "in",
    });
  });

  test("counts as one with all who share its network of IPv6", async () => {
    for (let n = 0; n < 50; n += 1) await noteTry(`person-${n}@example.com`, `2001:db8:0:1::${n}`);
    expect(await noteTry("one@example.com", "2001:db8:0:1:a:b:c:d")).toMatchObject({ waitMs: 1_000 });
    expect(await noteTry("one@example.com", "2001:db8:0:2::7")).toMatchObject({ waitMs: 0 });
  });

  test("may go on a quarter of an hour later", async () => {
    await addTriesFromHere(200, 16);

    expect(await signIn(PASSWORD)).toMatchObject({ state: "in" });
  });

  test("holds nobody up who is signed in at the same address", async () => {
    await addTriesFromHere(200, 5);
    await app.pool.query(
      `INSERT INTO user_sessions (id, user_id, expires_at, address, browser)
       SELECT 'here', id, now() + interval '1 day', $2, 'test' FROM users WHERE email = $1`,
      [RIA, HERE],
    );

    expect(await signIn(PASSWORD)).toMatchObject({ state: "in" });
    await app.pool.query("TRUNCATE user_sessions");
  });
});

test("a flood of passwords to check is refused and counts against nobody; who makes one is never refused", async () => {
  const hashes = Array.from({ length: 200 }, () => hashPassword(PASSWORD));

  expect(await signIn(PASSWORD)).toEqual({ state: "refused" });
  expect(await kept(RIA)).toBe(0);
  expect(new Set(await Promise.all(hashes)).size).toBe(200);
  expect(await signIn(PASSWORD)).toMatchObject({ state: "in" });
}, 120_000);

test("tries are forgotten after a day, whether anybody gets in or not", async () => {
  await addTries("nobody@example.com", 3, 25 * 60);
  await addTries("nobody@example.com", 2, 23 * 60);

  await enqueue("tidy-up", {});
  await runOnce({ pgPool: app.pool, taskList: tasks, logger: quiet, noHandleSignals: true });

  expect(await kept("nobody@example.com")).toBe(2);
});
