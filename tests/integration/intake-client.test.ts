// Every statement of the intake uses its own Prisma client and connections.

import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { findTenancies } from "@/lib/alerting/webhooks/store.server";
import { OutOfReach } from "@/lib/base/db/error-code.server";
import { getIntakePool } from "@/lib/base/db/pool.server";
import { getIntakePrisma, getPrisma } from "@/lib/base/db/prisma.server";
import { addTenancy, alertOf, send, type TestTenancy, useTestDatabase } from "../support/notifications";

let leave: () => Promise<void>;
let farm: TestTenancy;

beforeAll(async () => {
  leave = await useTestDatabase();
  farm = await addTenancy();
});
afterAll(() => leave());

it("stores a notification with the intake's Prisma client alone", async () => {
  const client = vi.spyOn(getIntakePrisma(), "$queryRaw");
  const pool = vi.spyOn(getIntakePool(), "query");
  try {
    const sent = alertOf(farm);
    expect((await send(farm, sent)).status).toBe(200);
    expect((await send(farm, { ...sent, alertSeverity: "HIGH" })).answer.status).toBe("quarantined");
    const statements = client.mock.calls.map(([sql]) => ("text" in sql ? sql.text : ""));
    expect(statements.filter((text) => text.includes("INSERT INTO notifications"))).toHaveLength(2);
    expect(pool).toHaveBeenCalledTimes(client.mock.calls.length);
    expect(await getPrisma().alert.findFirst({ where: { alertId: sent.alertId } })).toMatchObject({
      severity: "LOW",
    });
  } finally {
    client.mockRestore();
    pool.mockRestore();
  }
});

it("cancels a hanging statement after the intake's timeout, and reports the database as unreachable", async () => {
  const client = await getIntakePool().connect();
  const { rows } = await client.query<{ limit: string }>(
    "SELECT current_setting('statement_timeout') AS limit",
  );
  client.release();
  expect(rows).toEqual([{ limit: "8s" }]);
  await getPrisma().$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE tenancies IN ACCESS EXCLUSIVE MODE`;
      await expect(findTenancies([farm.id])).rejects.toBeInstanceOf(OutOfReach);
    },
    { timeout: 20_000 },
  );
  expect((await findTenancies([farm.id])).get(farm.id)).toBe(farm.tenantId);
});
