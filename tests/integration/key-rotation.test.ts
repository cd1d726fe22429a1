// The rotation of keys from the System page: started by an admin, done by a job, cut and continued.

import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { getPool } from "@/lib/base/db/pool.server";
import * as environment from "@/lib/base/env/env.server";
import { ensureQueue } from "@/lib/base/queue/service.server";
import { keyRing } from "@/lib/base/secrets/ring.server";
import { isSealedByNewest, seal } from "@/lib/base/secrets/seal.server";
import { clientSecretPurpose } from "@/lib/farm/tenancies/contract";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import {
  forgetOlderKeys,
  readKeyState,
  runRotation,
  startRotation,
} from "@/lib/operations/rotation/service.server";
import { addTenancy, type TestTenancy, useTestDatabase } from "../support/notifications";

const admin = makeActor({ kind: "user", id: 1, name: "Ria", role: "admin", tenancyId: null });
const grower = makeActor({ kind: "user", id: 2, name: "Gus", role: "grower", tenancyId: null });

let folder: string;
let file: string;
let tenancy: TestTenancy;
let leave: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leafwatch-rotation-"));
  file = join(folder, "secret-keys");
  const key = randomBytes(32).toString("base64");
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  process.env.LEAFWATCH_DATA_DIR = folder;
  process.env.LEAFWATCH_SECRET_KEYS = key;
  process.env.LEAFWATCH_SECRET_KEYS_FILE = file;
  leave = await useTestDatabase();
  tenancy = await addTenancy();
  await ensureQueue();
});
afterAll(async () => {
  await leave();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  const sealed = Buffer.from(seal("client secret", clientSecretPurpose(tenancy.tenantId)));
  await getPool().query("UPDATE tenancies SET client_secret = $1", [sealed]);
  await getPool().query("DELETE FROM graphile_worker._private_jobs");
  await getPool().query("DELETE FROM settings WHERE key = 'key-rotation'");
});

const ids = () => keyRing().map(({ id }) => id);

async function areSealedByNewest(): Promise<boolean[]> {
  const { rows } = await getPool().query<{ sealed: Buffer }>(
    "SELECT client_secret AS sealed FROM tenancies UNION ALL SELECT sealed FROM webhook_secrets",
  );
  return rows.map(({ sealed }) => isSealedByNewest(sealed));
}

async function audit(): Promise<string[]> {
  const { rows } = await getPool().query<{ line: string }>(
    "SELECT actor || ' ' || action AS line FROM audit_entries WHERE action LIKE 'keys.%' ORDER BY id",
  );
  return rows.map(({ line }) => line);
}

test("adds a key, seals everything with it, and then lets the older one go", async () => {
  const [first = ""] = ids();
  await expect(startRotation(grower)).rejects.toMatchObject({ code: "forbidden" });
  await startRotation(admin);
  expect(ids()).toEqual([expect.not.stringMatching(first), first]);
  expect(await readKeyState(admin)).toMatchObject({
    source: "file",
    file,
    older: [first],
    secrets: { opened: 2, lost: 0, older: 2 },
    run: { by: "Ria", finishedAt: null, done: 0, of: 2, error: null },
  });
  await expect(forgetOlderKeys(admin)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("Rotate the keys first"),
  });
  await runRotation(SYSTEM);
  expect(await areSealedByNewest()).toEqual([true, true]);
  expect(await readKeyState(admin)).toMatchObject({
    secrets: { opened: 2, lost: 0, older: 0 },
    run: { finishedAt: expect.any(String), done: 2, lost: 0, error: null },
  });
  await forgetOlderKeys(admin);
  expect(ids()).toHaveLength(1);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, "utf8")).trim()).toBe(keyRing()[0]?.master);
  expect(await audit()).toEqual([
    "Ria keys.rotation-started",
    "Leafwatch keys.rotated",
    "Ria keys.forgotten",
  ]);
  await expect(forgetOlderKeys(admin)).rejects.toMatchObject({ code: "conflict" });
});

test("goes on where it was cut, without another key, and says why it stopped", async () => {
  await startRotation(admin);
  const keys = ids();
  await getPool().query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'The disk failed'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON webhook_secrets FOR EACH ROW EXECUTE FUNCTION refuse()`);
  await expect(runRotation(SYSTEM)).rejects.toThrow();
  expect((await areSealedByNewest()).toSorted()).toEqual([false, true]);
  expect((await readKeyState(admin)).run).toMatchObject({
    finishedAt: null,
    error: expect.stringContaining("The disk failed"),
  });
  await getPool().query("DROP TRIGGER refuse ON webhook_secrets; DROP FUNCTION refuse()");
  await startRotation(admin);
  expect(ids()).toEqual(keys);
  await runRotation(SYSTEM);
  expect(await areSealedByNewest()).toEqual([true, true]);
  expect((await readKeyState(admin)).run).toMatchObject({ error: null, finishedAt: expect.any(String) });
  await forgetOlderKeys(admin);
});

/** Does work with keys from the environment, newest first. */
async function withGivenKeys(keys: string[], work: () => Promise<void>): Promise<void> {
  const { LEAFWATCH_SECRET_KEYS_FILE: _, ...given } = { ...environment.env(), LEAFWATCH_SECRET_KEYS: keys };
  const named = vi.spyOn(environment, "env").mockReturnValue(given);
  await work().finally(() => named.mockRestore());
}

test("with one key from the environment it says what to change there, and changes nothing", async () => {
  const master = keyRing()[0]?.master ?? "";
  await withGivenKeys([master], async () => {
    expect(await readKeyState(admin)).toMatchObject({ source: "environment", file: null, older: [] });
    await expect(startRotation(admin)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Put a new one before it"),
    });
    await expect(forgetOlderKeys(admin)).rejects.toMatchObject({ code: "conflict" });
  });
});

test("with two keys from the environment it seals with the first, and says when the other can go", async () => {
  const master = keyRing()[0]?.master ?? "";
  await withGivenKeys([randomBytes(32).toString("base64"), master], async () => {
    expect((await readKeyState(admin)).secrets).toEqual({ opened: 2, lost: 0, older: 2 });
    await startRotation(admin);
    await runRotation(SYSTEM);
    expect(await areSealedByNewest()).toEqual([true, true]);
    expect((await readKeyState(admin)).secrets).toEqual({ opened: 2, lost: 0, older: 0 });
  });
});
