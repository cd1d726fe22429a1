import fc from "fast-check";
import { expect, test } from "vitest";
import type { Buckets } from "./buckets";
import { type Cut, toColumns, toSeries } from "./buckets";
import { packTimes, unpackSeries, unpackTimes } from "./columns";
import { seriesFromText, seriesToText } from "./contract";

const bucket = fc.record({
  key: fc.integer({ min: -1_000, max: 100_000 }),
  low: fc.integer({ min: -999, max: 0 }),
  high: fc.integer({ min: 0, max: 999 }),
  count: fc.integer({ min: 1, max: 1_000 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

test("columns say the same as points", () => {
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
      const series = toSeries(cuts, subject);
      expect(sent.map(unpackSeries)).toEqual(series);
      expect(series.map(seriesToText).map(seriesFromText)).toEqual(series);
    }),
  );
});

test("instants survive as distances", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4e12 })), (times) => {
      expect(unpackTimes(packTimes(times))).toEqual(times);
    }),
  );
});
