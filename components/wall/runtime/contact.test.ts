import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ContactWatch, machineClocks } from "./contact";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12) }));
afterEach(() => void vi.useRealTimers());

/** Half a minute at a time the stream says that the server lives. */
function beat(contact: ContactWatch, seconds: number): void {
  for (let passed = 0; passed < seconds; passed += 1) {
    vi.advanceTimersByTime(1_000);
    if (passed % 15 === 0) contact.hear(Date.now());
  }
}

test("boards that are held back are not shown as live because the stream is", () => {
  const contact = new ContactWatch(() => undefined);
  contact.start();
  contact.see(Date.now());
  beat(contact, 30);
  // The request of half a minute waits, and is given up ten seconds later.
  beat(contact, 10);
  contact.fail(1_000);
  expect(contact.judge(machineClocks(), true)).toBe("seen");
  beat(contact, 1);
  expect(contact.judge(machineClocks(), true)).toBe("failing");
  contact.see(Date.now());
  expect(contact.judge(machineClocks(), true)).toBe("seen");
});
