import { expect, test } from "vitest";
import { sparkDomain, sparkShape } from "./spark-shape";

const hour = (at: number) => Date.UTC(2026, 9, 14, at);
const box = { from: hour(0), to: hour(10), width: 106, height: 26, padX: 3, padY: 3 };
const points = (...values: [number, number][]) => values.map(([at, value]) => ({ t: hour(at), value }));

test("breaks the line at a night without readings", () => {
  const { path } = sparkShape(points([0, 1], [1, 2], [5, 3], [6, 4]), box);
  expect(path.match(/M/g)).toHaveLength(2);
});

test("draws a reading between two gaps as a dot, and ends at the newest one", () => {
  const shape = sparkShape(points([0, 1], [1, 2], [5, 9]), box);
  expect(shape.dots).toHaveLength(1);
  expect(shape.end).toMatchObject({ x: 53, y: 3 });
});

test("shares the scale between the lines of a grid", () => {
  const weak = points([0, 70], [1, 70]);
  const strong = points([0, 80], [1, 80]);
  const domain = sparkDomain([weak, strong]);
  expect(domain).toEqual([70, 80]);
  expect(sparkShape(weak, box, domain).end?.y).toBeGreaterThan(sparkShape(strong, box, domain).end?.y ?? 99);
});

test("centres a flat line, and draws nothing without readings", () => {
  expect(sparkShape(points([0, 5], [1, 5]), box).end?.y).toBe(13);
  expect(sparkShape([], box)).toEqual({ path: "", dots: [], end: null });
});
