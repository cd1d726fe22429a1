// Connections that the server ends: the next statement on one fails, and the process goes on.

import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as areas } from "@/app/api/v1/areas/route";
import { getIntakePool, getPool } from "@/lib/base/db/pool.server";
import { useFreshDatabase } from "../support/connected-tenancy";
import { addTenancy, addToken } from "../support/notifications";

let leave: () => Promise<void>;

beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());

test.each([
  ["pool", getPool],
  ["intake pool", getIntakePool],
])("fails the next statement of a connection of the %s that the server ended", async (_, pool) => {
  const client = await pool().connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const ended = new Promise((resolve) => client.once("end", resolve));
  await getPool().query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  await ended;
  await expect(client.query("SELECT 1")).rejects.toThrow();
  client.release(true);
  expect((await pool().query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("returns 503 with Retry-After while every connection is taken", async () => {
  await addTenancy();
  const authorization = `Bearer ${await addToken("viewer")}`;
  const read = () =>
    areas(new Request("http://leafwatch.test/api/v1/areas", { headers: { authorization } }), {
      params: Promise.resolve({}),
    });
  expect((await read()).status).toBe(200);
  const { max } = getPool().options;
  const taken = await Promise.all(Array.from({ length: max }, () => getPool().connect()));
  const answer = await read();
  for (const client of taken) client.release();
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(await answer.json()).toMatchObject({ detail: expect.stringContaining("out of reach or slow") });
  expect((await read()).status).toBe(200);
});
