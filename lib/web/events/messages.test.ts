import { describe, expect, it, test } from "vitest";
import { encodeChanges, encodeEvent, gatherWait } from "./messages";

const read = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe("events on the wire", () => {
  it("have a name, one line of data and an empty line", () => {
    expect(read(encodeEvent("heartbeat", { at: "now\n" }))).toBe(
      'event: heartbeat\ndata: {"at":"now\\n"}\n\n',
    );
  });

  it("are one piece for each tenancy, in order, without repetitions", () => {
    const change = (tenantId: string, id: string) => ({ type: "alert" as const, tenantId, id });
    const pieces = encodeChanges([change("A", "1"), change("B", "1"), change("A", "2"), change("A", "1")]);
    expect([...pieces.keys()]).toEqual(["A", "B"]);
    expect(read(pieces.get("A")).match(/"id":"\d"/g)).toEqual(['"id":"1"', '"id":"2"']);
  });
});

test("sends a single change at once, however many streams are open", () => {
  expect(gatherWait(1, Number.POSITIVE_INFINITY)).toBe(20);
  expect(gatherWait(5_000, 1_000)).toBe(20);
});

test("writes less often to many streams than to few, and within 800 ms", () => {
  expect(gatherWait(10, 0)).toBe(20);
  expect(gatherWait(200, 0)).toBe(400);
  expect(gatherWait(200, 60)).toBe(340);
  expect(gatherWait(5_000, 0)).toBe(800);
});
