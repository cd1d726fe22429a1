import { expect, it } from "vitest";
import { recoveryWords } from "./recovery-words";

const wordsOf = (...facts: Parameters<typeof recoveryWords>) =>
  recoveryWords(...facts).replaceAll("\u00a0", " ");

it("says how long an index is back in its band, and that Health has no readings by day", () => {
  const six = { since: "2026-10-14T00:00:00.000Z", until: "2026-10-14T05:35:00.000Z" };
  expect(wordsOf(six, "HEALTH")).toBe("Probably recovered: in its band for 6 h");
  const days = { since: "2026-10-13T00:00:00.000Z", until: "2026-10-14T05:00:00.000Z" };
  expect(wordsOf(days, "HEALTH")).toBe("Probably recovered: in its band for 1 d 6 h, nights only");
  expect(wordsOf(days, "EFFICIENCY")).toBe("Probably recovered: in its band for 1 d 6 h");
});
