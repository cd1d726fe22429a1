import { expect, test } from "vitest";
import { anAlert, inAreas } from "@/components/alerts/fixture.test-support";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import {
  alertHeadline,
  badgeSince,
  badgeWordOf,
  countsWords,
  distinctTitles,
  kindKey,
  levelOf,
  noValueWords,
  placeOf,
  recoveryWords,
  whereInFull,
} from "./alert-words";

test("ranks and names a plant alert by its category", () => {
  const alert = anAlert({ type: null, severity: null, category: "PLANT_STRESS_ALERT" });
  expect([levelOf(alert), badgeWordOf(alert), ENGLISH.t(kindKey(alert))]).toEqual([
    "medium",
    "STRESS",
    "Plant stress",
  ]);
});

test("shows an alert without severity and category as plain", () => {
  expect(levelOf(anAlert({ severity: null }))).toBe("plain");
});

test("dates a badge by its severity, and by the raise where that never changed", () => {
  expect(badgeSince(anAlert())).toBe("2026-10-14T05:12:00.000Z");
  expect(badgeSince(anAlert({ severitySince: null }))).toBe("2026-10-13T19:40:00.000Z");
  expect(badgeSince(anAlert({ severitySince: "2026-10-13T19:40:04.000Z" }))).toBe("2026-10-13T19:40:00.000Z");
});

test("counts alerts under the word of their own badge", () => {
  const all = { high: 2, medium: 1, low: 3, plain: 1 };
  const plants = { high: 1, medium: 1, low: 0, plain: 1 };
  expect(countsWords(ENGLISH, all, plants)).toBe("1 HIGH, 1 CRITICAL, 1 STRESS, 3 LOW and 1 RECOVERY");
});

test("names one area with what it lies in", () => {
  expect(placeOf(ENGLISH, anAlert())).toMatchObject({
    title: "Bench 14",
    detail: "Westland › Glasshouse 2 › Zone B",
    known: true,
  });
});

test("names several areas in one line with what all lie in", () => {
  const alert = anAlert({ areas: inAreas("W#G 2#Zone B#Bench 1", "W#G 2#Zone C#Bench 9") });
  expect(placeOf(ENGLISH, alert)).toMatchObject({ title: "G 2, 2 benches", detail: "W", plural: true });
  expect(whereInFull(ENGLISH, alert)).toBe("W › G 2 › Bench 1, Bench 9");
});

test("keeps what tells alerts in places of the same name apart, and counts a part with its whole as one", () => {
  const alerts = [
    anAlert({ areas: inAreas("W#G 1#Zone A#Bench 14") }),
    anAlert({ areas: inAreas("W#G 2#Zone A#Bench 14") }),
    anAlert({ areas: inAreas("W#G 2#Zone A#Bench 15") }),
    anAlert({ areas: inAreas("W#G 2#Zone A#Bench 15") }),
  ];
  expect(distinctTitles(ENGLISH, alerts)).toEqual([
    "G 1 › Bench 14",
    "G 2 › Bench 14",
    "Bench 15",
    "Bench 15",
  ]);
  expect(placeOf(ENGLISH, anAlert({ areas: inAreas("W#G 2", "W#G 2#Bench 1") }))).toMatchObject({
    title: "G 2",
    plural: false,
  });
});

test("lists at most four names, in natural order", () => {
  const names = ["1", "10", "2", "3", "21"].map((name) => `W#G 2#Bench ${name}`);
  const words = whereInFull(ENGLISH, anAlert({ areas: inAreas(...names) }));
  expect(words).toBe("W › G 2 › Bench 1, Bench 2, Bench 3, Bench 10 and 1 more");
});

test("keeps the number of areas apart from the name", () => {
  const areas = inAreas("W#B", "W#C", "W#D");
  expect(placeOf(ENGLISH, anAlert({ areas }))).toMatchObject({ name: "W", tail: ", 3 areas" });
  expect(placeOf(ENGLISH, anAlert({ areas: inAreas("W#") }))).toMatchObject({ title: "(no name)", tail: "" });
});

test("says that the place of a job without readings is not known", () => {
  const place = placeOf(ENGLISH, anAlert({ areas: [], jobId: "01J9ZKAAAAAAAAAAAAAAAAA7QF" }));
  expect(place).toMatchObject({ title: "Location not known", detail: "Job 01J9ZK…7QF", known: false });
});

test("explains a missing value by the job only for an alert without a place", () => {
  expect(noValueWords(ENGLISH, anAlert({ areas: [] }), "HEALTH")).toBe("no readings for its job");
  expect(noValueWords(ENGLISH, anAlert(), "HEALTH")).toBe("no Health value in 72 h");
  expect(noValueWords(ENGLISH, anAlert(), "EFFICIENCY")).toBe("no Light-use efficiency value in 72 h");
});

test("writes the headline of a closed alert in the past tense", () => {
  expect(alertHeadline(ENGLISH, anAlert())).toBe("Bench 14: Health is low");
  expect(alertHeadline(ENGLISH, anAlert({ status: "closed" }))).toBe("Bench 14: Health was low");
  // Open, while its last value is where it usually was.
  expect(alertHeadline(ENGLISH, anAlert(), true)).toBe("Bench 14: Health was low");
});

test("says how long an index has been back in its band, and that Health has no readings by day", () => {
  const words = (recovery: { since: string; until: string }, index: string) =>
    recoveryWords(ENGLISH, recovery, index).replaceAll("\u00a0", " ");
  const six = { since: "2026-10-14T00:00:00.000Z", until: "2026-10-14T05:35:00.000Z" };
  expect(words(six, "HEALTH")).toBe("Probably recovered: back to normal for 6 h");
  const days = { since: "2026-10-13T00:00:00.000Z", until: "2026-10-14T05:00:00.000Z" };
  expect(words(days, "HEALTH")).toBe("Probably recovered: back to normal for 1 d 6 h (night readings)");
  expect(words(days, "EFFICIENCY")).toBe("Probably recovered: back to normal for 1 d 6 h");
});
