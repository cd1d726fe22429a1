import { expect, test } from "vitest";
import { outagesOfLastDay } from "./contract";

const NOW = new Date("2026-11-20T13:42:00Z");

test("filters outages that last or ended within 24 hours", () => {
  const ended = (endedAt: string | null) => ({ startedAt: "2026-11-01T00:00:00Z", endedAt });
  const kept = [ended(null), ended("2026-11-19T13:43:00Z")];
  expect(outagesOfLastDay([...kept, ended("2026-11-19T13:41:00Z")], NOW)).toEqual(kept);
});
