import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import pg from "pg";
import { expect, it } from "vitest";
import { isOutage } from "./error-code.server";

const toFault = async (connectionString: string) =>
  new pg.Client({ connectionString, connectionTimeoutMillis: 50 }).connect().then(
    () => null,
    (error: unknown) => error,
  );

it.each([
  ["a port that nobody listens on", "postgresql://nobody@127.0.0.1:1/none"],
  ["a host without an address", "postgresql://nobody@database.invalid/none"],
  ["a socket that is not there", "postgresql://nobody@/none?host=/nowhere"],
])("%s is out of reach", async (_, url) => {
  expect(isOutage(await toFault(url))).toBe(true);
});

it("a server that says nothing is out of reach", async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  expect(isOutage(await toFault(`postgresql://nobody@127.0.0.1:${port}/none`))).toBe(true);
  server.close();
});

it("a file that is not there is no database that is out of reach", async () => {
  const missing = await readFile("/nowhere/provision.json").catch((error: unknown) => error);
  expect(isOutage(new Error("The file can't be read", { cause: missing }))).toBe(false);
});
