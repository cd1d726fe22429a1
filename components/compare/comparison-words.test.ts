import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { gapWords } from "./comparison-words";
import { planComparison } from "./plan";
import type { ComparedSubject } from "./use-comparison";
import { loadCompareView } from "./view";

const zone = "Europe/Amsterdam";
const DAY = 86_400_000;
const context = { tenant: "T", zone, now: Date.parse("2026-11-21T10:00:00Z") };
const planFor = (search: string) => planComparison(loadCompareView(new URLSearchParams(search)), context, []);
const pointAt = (t: number) => ({
  t: t,
  mean: 1,
  min: 1,
  max: 1,
  count: 1,
  filled: 0,
});
const line = (letter: "A" | "B", times: number[]): ComparedSubject => ({
  ...{ letter, name: letter, job: null, firstAt: null, inputs: [], points: [] },
  aligned: times.map(pointAt),
});

test("names the missing days of a line, by day of crop and by calendar, also across a clock change", () => {
  const crop = { ...planFor("?what=jobs&job=A&job=B"), window: { from: 0, to: 60 * DAY } };
  const days = (skipped: number[]) =>
    Array.from({ length: 20 }, (_, day) => day).filter((day) => !skipped.includes(day));
  const onCrop = days([5, 6, 7, 12]).map((day) => day * DAY);
  expect(
    gapWords(
      ENGLISH,
      [
        line(
          "A",
          days([]).map((day) => day * DAY),
        ),
        line("B", onCrop),
      ],
      crop,
      zone,
    ),
  ).toBe("B has no value on days 5 to 7 and day 12.");
  const midnight = (day: number) => Date.parse("2026-10-23T22:00:00Z") + day * DAY + (day > 1 ? DAY / 24 : 0);
  const calendar = planFor("?area=A&range=30d");
  expect(gapWords(ENGLISH, [line("A", [0, 1, 3, 4].map(midnight))], calendar, zone)).toBe(
    "A has no value on 26 Oct.",
  );
  expect(gapWords(ENGLISH, [line("A", [0, 1, 3].map(midnight))], planFor("?area=A&range=7d"), zone)).toBe("");
});
