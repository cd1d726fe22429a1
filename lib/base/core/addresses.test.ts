import { expect, test } from "vitest";
import { allowedAddresses, checkAddress, type Resolve, reachOf } from "@/lib/service/guarded-fetch.server";
import { isListed, kindOfHost, networkOf } from "./addresses";

test.each([
  ["93.184.216.34", "public"],
  ["api.example.com", "public"],
  ["2606:2800:220:1::1", "public"],
  ["127.0.0.1", "loopback"],
  ["127.9.9.9", "loopback"],
  ["localhost", "loopback"],
  ["[::1]", "loopback"],
  ["[::ffff:127.0.0.1]", "loopback"],
  ["10.1.2.3", "private"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["172.32.0.1", "public"],
  ["192.168.1.1", "private"],
  ["100.64.0.1", "private"],
  ["[fd12::1]", "private"],
  ["[64:ff9b::a00:1]", "private"],
  ["[2002:7f00:1::]", "loopback"],
  ["169.254.169.254", "forbidden"],
  ["[::ffff:169.254.169.254]", "forbidden"],
  ["[fe80::1]", "forbidden"],
  ["[fd00:ec2::254]", "forbidden"],
  ["100.100.100.200", "forbidden"],
  ["0.0.0.0", "forbidden"],
  ["[::]", "forbidden"],
  ["255.255.255.255", "forbidden"],
  ["224.0.0.1", "forbidden"],
])("%s is %s", (host, kind) => {
  expect(kindOfHost(host)).toBe(kind);
});

test("the allow list accepts hosts, addresses and CIDRs only", () => {
  expect(isListed(["plants.lan"], "Plants.LAN", "10.0.0.1")).toBe(true);
  expect(isListed(["10.0.0.0/8"], "x", "10.200.0.1")).toBe(true);
  expect(isListed(["10.0.0.0/8"], "x", "::ffff:10.200.0.1")).toBe(true);
  expect(isListed(["192.168.1.7"], "192.168.1.7", null)).toBe(true);
  expect(isListed(["fd00::/8"], "x", "fd12::1")).toBe(true);
  expect(isListed(["10.0.0.0/8", "10.0.0.0/x", "", "/0"], "x", "11.0.0.1")).toBe(false);
  expect(isListed(["192.168.1.0/25"], "x", "192.168.1.128")).toBe(false);
});

const names: Record<string, string[]> = {
  "store.lan": ["10.0.0.9"],
  "mixed.example": ["10.0.0.9", "93.184.216.34"],
  "metadata.example": ["169.254.169.254"],
  "here.example": ["127.0.0.1", "::1"],
};
const resolve: Resolve = async (host) =>
  (names[host] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

test("a name is judged by the addresses that it resolves to", async () => {
  const closed = { allowPrivate: false };
  await expect(allowedAddresses("store.lan", closed, resolve)).rejects.toThrow(
    /puts store\.lan into LEAFWATCH_ALLOW_PRIVATE_HOSTS .*environment of Leafwatch, then restarts it/,
  );
  expect(await allowedAddresses("store.lan", { allowPrivate: true }, resolve)).toHaveLength(1);
  expect(await allowedAddresses("store.lan", { ...closed, allowList: ["store.lan"] }, resolve)).toHaveLength(
    1,
  );
  expect(await allowedAddresses("mixed.example", closed, resolve)).toEqual([
    { address: "93.184.216.34", family: 4 },
  ]);
});

test("link-local and metadata addresses are refused whatever is allowed", async () => {
  const open = { allowPrivate: true, allowList: ["0.0.0.0/0", "metadata.example"] };
  await expect(allowedAddresses("metadata.example", open, resolve)).rejects.toMatchObject({
    fault: "refused-address",
  });
  await expect(checkAddress("http://169.254.169.254/latest", open)).rejects.toMatchObject({
    fault: "refused-address",
  });
  await expect(checkAddress("http://2852039166/", open)).rejects.toMatchObject({ fault: "refused-address" });
});

test("accepts only http and https addresses without a user name", async () => {
  for (const url of ["ftp://a.example", "file:///etc/passwd", "http://u:p@93.184.216.34/", "nonsense"]) {
    await expect(checkAddress(url, { allowPrivate: true })).rejects.toMatchObject({
      fault: "refused-address",
    });
  }
});

test("all addresses of one network of IPv6 count as one, those of IPv4 each", () => {
  const same = ["2001:db8:0:1::7", "2001:DB8:0:1:ffff:1:2:3", "[2001:db8:0:1::1]", "2001:db8:0:1:a::%eth0"];
  expect(new Set(same.map(networkOf))).toEqual(new Set(["2001:db8:0:1::/64"]));
  expect(networkOf("2001:db8:0:2::7")).not.toBe(networkOf("2001:db8:0:1::7"));
  for (const text of ["192.0.2.7", "unknown", ""]) expect(networkOf(text)).toBe(text);
});

test("the farthest address of a name decides its reach", async () => {
  expect(await reachOf("http://here.example/v1", resolve)).toBe("loopback");
  expect(await reachOf("http://store.lan/v1", resolve)).toBe("private");
  expect(await reachOf("http://mixed.example/v1", resolve)).toBe("public");
});
