import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { hashPassword } from "@/lib/auth/passwords.server";
import { checkCredentials, signIn as signInAt } from "@/lib/auth/sign-in.server";
import { log } from "@/lib/http/log.server";
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
