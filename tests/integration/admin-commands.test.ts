// npm run admin as an operator calls it, on a database of its own, beside a running app.

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openRejected } from "@/lib/alerting/webhooks/service.server";
import { getPool } from "@/lib/base/db/pool.server";
import * as environment from "@/lib/base/env/env.server";
import { keyRing } from "@/lib/base/secrets/ring.server";
import { isSealedByNewest, seal } from "@/lib/base/secrets/seal.server";
import { clientSecretPurpose } from "@/lib/farm/tenancies/contract";
import { readSession } from "@/lib/identity/auth/sessions.server";
import { checkCredentials } from "@/lib/identity/auth/sign-in.server";
import { sessionSecret } from "@/lib/identity/auth/tokens.server";
import { lookAtPort } from "@/lib/operations/doctor/machine.server";
import { addAdmin, resetAdmin } from "../../scripts/lib/admin/accounts";
import { doctor } from "../../scripts/lib/admin/doctor";
import { rotateKeys } from "../../scripts/lib/admin/keys";
import { type Ending, RunningCommand } from "../support/command";
import { addTenancy, alertOf, send, type TestTenancy, useTestDatabase } from "../support/notifications";

/** Commands start processes, which is slow on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

let dataDir: string;
let drop: () => Promise<void>;
let tenancy: TestTenancy;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "leafwatch-admin-"));
  const key = randomBytes(32).toString("base64");
  await writeFile(join(dataDir, "secret-keys"), `${key}\n`, { mode: 0o600 });
  process.env.LEAFWATCH_DATA_DIR = dataDir;
  process.env.LEAFWATCH_SECRET_KEYS = key;
  process.env.LEAFWATCH_SECRET_KEYS_FILE = join(dataDir, "secret-keys");
  drop = await useTestDatabase();
  tenancy = await addTenancy();
});

afterAll(async () => {
  await drop();
  await rm(dataDir, { recursive: true });
});

/** Runs a command as an operator does, with the database and the data folder of this file. */
function admin(...args: string[]): Promise<Ending> {
  return adminWith({ DATABASE_URL: process.env.DATABASE_URL ?? "", LEAFWATCH_DATA_DIR: dataDir }, args);
}

function adminWith(settings: Record<string, string>, args: string[]): Promise<Ending> {
  const program = join(process.cwd(), "scripts", "admin.mjs");
  return new RunningCommand(process.execPath, [program, ...args], settings).ended;
}

/** The same in this process, without the second that a start takes. Returns the output. */
async function here(command: (args: string[]) => Promise<void>, ...args: string[]): Promise<string> {
  const said: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0);
  await command(args).finally(() => write.mockRestore());
  return said.join("");
}

describe("accounts", () => {
  test("creates an admin with a password that is shown once, and resets it", async () => {
    const made = await admin("create-admin", "Ria@farm.example", "--name", "Ria");
    const password = /shown only now: (\S+)/.exec(made.stdout)?.[1] ?? "";
    expect(made.code, made.stderr).toBe(0);
    const signIn = (text: string) =>
      checkCredentials({ email: "ria@farm.example", password: text }, { address: "::1" });
    expect(await signIn(password)).toMatchObject({ account: { role: "admin" } });
    await getPool().query("UPDATE users SET disabled_at = now(), totp_since = now(), totp_secret = '\\x02'");

    await here(resetAdmin, "ria@farm.example");
    expect((await getPool().query("SELECT FROM users WHERE totp_since IS NOT NULL")).rowCount).toBe(1);
    const reset = await here(resetAdmin, "ria@farm.example", "--remove-second-factor");
    const next = /shown only now: (\S+)/.exec(reset)?.[1] ?? "";
    expect(await signIn(password)).toEqual({ state: "wrong" });
    expect(await signIn(next)).toMatchObject({ state: "in" });
    const { rows } = await getPool().query("SELECT actor, action FROM audit_entries ORDER BY id");
    expect(rows).toEqual([
      { actor: "Command line", action: "user.created" },
      { actor: "Command line", action: "user.rescued" },
      { actor: "Command line", action: "user.rescued" },
    ]);
  });

  test("reports an error in one sentence, with code 1", async () => {
    const { code, stderr } = await admin("reset-admin", "nobody@farm.example");
    expect([code, stderr]).toEqual([1, "nobody@farm.example has no account: make one with create-admin.\n"]);
    expect(await admin("dance")).toMatchObject({
      code: 1,
      stderr: "Unknown command dance: npm run admin -- help lists all commands.\n",
    });
    await expect(here(addAdmin, "ria")).rejects.toThrow(/ria is not an e-mail address/);
  });
});

