import { INDEX_FACTS, type IndexName } from "@/lib/core/indices";
import type { Alert } from "./contract";

export const EVIDENCE_HOURS = 72;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Health is measured at night only, so that the value of a day before may be some hours off. */
const NEAR_MS = 6 * HOUR_MS;

/** The index that an alert is about (the field page, "Notifications"). */
export function indexOf({ type, category }: Pick<Alert, "type" | "category">): IndexName {
  if (type === "PRODUCTIVITY") return "PRODUCTIVITY";
  return category === "PLANT_LIGHT_ALERT" ? "EFFICIENCY" : "HEALTH";
}

/** The mean of one hour. */
export type HourlyMean = { t: Date; value: number };

export type Evidence = {
  index: IndexName;
  unit: string;
  last: { at: string; value: number } | null;
  dayBefore: number | null;
  from: string;
  to: string;
  /** Hour by hour from `from` on: of a hundred alerts a time for each value would be most of the answer. */
  means: { from: string; values: (number | null)[] } | null;
};

/**
 * What a row of a list shows of an alert's index: the last value, the one of about a day before, and the hours
 * between.
 * @param means in order of time, within the last 72 hours up to the newest reading
 * @param until the newest reading of the alert's job; `now` where it has none
 */
export function evidenceOf(index: IndexName, means: readonly HourlyMean[], until: Date): Evidence {
  const last = means.at(-1);
  return {
    index,
    unit: INDEX_FACTS[index].unit,
    last: last ? { at: last.t.toISOString(), value: last.value } : null,
    dayBefore: last ? nearest(means, last.t.getTime() - DAY_MS) : null,
    from: new Date(until.getTime() - EVIDENCE_HOURS * HOUR_MS).toISOString(),
    to: until.toISOString(),
    means: hourByHour(means),
  };
}

function hourByHour(means: readonly HourlyMean[]): Evidence["means"] {
  const [first] = means;
  if (!first) return null;
  const values: (number | null)[] = [];
  for (const { t, value } of means) {
    const hour = (t.getTime() - first.t.getTime()) / HOUR_MS;
    while (values.length < hour) values.push(null);
    values.push(value);
  }
  return { from: first.t.toISOString(), values };
}

/** The values of an evidence that there are, each with its hour. */
export function pointsOf(means: Evidence["means"]): { t: string; value: number }[] {
  if (!means) return [];
  const from = Date.parse(means.from);
  return means.values.flatMap((value, hour) =>
    value === null ? [] : [{ t: new Date(from + hour * HOUR_MS).toISOString(), value }],
  );
}

function nearest(means: readonly HourlyMean[], at: number): number | null {
  let best: HourlyMean | null = null;
  const distance = (mean: HourlyMean | null) => (mean ? Math.abs(mean.t.getTime() - at) : NEAR_MS + 1);
  for (const mean of means) if (distance(mean) < distance(best)) best = mean;
  return best?.value ?? null;
}
