import { describe, expect, it } from "vitest";
import { hourText, instantOfHour, instantOfMinute, sameOnTheClock } from "./hours";

const ZONE = "Europe/Amsterdam";

describe("site time in a field", () => {
  it("writes and reads site time", () => {
    const at = Date.parse("2026-10-06T22:00:00Z");
    expect(hourText(at, ZONE)).toBe("2026-10-07T00:00");
    expect(instantOfMinute("2026-10-07T00:00", ZONE)).toBe(at);
  });

  it("drops minutes, as the service does", () => {
    expect(instantOfHour("2026-07-01T13:45", ZONE)).toBe(Date.parse("2026-07-01T11:00:00Z"));
  });

  it("rejects text that is not yet a time", () => {
    expect(instantOfMinute("", ZONE)).toBeNull();
    expect(instantOfMinute("2026-10-07", ZONE)).toBeNull();
    expect(instantOfMinute("0002-10-07T00:00", ZONE)).toBeNull();
    expect(instantOfMinute("2026-13-07T00:00", ZONE)).toBeNull();
  });

  it("finds both instants of the repeated hour", () => {
    const first = Date.parse("2026-10-25T00:00:00Z");
    const second = Date.parse("2026-10-25T01:00:00Z");
    expect(hourText(first, ZONE)).toBe(hourText(second, ZONE));
    expect(sameOnTheClock(first, ZONE)).toBe(second);
    expect(sameOnTheClock(second, ZONE)).toBe(first);
    expect(sameOnTheClock(Date.parse("2026-10-25T02:00:00Z"), ZONE)).toBeNull();
  });

  it("reads a skipped hour as the change of clocks", () => {
    expect(instantOfMinute("2026-03-29T02:00", ZONE)).toBe(Date.parse("2026-03-29T01:00:00Z"));
  });
});
