// Connections that the server ends: who holds one is told at its next statement, and the process goes on.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getIntakePool, getPool } from "@/lib/db/pool.server";
import { useFreshDatabase } from "../support/connected-tenancy";

let leave: () => Promise<void>;

beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());

test.each([
  ["pool", getPool],
  ["intake pool", getIntakePool],
])("a connection of the %s that ends between two statements fails the next one", async (_, pool) => {
  const client = await pool().connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  await getPool().query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  await sleep(200);
  await expect(client.query("SELECT 1")).rejects.toThrow();
  client.release(true);
  expect((await pool().query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});
