import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import { HOUR_MS } from "@/lib/base/core/time";
import type { Alert, Evidence } from "./contract";

export const EVIDENCE_HOURS = 72;

/** Health is measured at night only, so the value of a day before may be some hours off. */
const NEAR_HOURS = 6;

/** The index of an alert (docs/spec/service-in-the-field.md "Notifications"). */
export function evidenceIndex({ type, category }: Pick<Alert, "type" | "category">): IndexName {
  if (type === "PRODUCTIVITY") return "PRODUCTIVITY";
  return category === "PLANT_LIGHT_ALERT" ? "EFFICIENCY" : "HEALTH";
}

/** The mean of one hour; `hour` counts from 1970. */
export type HourlyMean = { hour: number; value: number };

/**
 * The last value of an alert's index, the one about a day before, and the hourly means of 72 hours.
 * @param means in order of time, within the 72 hours before `until`
 * @param until the newest reading of the alert's job; `now` where it has none
 */
export function buildEvidence(index: IndexName, means: readonly HourlyMean[], until: Date): Evidence {
  const last = means.at(-1);
  return {
    index,
    unit: INDEX_FACTS[index].unit,
    last: last ? { at: timeOf(last.hour), value: last.value } : null,
    dayBefore: last ? nearest(means, last.hour - 24) : null,
    from: new Date(until.getTime() - EVIDENCE_HOURS * HOUR_MS).toISOString(),
    to: until.toISOString(),
    means: hourByHour(means),
  };
}

function hourByHour(means: readonly HourlyMean[]): Evidence["means"] {
  const [first] = means;
  if (!first) return null;
  const values: (number | null)[] = [];
  for (const { hour, value } of means) {
    while (values.length < hour - first.hour) values.push(null);
    values.push(value);
  }
  return { from: timeOf(first.hour), values };
}

/** The present values of an evidence; `t` in epoch milliseconds. */
export function evidencePoints(means: Evidence["means"]): { t: number; value: number }[] {
  if (!means) return [];
  const from = Date.parse(means.from);
  return means.values.flatMap((value, hour) => (value === null ? [] : [{ t: from + hour * HOUR_MS, value }]));
}

function nearest(means: readonly HourlyMean[], hour: number): number | null {
  let best: HourlyMean | null = null;
  const distance = (mean: HourlyMean | null) => (mean ? Math.abs(mean.hour - hour) : NEAR_HOURS + 1);
  for (const mean of means) if (distance(mean) < distance(best)) best = mean;
  return best?.value ?? null;
}

const timeOf = (hour: number) => new Date(hour * HOUR_MS).toISOString();
