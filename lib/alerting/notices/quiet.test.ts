import { describe, expect, it } from "vitest";
import { quietUntil } from "./quiet";

const ZONE = "Europe/Amsterdam";
const night = { quietFrom: 22 * 60, quietTo: 6 * 60 + 30 };
const until = (at: string, hours = night) => quietUntil(hours, new Date(at), ZONE)?.toISOString() ?? null;

describe("quiet hours", () => {
  it("go over midnight and end at their time of the next day", () => {
    expect(until("2026-11-20T20:59:59Z")).toBeNull();
    expect(until("2026-11-20T21:00:00Z")).toBe("2026-11-21T05:30:00.000Z");
    expect(until("2026-11-21T05:29:59Z")).toBe("2026-11-21T05:30:00.000Z");
    expect(until("2026-11-21T05:30:00Z")).toBeNull();
  });

  it("within a day", () => {
    const noon = { quietFrom: 12 * 60, quietTo: 13 * 60 };
    expect(until("2026-11-20T11:30:00Z", noon)).toBe("2026-11-20T12:00:00.000Z");
    expect(until("2026-11-20T12:00:00Z", noon)).toBeNull();
    expect(until("2026-11-20T10:59:00Z", noon)).toBeNull();
  });

  it("none are never", () => {
    expect(until("2026-11-20T23:00:00Z", { quietFrom: null, quietTo: null } as never)).toBeNull();
  });

  it("keep site time over both changes of the clock", () => {
    // 29 March 2026: 02:00 becomes 03:00; 25 October: 03:00 becomes 02:00.
    expect(until("2026-03-28T22:00:00Z")).toBe("2026-03-29T04:30:00.000Z");
    expect(until("2026-10-24T22:00:00Z")).toBe("2026-10-25T05:30:00.000Z");
  });

  it("that end in the hour that is left out end with the change", () => {
    const early = { quietFrom: 22 * 60, quietTo: 2 * 60 + 30 };
    expect(until("2026-03-29T00:59:00Z", early)).not.toBeNull();
    expect(until("2026-03-29T01:30:00Z", early)).toBeNull();
  });

  it("that end in the hour that comes twice end in its first, once for all", () => {
    const early = { quietFrom: 22 * 60, quietTo: 2 * 60 + 30 };
    expect(until("2026-10-25T00:29:00Z", early)).toBe("2026-10-25T00:30:00.000Z");
    expect(until("2026-10-25T00:30:00Z", early)).toBeNull();
    // 02:10 for the second time.
    expect(until("2026-10-25T01:10:00Z", early)).toBeNull();
  });
});
