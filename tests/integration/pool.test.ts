// Connections that the server ends: who holds one is told at its next statement, and the process goes on.

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
])("a connection of the %s that ends between two statements fails the next one", async (_, pool) => {
  const client = await pool().connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const ended = new Promise((resolve) => client.once("end", resolve));
  await getPool().query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  await ended;
  await expect(client.query("SELECT 1")).rejects.toThrow();
  client.release(true);
  expect((await pool().query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("when every connection is taken, a reader is told to come again, not that the program is at fault", async () => {
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