describe("rotate-keys", () => {
  test("reseals everything while notifications arrive; sessions and stored requests stay valid", async () => {
    const [first] = keyRing();
    const session = await encode({ token: { uid: 1, version: 1 }, secret: sessionSecret() });
    const sealed = seal("client secret", clientSecretPurpose(tenancy.tenantId));
    await getPool().query("UPDATE tenancies SET client_secret = $1", [Buffer.from(sealed)]);
    await send({ ...tenancy, secret: "another one" }, alertOf(tenancy));

    const statuses: number[] = [];
    let rotating = true;
    const rotation = admin("rotate-keys").finally(() => {
      rotating = false;
    });
    while (rotating) statuses.push((await send(tenancy, alertOf(tenancy))).status);
    const { code, stdout, stderr } = await rotation;

    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/3 secrets are sealed under the key/);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(keyRing().map(({ id }) => id)).toEqual([expect.not.stringMatching(first?.id ?? ""), first?.id]);
    expect(await readSession(session)).toMatchObject({ uid: 1 });
    expect((await stat(join(dataDir, "secret-keys"))).mode & 0o777).toBe(0o600);
    const { rows } = await getPool().query<{ sealed: Buffer; hash: string | null }>(
      `SELECT client_secret AS sealed, null AS hash FROM tenancies
       UNION ALL SELECT sealed, null FROM webhook_secrets
       UNION ALL SELECT body, encode(refused_hash, 'hex') FROM deliveries WHERE outcome = 'rejected'
       UNION ALL SELECT $1, null`,
      [await readFile(join(dataDir, "webhook-keys.sealed"))],
    );
    expect(rows.map((row) => isSealedByNewest(row.sealed))).toEqual([true, true, true, true]);
    const kept = rows.find(({ hash }) => hash !== null);
    expect(kept && openRejected(kept.sealed, kept.hash ?? "").body.toString()).toContain(tenancy.tenantId);
  });

  test("keeps the older keys if they sealed values that the rotation does not know", async () => {
    await getPool().query("CREATE TABLE unknown_seals (sealed bytea)");
    await getPool().query("INSERT INTO unknown_seals VALUES ($1)", [Buffer.from(seal("x", "y"))]);
    await expect(here(rotateKeys, "--forget-old")).rejects.toThrow(/unknown_seals\.sealed holds values/);
    expect(keyRing()).toHaveLength(3);
    await getPool().query("DROP TABLE unknown_seals");
  });

  test("removes the older keys on request, which ends the sessions that they signed", async () => {
    const session = await encode({ token: { uid: 1, version: 1 }, secret: sessionSecret() });
    expect(await here(rotateKeys, "--forget-old")).toMatch(/are forgotten/);
    expect(keyRing()).toHaveLength(1);
    expect(await readSession(session)).toBeNull();
    expect((await send(tenancy, alertOf(tenancy))).status).toBe(200);
  });

  test("reports what to do if the environment has only one key", async () => {
    vi.stubEnv("LEAFWATCH_SECRET_KEYS_FILE", "");
    await expect(here(rotateKeys)).rejects.toThrow(/LEAFWATCH_SECRET_KEYS holds one key only/);
    vi.unstubAllEnvs();
  });
});

test.each([["backup", "."], ["prune", "--dry-run"], ["rotate-keys"], ["reset-admin", "ria@farm.example"]])(
  "%s does not create a database",
  async (...args) => {
    const empty = await mkdtemp(join(tmpdir(), "leafwatch-admin-"));
    const { code, stderr } = await adminWith({ LEAFWATCH_DATA_DIR: empty }, args);
    expect([code, stderr]).toEqual([
      1,
      `There is no database in ${empty}: set DATABASE_URL or LEAFWATCH_DATA_DIR as Leafwatch has it (a first npm start makes one).\n`,
    ]);
    expect(await readdir(empty)).toEqual([]);
    await rm(empty, { recursive: true });
  },
);

test.each([["backup", "."], ["rotate-keys"]])("%s does not create keys", async (...args) => {
  const wrong = join(tmpdir(), `leafwatch-admin-${randomBytes(6).toString("hex")}`);
  const settings = { DATABASE_URL: process.env.DATABASE_URL ?? "", LEAFWATCH_DATA_DIR: wrong };
  const { code, stderr } = await adminWith({ ...settings, LEAFWATCH_SECRET_KEYS: "" }, args);
  expect([code, stderr]).toEqual([
    1,
    `There are no keys in ${wrong}: set LEAFWATCH_DATA_DIR or LEAFWATCH_SECRET_KEYS as Leafwatch has it (a first npm start makes them).\n`,
  ]);
  await expect(stat(wrong)).rejects.toThrow("ENOENT");
});

test("doctor calls Leafwatch at the address in HOST", async () => {
  const server = createServer((_, response) => response.end("live"));
  await once(server.listen(0, "127.0.0.2"), "listening");
  const { port } = server.address() as AddressInfo;
  const given = { ...environment.env(), PORT: port, HOST: "127.0.0.2" };
  const named = vi.spyOn(environment, "env").mockReturnValue(given);
  const finding = await lookAtPort().finally(() => named.mockRestore());
  server.close();
  expect(finding).toMatchObject({ state: "ok", is: `Leafwatch answers on port ${port}` });
});

test("doctor reports what is wrong and what to do about it", async () => {
  const before = await here(doctor);
  expect(before).toMatch(/^ok {4}The keys open all \d+ stored secrets\.$/m);
  expect(before).toMatch(
    /^warn {2}Farm \w+: no notification has come yet|^ok {4}Farm \w+: the last notification/m,
  );
  expect(before).toMatch(/^warn {2}Farm \w+: nobody is told of HIGH alerts\.\n {6}Make a rule for the team/m);
  expect(before).toMatch(
    /^warn {2}No process has ever run that runs background jobs\.\n {6}Start Leafwatch/m,
  );
  await chmod(join(dataDir, "secret-keys"), 0o644);
  await getPool().query("UPDATE tenancies SET client_secret = '\\x0200'");
  const after = await here(doctor);
  expect(after).toMatch(/^bad {3}Others may read .*secret-keys\.\n {6}Close it: chmod 600/m);
  expect(after).toMatch(/^bad {3}The keys open \d+ stored secrets and 1 not\.\n {6}Put the key back/m);
  expect([after.match(/^bad/gm)?.length, process.exitCode]).toEqual([2, 1]);
  process.exitCode = undefined;
});
