// Where two factors are required: who is let in, and how a person without a second one sets it up.

import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET as me } from "@/app/api/v1/me/route";
import { log } from "@/lib/base/request/log.server";
import { currentActor, currentEnrolment, needsSecondFactor } from "@/lib/identity/auth/guard.server";
import { totpCode } from "@/lib/identity/auth/totp.server";
import { beginRequiredCodes, confirmRequiredCodes } from "@/lib/identity/users/account-actions";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { addPerson, type Person } from "../support/people";

const set = vi.hoisted(() => ({ who: "optional", cookie: "" }));

vi.mock("@/lib/base/env/env.server", async (original) => {
  const { env } = await original<typeof import("@/lib/base/env/env.server")>();
  return { env: () => ({ ...env(), LEAFWATCH_SECOND_FACTOR: set.who }) };
});

vi.mock("next/headers", () => ({
  headers: async () => new Headers({ origin: "http://localhost:3000", host: "localhost:3000" }),
  cookies: async () => ({
    get: (name: string) => {
      const pair = set.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
      return pair && { name, value: decodeURIComponent(pair.slice(name.length + 1)) };
    },
  }),
}));

vi.mock("next/navigation", () => ({ unstable_rethrow: () => undefined }));

let app: TestApp;
let admin: Person;
let grower: Person;

beforeAll(async () => {
  log.level = "silent";
  app = await openTestApp();
});

beforeEach(async () => {
  set.who = "optional";
  await app.pool.query("TRUNCATE users CASCADE");
  [admin, grower] = [await addPerson(app.pool, "admin"), await addPerson(app.pool, "grower")];
});

afterAll(() => app.close());

const statusOf = async ({ cookie }: Person) =>
  (await call(me, "/api/v1/me", { token: null, init: { headers: { cookie } } })).status;

function browse({ cookie }: Person): void {
  set.cookie = cookie;
}

test.each([
  ["optional", [200, 200]],
  ["admins", [401, 200]],
  ["all", [401, 401]],
])("required of %s: admin and grower without one get %j; tokens work", async (who, statuses) => {
  set.who = who;
  expect([await statusOf(admin), await statusOf(grower)]).toEqual(statuses);
  expect(needsSecondFactor("admin")).toBe(who !== "optional");
  expect((await call(me, "/api/v1/me", { token: TOKENS.admin })).status).toBe(200);
});

test("a person without one may do nothing but set it up, and then everything", async () => {
  set.who = "all";
  browse(grower);
  expect(await currentActor()).toBeNull();
  expect(await currentEnrolment()).toMatchObject({ id: grower.id, role: "viewer", areas: [] });

  const begun = await beginRequiredCodes({});
  if (!begun.ok) throw new Error(begun.error.message);
  const code = totpCode(begun.value.key, Math.floor(Date.now() / 30_000));
  expect(await confirmRequiredCodes({ code: "no code" })).toMatchObject({ error: { parameter: "code" } });
  expect(await statusOf(grower)).toBe(401);
  const confirmed = await confirmRequiredCodes({ code });

  expect(confirmed).toMatchObject({ ok: true });
  expect(confirmed.ok && confirmed.value.codes).toHaveLength(10);
  expect(await statusOf(grower)).toBe(200);
  expect(await currentActor()).toMatchObject({ id: grower.id, role: "grower" });
  expect(await currentEnrolment()).toBeNull();
  expect(await beginRequiredCodes({})).toMatchObject({ ok: false, error: { signedOut: true } });
});

test("a session older than 15 minutes has to begin with the password again", async () => {
  set.who = "all";
  browse(grower);
  await app.pool.query("UPDATE user_sessions SET created_at = now() - interval '16 minutes'");

  expect(await currentEnrolment()).toBeNull();
  expect(await beginRequiredCodes({})).toMatchObject({ ok: false, error: { signedOut: true } });
});

test("single sign-on is the provider's business", async () => {
  set.who = "all";
  await app.pool.query("UPDATE user_sessions SET single_sign_on = true WHERE user_id = $1", [grower.id]);

  expect(await statusOf(grower)).toBe(200);
});
