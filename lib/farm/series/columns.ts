import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";
import { readSeries, type Series, seriesQuerySchema, seriesSchema } from "./contract";

/** The points of a series as columns of equal length: a third of the bytes, and fewer objects to parse. */
const columnsSchema = seriesSchema.omit({ points: true }).extend({
  t: z.array(z.int()).meta({
    description:
      "Starts of the buckets: epoch milliseconds, each after the first as the distance to the last",
  }),
  mean: z.array(z.number()),
  min: z.array(z.number()),
  max: z.array(z.number()),
  count: z.array(z.int()),
  filled: z.array(z.int()).meta({ description: "How many of `count` are interpolated" }),
});
export type SeriesColumns = z.infer<typeof columnsSchema>;

/** The call of our own charts: `readSeries` with its answer in columns. */
export const readSeriesColumns = endpoint({
  ...readSeries,
  query: seriesQuerySchema.extend({ format: z.literal("columns") }),
  answer: z.object({ series: z.array(columnsSchema) }),
});

/** The query of a chart without its format. */
export type SeriesInput = Omit<z.input<typeof readSeriesColumns.query & {}>, "format">;

/** The input of the call, and so the key of its answer: equal on the server and in the browser. */
export function seriesInput(query: SeriesInput) {
  return { query: { ...query, format: "columns" as const } };
}

/** The first instant, then distances, which repeat and so compress well. */
export function packTimes(times: readonly number[]): number[] {
  return times.map((time, place) => time - (times[place - 1] ?? 0));
}

/** The instants of {@link packTimes}, in epoch milliseconds. */
export function unpackTimes(packed: readonly number[]): number[] {
  let time = 0;
  return packed.map((distance) => {
    time += distance;
    return time;
  });
}

/** The points of the columns as objects. */
export function unpackSeries({ t, mean, min, max, count, filled, ...head }: SeriesColumns): Series {
  const points = unpackTimes(t).map((time, place) => ({
    t: time,
    mean: mean[place] ?? 0,
    min: min[place] ?? 0,
    max: max[place] ?? 0,
    count: count[place] ?? 0,
    filled: (filled[place] ?? 0) / (count[place] ?? 1),
  }));
  return { ...head, points };
}
