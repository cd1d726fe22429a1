import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { covers, joined, type Stretch } from "@/lib/base/core/stretches";
import { lateCheckPeriod, stretchesToRefetch } from "./plan";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (hours: number, length: number): Stretch => ({
  from: hours * HOUR,
  to: (hours + length) * HOUR,
});

test("excludes the hours that hourly fetches still cover", () => {
  expect(lateCheckPeriod(20 * DAY)).toEqual({ from: 3 * DAY, to: 17 * DAY });
});

describe("stretches to fetch again", () => {
  test("are fetched ones, the newest first, areas with the same hole together", () => {
    const found = [at(2, 5), at(3, 5), at(40, 4), at(200, 5)];
    expect(stretchesToRefetch(found, [at(0, 100)], [])).toEqual([at(40, 4), at(2, 6)]);
  });

  test("are at most four per check, none longer than two days", () => {
    const found = [at(0, 24 * 20)];
    const asked = stretchesToRefetch(found, [at(0, 24 * 30)], []);
    expect(asked).toHaveLength(4);
    expect(asked.every(({ from, to }) => to - from <= 2 * DAY)).toBe(true);
  });

  test("are requested only once, however many checks there are", () => {
    const hole = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 2, max: 100 }));
    fc.assert(
      fc.property(fc.array(hole, { maxLength: 12 }), (holes) => {
        const found = holes.map(([hour, length]) => at(hour, length));
        const complete = [at(0, 500)];
        const asked: Stretch[] = [];
        for (let look = 0; look < 40; look++) {
          const now = stretchesToRefetch(found, complete, asked);
          for (const one of now) expect(covers(asked, one)).toBe(false);
          asked.push(...now);
        }
        expect(stretchesToRefetch(found, complete, asked)).toEqual([]);
        expect(joined(asked)).toEqual(joined(found));
      }),
    );
  });
});
