import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { NotReached, othersInWords, reachAddresses, rowsInWords } from "./history-steps.server";

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answering = (status: number) => serve((_, response) => response.writeHead(status).end("no"));

/** The address of a port that nothing listens at any more. */
async function closed(): Promise<string> {
  const address = await answering(200);
  await new Promise((done) => servers.pop()?.close(done));
  return address;
}

const reach = (baseUrl: string, authUrl: string, allowPrivate = true) =>
  reachAddresses({ baseUrl, authUrl, policy: { allowPrivate }, signal: new AbortController().signal }, 300);

const missed = (...addresses: Parameters<typeof reach>) =>
  reach(...addresses).then(
    () => expect.unreachable("both were reached"),
    (error: NotReached) => error,
  );

test("counts any answer as reached and follows no redirect", async () => {
  expect(await reach(await answering(404), await answering(401))).toMatch(/answered 404.* 401/);
  const away = await serve((_, response) => response.writeHead(302, { location: "http://a.invalid" }).end());
  expect(await reach(away, away)).toMatch(/302/);
});

test("reports a closed port at its own field", async () => {
  const error = await missed(await answering(404), await closed());
  expect(error).toBeInstanceOf(NotReached);
  expect(error).toMatchObject({
    ...{ code: "unreachable", message: "Sign-in address: the connection was refused" },
    faults: [{ parameter: "authUrl", message: "the connection was refused" }],
  });
});

test("reports a timeout and missing TLS of both addresses at once", async () => {
  const silent = await serve(() => undefined);
  const plain = (await answering(200)).replace("http:", "https:");
  expect((await missed(silent, plain)).faults).toEqual([
    { parameter: "baseUrl", message: expect.stringMatching(/^no answer within/) },
    { parameter: "authUrl", message: "it does not speak TLS there" },
  ]);
});

test("calls a private address only if it is allowed", async () => {
  let calls = 0;
  const address = await serve((_, response) => {
    calls += 1;
    response.end();
  });
  const { code, faults } = await missed(address, address, false);
  expect({ code, members: faults.map(({ parameter }) => parameter) }).toEqual({
    code: "refused-address",
    members: ["baseUrl", "authUrl"],
  });
  expect(calls).toBe(0);
});

test.each([
  [0, "0 rows"],
  [1, "1 row"],
  [1_280, "1,280 rows"],
])("%i rows in words", (rows, words) => {
  expect(rowsInWords(rows)).toBe(words);
});

test.each<[[string, number][], string | null]>([
  [[], null],
  [[["HEALTH", 28]], null],
  [
    [
      ["EFFICIENCY", 14],
      ["STRESS", 14],
    ],
    "None is of Health, which was asked for: they are of 2 other indices",
  ],
  [[["STRESS", 3]], "None is of Health, which was asked for: they are of another index"],
  [
    [
      ["STRESS", 1],
      ["HEALTH", 2],
    ],
    "2 are of Health, 1 is of another index",
  ],
])("rows of %j", (ofIndex, words) => {
  expect(othersInWords(new Map(ofIndex))).toBe(words);
});
