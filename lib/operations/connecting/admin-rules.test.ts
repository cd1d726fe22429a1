import { describe, expect, test } from "vitest";
import { isSuperseded, type SecretUse } from "./admin-rules";

const NOW = new Date("2026-11-20T12:00:00Z");
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

const secret = (id: number, changes: Partial<SecretUse> = {}): SecretUse => ({
  ...{ id, createdAt: hoursAgo(1_000 - id), lastUsedAt: null, verified: 0, lastVerifiedAt: null },
  ...changes,
});
const used = (id: number, hours: number) =>
  secret(id, { lastUsedAt: hoursAgo(hours), verified: 3, lastVerifiedAt: hoursAgo(hours) });

describe("isSuperseded, of a secret", () => {
  test.each([
    ["never fitted, and a newer one verifies", secret(1), [used(2, 1)], true],
    ["has not fitted for a day, and a newer one verifies", used(1, 25), [used(2, 1)], true],
    ["fitted within the day: two installations may take turns", used(1, 23), [used(2, 1)], false],
    ["fitted last of all, however long ago", used(1, 30), [used(2, 40)], false],
    ["is unused, and the newer one is too", used(1, 30), [secret(2)], false],
    [
      "is unused, and the newer one fitted only our own test",
      used(1, 30),
      [secret(2, { lastUsedAt: NOW })],
      false,
    ],
    ["is the newer of the two", secret(2), [used(1, 1)], false],
    ["is the only one", secret(1), [], false],
  ])("that %s", (_, old, others, superseded) => {
    expect(isSuperseded(old, [old, ...others], NOW)).toBe(superseded);
  });

  test("orders two secrets stored at once by their id", () => {
    const [first, second] = [secret(1, { createdAt: NOW }), used(2, 0)];
    expect(
      isSuperseded(
        first,
        [first, { ...second, createdAt: NOW, lastVerifiedAt: new Date(NOW.getTime() + 1) }],
        NOW,
      ),
    ).toBe(true);
  });
});
