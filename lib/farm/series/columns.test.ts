import fc from "fast-check";
import { expect, test } from "vitest";
import type { Buckets } from "./buckets";
import { type Cut, meanOf, startOfBucket, toColumns } from "./buckets";
import { packTimes, unpackSeries, unpackTimes } from "./columns";
import { seriesFromText, seriesToText } from "./contract";

const bucket = fc.record({
  key: fc.integer({ min: -1_000, max: 100_000 }),
  low: fc.integer({ min: -999, max: 0 }),
  high: fc.integer({ min: 0, max: 999 }),
  count: fc.integer({ min: 1, max: 1_000 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

test("columns survive JSON and give each bucket as a point, in order", () => {
  fc.assert(
    fc.property(fc.array(bucket, { maxLength: 40 }), fc.constantFrom(1, 6), (given, hours) => {
      const buckets: Buckets = new Map(
        given.map(({ key, low, high, count, share }) => {
          const filled = Math.floor(share * count);
          return [
            key,
            { key, sum: ((low + high) / 20) * count, min: low / 10, max: high / 10, count, filled },
          ];
        }),
      );
      const step = { kind: "hours" as const, hours: hours as 1 | 6 };
      const cuts: Cut[] = [{ index: "HEALTH", step, resolution: "hour", buckets }];
      const subject = { area: "A#B", jobId: null, zone: "Australia/Lord_Howe" };
      const sent = JSON.parse(JSON.stringify(toColumns(cuts, subject))) as ReturnType<typeof toColumns>;
      const series = sent.map(unpackSeries);
      const points = [...buckets.values()].toSorted((a, b) => a.key - b.key);
      expect(series).toEqual([
        {
          ...{ index: "HEALTH", unit: "Fv/Fm index", area: "A#B", jobId: null, resolution: "hour" },
          step: `PT${hours}H`,
          points: points.map((one) => ({
            t: startOfBucket(step, one.key, subject.zone).getTime(),
            ...{ mean: meanOf(one), min: one.min, max: one.max, count: one.count },
            filled: one.filled / one.count,
          })),
        },
      ]);
      expect(series.map(seriesToText).map(seriesFromText)).toEqual(series);
    }),
  );
});

test("instants survive packing as distances", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4e12 })), (times) => {
      expect(unpackTimes(packTimes(times))).toEqual(times);
    }),
  );
});
