// Sign-ins in the audit: what is recorded, what a flood adds, and how it is found.

import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET as exportAuditLines } from "@/app/api/v1/audit.csv/route";
import { log } from "@/lib/base/request/log.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import type { AuditFilter } from "@/lib/identity/audit/contract";
import { listAudit } from "@/lib/identity/audit/service.server";
import { endSession } from "@/lib/identity/auth/sessions.server";
import { signIn, signInByCode } from "@/lib/identity/auth/sign-in.server";
import { recordFailedSignIn } from "@/lib/identity/auth/sign-in-audit.server";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { emptyAudit } from "../support/audit";
import { addPerson, PASSWORD, type Person } from "../support/people";

const RIA = "ria@farm.example";

let app: TestApp;
let ria: Person;
let nth = 0;

beforeAll(async () => {
  log.level = "silent";
  app = await openTestApp();
});

beforeEach(async () => {
  await app.pool.query("TRUNCATE users, sign_in_failures CASCADE");
  ria = await addPerson(app.pool, "grower");
  await app.pool.query("UPDATE users SET email = $1, name = 'Ria' WHERE id = $2", [RIA, ria.id]);
  await emptyAudit(app.pool);
  nth += 1;
});

afterAll(() => app.close());

/** Failures are counted by network: each test has its own. */
const place = () => ({ address: `192.0.2.${nth}`, browser: "Firefox" });
const enter = (password: string, email = RIA) => signIn({ email, password }, place());

async function lines(filter: Omit<AuditFilter, "q"> = {}) {
  const { items } = await listAudit(SYSTEM, { kind: "sign-in", ...filter });
  return items.map(({ actor, action, target, address, detail }) => [actor, action, target, address, detail]);
}

/** A loaded machine writes a thousand lines in more than a second. */
const SLOW = { timeout: 15_000 };

/** Failed sign-ins are written after the answer. */
const untilLines = (count: number) =>
  vi.waitFor(async () => {
    const found = await lines();
    expect(found).toHaveLength(count);
    return found;
  }, SLOW);

test("records who signed in and out, how, and from where", async () => {
  const entered = await enter(PASSWORD);
  if (entered.state !== "in") throw new Error(entered.state);
  await endSession(entered.claims, place().address);
  await endSession(entered.claims, place().address);

  expect(await lines()).toEqual([
    ["Ria", "user.signed-out", RIA, place().address, null],
    ["Ria", "user.signed-in", RIA, place().address, { by: "password" }],
  ]);
  expect((await listAudit(SYSTEM, {})).items[0]?.account).toBe(RIA);
});

test("records a wrong password and a wrong code, and no e-mail without an account", async () => {
  await enter("not the password");
  expect(await untilLines(1)).toEqual([
    ["Not signed in", "user.sign-in-failed", RIA, place().address, { attempts: "1" }],
  ]);
  await enter("secret", "my password@example.com");
  expect((await untilLines(2))[0]?.slice(0, 3)).toEqual([
    "Not signed in",
    "user.sign-in-failed",
    "an unknown account",
  ]);
  await app.pool.query("UPDATE users SET totp_since = now()");
  const first = await enter(PASSWORD);
  if (first.state !== "code") throw new Error(first.state);
  await signInByCode(first.pending, "AAAA-AAAA-AAAA-AAAA", place());
  expect((await untilLines(3))[0]?.slice(0, 3)).toEqual(["Not signed in", "user.second-factor-failed", RIA]);
  expect(JSON.stringify((await listAudit(SYSTEM, {})).items)).not.toMatch(/my password/);
});

test("a flood adds a line at the first, tenth and hundredth try, and 120 an hour in all", async () => {
  const flood = (address: string) => recordFailedSignIn("wrong", { account: RIA, address });
  for (let tries = 0; tries < 250; tries++) flood("198.51.100.1");
  const found = await untilLines(3);
  expect(found.map((line) => line[4])).toEqual(
    expect.arrayContaining([{ attempts: "1" }, { attempts: "10" }, { attempts: "100" }]),
  );

  for (let network = 0; network < 1_000; network++) flood(`203.0.${network >> 8}.${network & 255}`);
  await vi.waitFor(async () => {
    const all = await app.pool.query("SELECT FROM audit_entries WHERE action = 'user.sign-ins-unlisted'");
    expect(all.rowCount).toBe(1);
  }, SLOW);
  const { rows } = await app.pool.query("SELECT count(*)::int AS count FROM audit_entries");
  expect(rows[0]?.count).toBeLessThanOrEqual(121);
});

test("is filtered by person, kind and period, in the page's list and in the API alike", async () => {
  const insert = (at: string, actorId: number | null, action: string, target: string) =>
    app.pool.query(
      "INSERT INTO audit_entries (at, actor, actor_id, action, target) VALUES ($1, 'X', $2, $3, $4)",
      [at, actorId, action, target],
    );
  await insert("2026-11-01T10:00:00Z", ria.id, "alert.acknowledged", "A1");
  await insert("2026-11-02T10:00:00Z", null, "user.edited", RIA);
  await insert("2026-11-03T10:00:00Z", null, "user.sign-in-failed", RIA);
  await insert("2026-11-04T10:00:00Z", null, "token.created", "reports");
  await insert("2026-11-05T10:00:00Z", null, "backup.made", "a file");
  const found = async (filter: Omit<AuditFilter, "q">) =>
    (await listAudit(SYSTEM, filter)).items.map(({ action }) => action);

  expect(await found({ person: RIA.toUpperCase() })).toEqual([
    "user.sign-in-failed",
    "user.edited",
    "alert.acknowledged",
  ]);
  expect(await found({ kind: "user" })).toEqual(["user.edited"]);
  expect(await found({ kind: "sign-in" })).toEqual(["user.sign-in-failed"]);
  expect(await found({ kind: "installation" })).toEqual(["backup.made"]);
  const period = { from: "2026-11-02T10:00:00Z", to: "2026-11-04T11:00:00+01:00" };
  expect(await found(period)).toEqual(["token.created", "user.sign-in-failed", "user.edited"]);
  expect(await found({ ...period, person: RIA, kind: "sign-in" })).toEqual(["user.sign-in-failed"]);

  const csv = async (query: string) =>
    call(exportAuditLines, `/api/v1/audit.csv?${query}`, { token: TOKENS.admin });
  const text = await (await csv(`person=${RIA}&kind=user&from=2026-11-01T00:00:00Z`)).text();
  expect(text.trimEnd().split("\n")).toHaveLength(2);
  for (const wrong of ["kind=nothing", "from=yesterday", "person=a&person=b"])
    expect((await csv(wrong)).status, wrong).toBe(400);
});
