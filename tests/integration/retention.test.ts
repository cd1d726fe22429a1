import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as eventsOfScreen } from "@/app/api/v1/alerts/route";
import { getPool } from "@/lib/base/db/pool.server";
import { DEFAULT_RETENTION } from "@/lib/farm/retention/contract";
import { prune, readRetention, saveRetention } from "@/lib/farm/retention/service.server";
import { deleteTenancy } from "@/lib/farm/tenancies/deletion.server";
import { deleteRows, visibleTenancies } from "@/lib/farm/tenancies/service.server";
import { hashToken } from "@/lib/identity/auth/tokens.server";
import { createTenancy, listTenancies, saveSettings } from "@/lib/operations/connecting/admin.server";
import { applyProvisioning } from "@/lib/operations/provisioning/service.server";
import { admin, viewer } from "../support/connected-tenancy";
import {
  addTenancy,
  alertOf,
  call,
  newUlid,
  send,
  type TestTenancy,
  useTestDatabase,
} from "../support/notifications";

let drop: () => Promise<void>;
let tenancy: TestTenancy;
let other: TestTenancy;

beforeAll(async () => {
  drop = await useTestDatabase();
  tenancy = await addTenancy();
  other = await addTenancy();
});

afterAll(() => drop());

const NOW = new Date("2026-11-22T12:00:00Z");
const count = async (from: string) =>
  (await getPool().query<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`)).rows[0]?.n;

describe("retention", () => {
  test("prunes older data, only counts in a dry run, and never prunes alerts or notifications", async () => {
    await send(tenancy, alertOf(tenancy));
    await send(tenancy, alertOf(tenancy));
    // As if it had been applied from the spool.
    const spooled = alertOf(tenancy);
    await send(tenancy, spooled);
    await getPool().query(
      "UPDATE deliveries SET outcome = 'spooled', answered = 'spooled' WHERE alert_id = $1",
      [spooled.alertId],
    );
    await getPool().query(
      "INSERT INTO deliveries (received_at, outcome, bytes) VALUES (now(), 'rejected', 1)",
    );
    await getPool().query("UPDATE deliveries SET received_at = '2026-01-01'");
    await getPool().query(
      `INSERT INTO queries (id, tenancy_id, type, asked, filters, purpose, requested_by, status,
      finished_at) SELECT n::text, $1, 'indices', '{}', '{}', 'sync', 'x', 'completed', '2025-01-01'
      FROM generate_series(1, 12000) n`,
      [tenancy.id],
    );
    await getPool().query(
      "INSERT INTO rejected_rows (tenancy_id, query_id, line, reason, text) SELECT tenancy_id, id, 1, 'no number', 'x' FROM queries",
    );
    await getPool().query(`INSERT INTO audit_entries (at, actor, action, target)
      VALUES ('2020-01-01', 'x', 'user.edited', 'x'), ('2026-11-21', 'x', 'user.edited', 'x')`);
    await saveRetention(admin, { ...DEFAULT_RETENTION, bodiesDays: 30, auditDays: 400 });

    const expected = {
      bodiesDays: 3,
      rejectedDays: 1,
      auditDays: 1,
      noticesDays: 0,
      queriesDays: 24_000,
      outagesDays: 0,
    };
    expect(await prune(admin, { dryRun: true, now: NOW })).toEqual(expected);
    expect(await prune(admin, { now: NOW })).toEqual(expected);
    expect(await count("deliveries WHERE outcome IN ('accepted', 'spooled') AND body IS NULL")).toBe(3);
    expect(await count("deliveries WHERE outcome = 'rejected'")).toBe(0);
    expect([await count("notifications"), await count("alerts")]).toEqual([3, 3]);
    expect(await count("audit_entries WHERE actor = 'x'")).toBe(1);
    expect([await count("queries"), await count("rejected_rows")]).toEqual([0, 0]);
  });

  test("recognises duplicates of pruned bodies", async () => {
    const again = alertOf(tenancy);
    await send(tenancy, again);
    await getPool().query("UPDATE deliveries SET received_at = '2026-01-01' WHERE outcome = 'accepted'");
    await prune(admin, { now: NOW });
    expect((await send(tenancy, again)).answer).toEqual({ status: "duplicate" });
  });

  test("is locked while the provisioning file sets it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "leafwatch-retention-"));
    const file = join(folder, "provision.json");
    await writeFile(file, JSON.stringify({ retention: { auditDays: 90, outagesDays: null } }));
    await applyProvisioning(file);
    const { retention, locked } = await readRetention(admin);
    expect([retention.auditDays, locked]).toEqual([90, ["auditDays", "outagesDays"]]);
    await expect(saveRetention(admin, { ...retention, auditDays: 100 })).rejects.toMatchObject({
      parameter: "auditDays",
    });
    await writeFile(file, "{}");
    await applyProvisioning(file);
    expect((await readRetention(admin)).locked).toEqual([]);
    await writeFile(file, JSON.stringify({ retention: { auditDays: 3 } }));
    await expect(applyProvisioning(file)).rejects.toThrow("retention.auditDays: has to be 30 days or more");
    await rm(folder, { recursive: true });
    await expect(readRetention(viewer)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("deletion of a tenancy", () => {
  test("requires its name, and is rejected while the provisioning file names the tenancy", async () => {
    const { tenantId } = other;
    await expect(deleteTenancy(viewer, { tenantId, name: "x" })).rejects.toMatchObject({ code: "forbidden" });
    await expect(deleteTenancy(admin, { tenantId, name: "x" })).rejects.toMatchObject({ parameter: "name" });
    await getPool().query("UPDATE tenancies SET locked_fields = '{name}' WHERE id = $1", [other.id]);
    await expect(deleteTenancy(admin, { tenantId, name: `Farm ${tenantId}` })).rejects.toThrow(
      /provisioning file/,
    );
    await getPool().query("UPDATE tenancies SET locked_fields = '{}'");
  });

  test("rejects new data, revokes its screens' access, and leaves no row behind", async () => {
    const token = newUlid() + newUlid();
    await getPool().query(
      "INSERT INTO screens (name, token_hash, view, created_by, tenancy_id) VALUES ('Hall', $1, 'alerts', 'x', $2)",
      [hashToken(token), tenancy.id],
    );
    await fillEveryTable(tenancy.id);
    expect((await call(eventsOfScreen, token)).status).toBe(200);
    await deleteTenancy(admin, { tenantId: tenancy.tenantId, name: `Farm ${tenancy.tenantId}` });

    await expect.poll(async () => (await send(tenancy, alertOf(tenancy))).status).toBe(401);
    expect((await call(eventsOfScreen, token)).status).toBe(401);
    expect((await visibleTenancies(admin)).map(({ id }) => id)).toEqual([other.id]);
    expect((await listTenancies(admin)).find(({ id }) => id === tenancy.id)?.deleting).toBe(true);
    await expect(saveSettings(admin, tenancy.tenantId, {} as never)).rejects.toThrow(/being deleted/);

    await deleteRows(admin, tenancy.id);
    expect(await count(`tenancies WHERE id = ${tenancy.id}`)).toBe(1);
    await getPool().query("UPDATE tenancies SET deleting_at = '2026-01-01' WHERE id = $1", [tenancy.id]);
    await deleteRows(admin, tenancy.id);
    expect(await rowsOf(tenancy.id)).toEqual({});
    expect(await count(`tenancies WHERE id = ${tenancy.id}`)).toBe(0);
    expect((await send(other, alertOf(other))).status).toBe(200);
    const { rows } = await getPool().query("SELECT action FROM audit_entries ORDER BY id DESC LIMIT 2");
    expect(rows.map(({ action }) => action)).toEqual(["tenancy.deleted", "tenancy.deletion-begun"]);
    await createTenancy(admin, { tenantId: tenancy.tenantId, name: "Anew", timeZone: "UTC" });
  });
});

async function tablesOfTenancies(): Promise<string[]> {
  const { rows } = await getPool().query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'tenancy_id' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Row counts of a tenancy by table, without empty tables. */
async function rowsOf(id: number): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of await tablesOfTenancies()) {
    const n = (await count(`${table} WHERE tenancy_id = ${id}`)) ?? 0;
    if (n > 0) found[table] = n;
  }
  return found;
}

/** Inserts a row of a tenancy into each of its tables, whatever the columns. */
async function fillEveryTable(id: number): Promise<void> {
  await getPool().query("INSERT INTO users (id, email, name, role) VALUES (0, 'x', 'x', 'viewer')");
  for (const table of await tablesOfTenancies()) {
    const { rows } = await getPool().query<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_name = $1 AND table_schema = 'public' AND is_nullable = 'NO' AND column_default IS NULL
         AND column_name <> 'tenancy_id'`,
      [table],
    );
    const names = ["tenancy_id", ...rows.map(({ name }) => `"${name}"`)].join(", ");
    const values = [String(id), ...rows.map(({ type }) => SAMPLES[type] ?? "0")].join(", ");
    await getPool().query(`INSERT INTO ${table} (${names}) VALUES (${values})`);
  }
  expect(Object.keys(await rowsOf(id))).toEqual(await tablesOfTenancies());
}

const SAMPLES: Record<string, string> = {
  text: "gen_random_uuid()::text",
  bytea: "'\\x01'",
  jsonb: "'{}'",
  boolean: "false",
  date: "now()",
  "timestamp with time zone": "now()",
  ARRAY: "'{}'",
};
