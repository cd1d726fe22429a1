import { expect, it } from "vitest";
import { SlowAlerts } from "./slow-alerts";

it("an alert that is too slow waits between its tries, and is set aside after the third", () => {
  const slow = new SlowAlerts();
  expect(slow.advise("A", 0)).toBe("try");
  for (const now of [0, 20_000]) {
    slow.failed("A", now);
    expect(slow.advise("A", now + 9_999)).toBe("wait");
    expect(slow.advise("A", now + 10_000)).toBe("alone");
  }
  slow.failed("A", 40_000);
  expect(slow.advise("A", 40_000)).toBe("aside");
  expect(slow.advise("B", 40_000)).toBe("try");
});

it("is tried again in the end, and forgotten once something of it is stored", () => {
  const slow = new SlowAlerts();
  for (const now of [0, 10_000, 20_000]) slow.failed("A", now);
  expect(slow.advise("A", 20_000 + 600_000)).toBe("alone");
  slow.failed("A", 700_000);
  expect(slow.advise("A", 700_001)).toBe("aside");
  slow.succeeded("A");
  expect(slow.advise("A", 700_002)).toBe("try");
  slow.failed("A", 800_000);
  expect(slow.advise("A", 800_001)).toBe("wait");
});
