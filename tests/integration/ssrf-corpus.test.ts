// Addresses and DNS answers that would make us call private networks. A listener on loopback
// must never be reached.

import type { LookupAddress } from "node:dns";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkAddress, createGuardedFetch, type Resolve } from "@/lib/service/guarded-fetch.server";

const TYPED = { allowPrivate: false };
let near: Server;
let port: number;
let reached = 0;

beforeAll(async () => {
  near = createServer((request, response) => {
    reached += 1;
    if (request.url === "/away") response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
    else response.end("inside");
  });
  await new Promise<void>((resolve) => near.listen(0, "0.0.0.0", resolve));
  port = (near.address() as AddressInfo).port;
});

beforeEach(() => {
  reached = 0;
});

afterAll(() => {
  near.close();
});

/** Names as an attacker's name server resolves them. */
const NAMES: Record<string, string[]> = {
  "localhost.": ["127.0.0.1"],
  "sub.localhost": ["127.0.0.1", "::1"],
  "127.0.0.1.nip.example": ["127.0.0.1"],
  "six.example": ["::1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "nat64.example": ["64:ff9b::7f00:1"],
  "farm.example": ["10.0.0.9", "192.168.1.1", "fd12::1"],
  "metadata.google.internal": ["169.254.169.254"],
  "metadata.google.internal.": ["169.254.169.254"],
  "instance-data": ["169.254.169.254"],
  "any.example": ["0.0.0.0"],
  "any6.example": ["::"],
  "broadcast.example": ["255.255.255.255"],
};
const resolve: Resolve = async (host) => found(NAMES[host] ?? []);
const found = (addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

const LOOPBACK = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "2130706433",
  "0x7f000001",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "017700000001",
  "127.0.0.1.",
  "１２７.0.0.1",
  "127。0。0。1",
  "%31%32%37.0.0.1",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[2002:7f00:1::]",
  "0",
  "0.0.0.0",
  "[::]",
];
const ELSEWHERE = [
  "10.0.0.1",
  "012.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "3232235777",
  "100.64.0.1",
  "198.18.0.1",
  "169.254.169.254",
  "0xa9fea9fe",
  "[::ffff:169.254.169.254]",
  "[::ffff:a9fe:a9fe]",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "[fe80::1]",
  "[fd00:ec2::254]",
  "[fd12::1]",
  "[fec0::1]",
  "[2001:0:7f00:1::]",
  "[64:ff9b:1::7f00:1]",
  "224.0.0.1",
  "[ff02::1]",
  "240.0.0.1",
  "255.255.255.255",
];

describe("an address in a private network", () => {
  const hosts = [...LOOPBACK, ...ELSEWHERE, ...Object.keys(NAMES)];

  test.each(hosts)("%s is rejected when entered and when called", async (host) => {
    const url = `http://${host}:${port}/latest/meta-data`;
    await expect(checkAddress(url, TYPED, resolve)).rejects.toMatchObject({ fault: "refused-address" });
    const fetch = createGuardedFetch({ ...TYPED, resolve, connectMs: 2_000 });
    await expect(fetch(url, {})).rejects.toMatchObject({ fault: "refused-address" });
    expect(reached).toBe(0);
  });

  test("a cloud's metadata address is rejected even where private networks are allowed", async () => {
    const fetch = createGuardedFetch({ allowPrivate: true, allowList: ["0.0.0.0/0", "::/0"], resolve });
    for (const host of ["169.254.169.254", "0xa9fea9fe", "[::ffff:a9fe:a9fe]", "metadata.google.internal"])
      await expect(fetch(`http://${host}/`, {})).rejects.toMatchObject({ fault: "refused-address" });
  });

  test.each([
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_FLUSHALL",
    "ftp://127.0.0.1/",
    "dict://127.0.0.1:11211/stats",
    "data:text/plain,hello",
    "javascript:alert(1)",
    "unix:/var/run/docker.sock",
    "//127.0.0.1/",
    "http://",
    "http://user:password@plants.example/",
    "http://plants.example@127.0.0.1/",
    "http://127.0.0.1:99999/",
    "http://plants.example\\@127.0.0.1/",
  ])("rejects %s", async (url) => {
    await expect(checkAddress(url, TYPED, resolve)).rejects.toMatchObject({ fault: "refused-address" });
  });
});

describe("a name", () => {
  test("is checked again at each connection", async () => {
    const answers = [["93.184.216.34"], ["127.0.0.1"]];
    const rebinding: Resolve = async () => found(answers.shift() ?? []);
    const url = `http://rebinding.example:${port}/`;
    await checkAddress(url, TYPED, rebinding);
    await expect(createGuardedFetch({ ...TYPED, resolve: rebinding })(url, {})).rejects.toMatchObject({
      fault: "refused-address",
    });
    expect(reached).toBe(0);
  });

  test("with a public and a private address is called at the public one only", async () => {
    const mixed: Resolve = async () => found(["127.0.0.1", "203.0.113.200"]);
    const limited = createGuardedFetch({
      allowPrivate: false,
      allowList: ["203.0.113.200"],
      resolve: mixed,
      connectMs: 300,
    });
    await expect(limited(`http://mixed.example:${port}/`, {})).rejects.toThrow();
    expect(reached).toBe(0);
  });

  test("that is allowed may not redirect to another one", async () => {
    const fetch = createGuardedFetch({ allowPrivate: false, allowList: ["127.0.0.1"], resolve });
    const answer = await fetch(`http://127.0.0.1:${port}/away`, {});
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "http://169.254.169.254/latest"]);
    expect(reached).toBe(1);
    await answer.body?.cancel();
  });
});
