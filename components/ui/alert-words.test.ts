import { expect, test } from "vitest";
import { anAlert, inAreas } from "@/components/alerts/fixture.test-support";
import { badgeWordOf, headlineOf, kindOf, levelOf, noValueWords, placeOf, whereInFull } from "./alert-words";

test("a plant alert is ranked and named by its category", () => {
  const alert = anAlert({ type: null, severity: null, category: "PLANT_STRESS_ALERT" });
  expect([levelOf(alert), badgeWordOf(alert), kindOf(alert)]).toEqual(["medium", "STRESS", "Plant stress"]);
});

test("an alert without severity and category is not made to look harmless or grave", () => {
  expect(levelOf(anAlert({ severity: null }))).toBe("plain");
});

test("one area is named with what it lies in", () => {
  expect(placeOf(anAlert())).toMatchObject({
    title: "Bench 14",
    detail: "Glasshouse 2 › Zone B",
    known: true,
  });
});

test("several areas share one line and what all of them lie in", () => {
  const alert = anAlert({ areas: inAreas("W#G 2#Zone B#Bench 1", "W#G 2#Zone C#Bench 9") });
  expect(placeOf(alert)).toMatchObject({ title: "Bench 1 and 1 more", detail: "W › G 2", plural: true });
  expect(whereInFull(alert)).toBe("W › G 2 › Bench 1, Bench 9");
});

test("names stand in natural order, four of them at most", () => {
  const names = ["1", "10", "2", "3", "21"].map((name) => `W#G 2#Bench ${name}`);
  const words = whereInFull(anAlert({ areas: inAreas(...names) }));
  expect(words).toBe("W › G 2 › Bench 1, Bench 2, Bench 3, Bench 10 and 1 more");
});

test("how many more there are is apart from the name, which may be shortened", () => {
  expect(placeOf(anAlert({ areas: inAreas("W#B", "W#C", "W#D") }))).toMatchObject({ name: "B", more: 2 });
  expect(placeOf(anAlert({ areas: inAreas("W#") }))).toMatchObject({ title: "(no name)", more: 0 });
});

test("a job that no reading carries has no place, and the page says so", () => {
  const place = placeOf(anAlert({ areas: [], jobId: "01J9ZKAAAAAAAAAAAAAAAAA7QF" }));
  expect(place).toMatchObject({ title: "Place not known", detail: "Job 01J9ZK…7QF", known: false });
});

test("no reading carries its job only where no reading has placed it", () => {
  expect(noValueWords(anAlert({ areas: [] }), "HEALTH")).toBe("no reading carries its job");
  expect(noValueWords(anAlert(), "HEALTH")).toBe("no Health value in 72 h");
  expect(noValueWords(anAlert(), "EFFICIENCY")).toBe("no Light-use efficiency value in 72 h");
});

test("a closed alert is told in the past", () => {
  expect(headlineOf(anAlert())).toBe("Bench 14: Health is low");
  expect(headlineOf(anAlert({ status: "closed" }))).toBe("Bench 14: Health was low");
  // Open, while its last value is where it usually was.
  expect(headlineOf(anAlert(), true)).toBe("Bench 14: Health was low");
});
