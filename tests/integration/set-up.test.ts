// The console's code creates the first admin, and allows twenty guesses.

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  firstAdminSchema,
  needsSetUp,
  newSetUpCode,
  setUpFirstAdmin,
} from "@/lib/identity/auth/service.server";
import { checkCredentials } from "@/lib/identity/auth/sign-in.server";
import { openTestApp, type TestApp } from "../support/app";

const RIA = "ria@example.com";
const PASSWORD = "a long password";

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});

beforeEach(async () => {
  await app.pool.query("TRUNCATE users, settings CASCADE");
});

afterAll(() => app.close());

const setUp = (code: string) =>
  setUpFirstAdmin({ code, name: "Ria", email: RIA, password: PASSWORD }, "192.0.2.1");

/** Result of a guess: the message if it was rejected. */
const guess = (code = "wrong") =>
  setUp(code).then(
    () => "right",
    ({ message }: Error) => message,
  );

const WRONG = "The code is not the one in the console.";
const SPENT = "No code is valid. Restart Leafwatch for a new one.";

test("limits concurrent guesses to twenty, after which the right code is rejected", async () => {
  const code = await newSetUpCode();

  const outcomes = await Promise.all(Array.from({ length: 60 }, () => guess()));

  expect(outcomes.filter((outcome) => outcome === WRONG)).toHaveLength(20);
  expect(outcomes.filter((outcome) => outcome === SPENT)).toHaveLength(40);
  expect(await guess(code)).toBe(SPENT);
  expect(await needsSetUp()).toBe(true);
});

test("accepts the right code at the twentieth guess; a new code resets the count", async () => {
  await newSetUpCode();
  for (let wrong = 0; wrong < 20; wrong += 1) await guess();
  const code = await newSetUpCode();
  for (let wrong = 0; wrong < 19; wrong += 1) await guess();

  expect(await guess(code)).toBe("right");
  expect(await checkCredentials({ email: RIA, password: PASSWORD }, { address: "192.0.2.1" })).toMatchObject({
    state: "in",
    account: { role: "admin" },
  });
  expect(await guess(code)).toBe("There is an account already. Sign in with it.");
});

test.each([" 1234-5678 ", "12345678", "1234 5678", "1234–5678"])("accepts the code typed as %s", (code) => {
  const typed = firstAdminSchema.parse({ code, name: "Ria", email: RIA, password: PASSWORD });
  expect(typed.code).toBe("1234-5678");
});
