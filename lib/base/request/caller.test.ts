import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callerOf } from "./caller";

const TRUSTED = ["10.0.0.0/8", "fd00::/8", "127.0.0.1"];
const addressOf = (peer: string, forwardedFor?: string | string[], trusted: readonly string[] = TRUSTED) =>
  callerOf(peer, forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor }, trusted).address;

describe("the client's address", () => {
  it.each([
    ["203.0.113.9", undefined, "203.0.113.9"],
    ["::ffff:203.0.113.9", undefined, "203.0.113.9"],
    ["10.0.0.1", undefined, "10.0.0.1"],
    ["10.0.0.1", "198.51.100.7", "198.51.100.7"],
    ["::ffff:10.0.0.1", "198.51.100.7", "198.51.100.7"],
    ["fd00::1", "2001:DB8::7", "2001:db8::7"],
    ["10.0.0.1", "198.51.100.7, 10.0.0.2", "198.51.100.7"],
    ["10.0.0.1", "1.2.3.4, 198.51.100.7, 10.0.0.2", "198.51.100.7"],
    ["10.0.0.1", ["1.2.3.4", "198.51.100.7"], "198.51.100.7"],
    ["10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["10.0.0.1", "198.51.100.7:4711", "198.51.100.7"],
    ["10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"],
    ["10.0.0.1", "1.2.3.4, unknown, 10.0.0.2", "10.0.0.2"],
    ["10.0.0.1", "", "10.0.0.1"],
    ["10.0.0.1", "<script>", "10.0.0.1"],
  ])("of %s, which says %j, is %s", (peer, forwardedFor, address) => {
    expect(addressOf(peer, forwardedFor)).toBe(address);
  });

  it("is the peer's own where the peer is no proxy of ours, whatever it writes", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (entries) => {
        expect(addressOf("203.0.113.9", entries.join(", "))).toBe("203.0.113.9");
        expect(addressOf("10.0.0.1", entries.join(", "), [])).toBe("10.0.0.1");
      }),
    );
  });

  it("is never one that the client itself put before what our proxy added", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.string())), (forged) => {
        expect(addressOf("10.0.0.1", [...forged, "198.51.100.7"].join(", "))).toBe("198.51.100.7");
      }),
    );
  });
});

describe("a request is direct", () => {
  it.each(["x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-host", "cf-connecting-ip"])(
    "but not with %s",
    (name) => {
      expect(callerOf("127.0.0.1", {}, [])).toMatchObject({ direct: true, viaTrusted: false });
      expect(callerOf("127.0.0.1", { [name]: "127.0.0.1" }, []).direct).toBe(false);
      expect(callerOf("127.0.0.1", { [name]: "127.0.0.1" }, TRUSTED).direct).toBe(false);
    },
  );
});
