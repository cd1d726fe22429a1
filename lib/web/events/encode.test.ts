import { describe, expect, it } from "vitest";
import { encodeChanges, encodeEvent } from "./messages";

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
