import type { IndexName } from "@/lib/base/core/indices";
import { DAY_MS, HOUR_MS, siteDay, siteHour } from "@/lib/base/core/time";

/** So many days before the alert say what is usual: two weeks even out the weather, and the crop is still the same. */
export const BAND_DAYS = 14;
/** What is left out of them before the alert: the fall that it was raised for is no part of what was usual. */
export const ONSET_MS = 12 * HOUR_MS;
/** Fewer days than this may all have been odd ones. */
const MIN_DAYS = 3;
/** Of the hours in which an index tells something, at least this share must be known: one hour alone is no band. */
const MIN_HOURS_SHARE = 0.5;
/** Quartiles of fewer values than this say little. */
const MIN_VALUES = 12;
/** Tukey's inner fence: further below the quartiles than so many times their distance, a value is no longer usual. */
const LOWER_FENCE = 1.5;
/** His outer fence: all three indices are stronger the higher. */
const UPPER_FENCE = 3;
/** Photosynthesis grows with the crop: by so much within the two weeks it is still as before. */
const GROWTH_SHARE = 0.15;
/** The service sends one decimal: a band is never narrower than this on either side of its middle. */
const MIN_HALF_WIDTH = 0.2;
/** An hour in which the index is usually below this share of its best hour tells nothing: photosynthesis by night. */
const MIN_SIGNAL_SHARE = 0.1;
/** With more time than this between two readings, what the plants did meanwhile is not known. */
const MAX_PAUSE_MS = DAY_MS;

/** A measured value of one area; never an interpolated one. */
export type MeasuredValue = { at: Date; value: number };
export type Range = { low: number; high: number };
type Period = { from: Date; to: Date };

/**
 * The band that an index was in before an alert. `hours` has a range for each hour of the site's day (0 to 23)
 * where the index has a daily course, null where an hour tells nothing; `range` is all of them together.
 */
export type Band = { range: Range; hours: readonly (Range | null)[] | null; days: number; values: number };

/** Whether an index runs through a course of its own each day, so that only the same hours can be compared. */
export function hasDailyCourse(index: IndexName): boolean {
  return index !== "HEALTH";
}

/** The time whose readings say what was usual before an alert began. */
export function bandPeriod(began: Date): Period {
  return { from: new Date(began.getTime() - BAND_DAYS * DAY_MS), to: new Date(began.getTime() - ONSET_MS) };
}

/**
 * The earlier band of an index: where its measured values usually lay in the two weeks before the alert.
 *
 * All areas of the job count together, because the alert names the job and no area. Quartiles with Tukey's fences
 * are used, not lowest and highest: one bad night or one faulty sensor must not widen the band until everything
 * lies in it. Times in which another alert of the job was open, and the fall before it, are left out for the same
 * reason: plants that are ill in one index are not as usual in the others. Health is measured at night only and keeps its level, so that it has one range; the others
 * follow the light, so that each hour of the day is compared with the same hour and its neighbours on the days
 * before.
 * @param values of the job in its areas, at any time; those outside of `bandPeriod` are ignored
 * @param began when the alert was raised
 * @param disturbed when other alerts of the job were open, from begin to end
 * @param zone of the site, IANA
 * @returns null where there is too little: then a recovery is never claimed
 */
export function bandBefore(
  index: IndexName,
  values: readonly MeasuredValue[],
  began: Date,
  disturbed: readonly Period[],
  zone: string,
): Band | null {
  const usual = selectBaseline(values, began, disturbed);
  const site = siteClock(zone);
  const days = new Set(usual.map(({ at }) => site(at).day)).size;
  if (days < MIN_DAYS || usual.length < MIN_VALUES) return null;
  const facts = { days, values: usual.length };
  const growth = index === "PRODUCTIVITY" ? GROWTH_SHARE : 0;
  if (!hasDailyCourse(index)) return { range: rangeOf(usual, growth), hours: null, ...facts };
  const { hours, telling } = rangesByHour(usual, site, growth);
  const known = hours.filter((range) => range !== null);
  if (known.length === 0 || known.length < MIN_HOURS_SHARE * telling) return null;
  const low = Math.min(...known.map((range) => range.low));
  const high = Math.max(...known.map((range) => range.high));
  return { range: { low, high }, hours, ...facts };
}

function selectBaseline(
  values: readonly MeasuredValue[],
  began: Date,
  disturbed: readonly Period[],
): MeasuredValue[] {
  const within = (at: Date, { from, to }: Period) => at >= from && at < to;
  const period = bandPeriod(began);
  const odd = disturbed.map(({ from, to }) => ({ from: new Date(from.getTime() - ONSET_MS), to }));
  return values.filter(({ at }) => within(at, period) && !odd.some((one) => within(at, one)));
}

type SiteClock = (at: Date) => { day: string; hour: number };

/** Day and hour at the site; each hour is looked up once. */
function siteClock(zone: string): SiteClock {
  const known = new Map<number, { day: string; hour: number }>();
  return (at) => {
    const quarter = Math.floor(at.getTime() / (HOUR_MS / 4));
    const found = known.get(quarter) ?? { day: siteDay(at, zone), hour: siteHour(at, zone) };
    known.set(quarter, found);
    return found;
  };
}

/**
 * Each hour lies around its own median, as far as it and its neighbours usually stray from theirs; null where it is
 * not known. `telling` counts the hours in which the index tells something, known or not.
 */
function rangesByHour(usual: readonly MeasuredValue[], site: SiteClock, growth: number) {
  const byHour: MeasuredValue[][] = Array.from({ length: 24 }, () => []);
  for (const value of usual) byHour[site(value.at).hour]?.push(value);
  const medians = byHour.map((values) => medianOf(values));
  const least = MIN_SIGNAL_SHARE * Math.max(...medians.map((median) => Math.abs(median ?? 0)));
  const isTelling = (median: number | null) => median !== null && Math.abs(median) >= least;
  const hours = medians.map((median, hour) => {
    if (median === null || !isTelling(median)) return null;
    const near = [hour - 1, hour, (hour + 1) % 24].flatMap((one) => {
      const middle = medians.at(one) ?? 0;
      return (byHour.at(one) ?? []).map(({ at, value }) => ({ at, value: value - middle + median }));
    });
    const days = new Set(near.map(({ at }) => site(at).day)).size;
    return days < MIN_DAYS ? null : rangeOf(near, growth);
  });
  return { hours, telling: medians.filter(isTelling).length };
}

const sorted = (values: readonly MeasuredValue[]) => values.map(({ value }) => value).sort((a, b) => a - b);

const medianOf = (values: readonly MeasuredValue[]) =>
  values.length === 0 ? null : quantile(sorted(values), 0.5);

function rangeOf(values: readonly MeasuredValue[], growth: number): Range {
  const numbers = sorted(values);
  const lower = quantile(numbers, 0.25);
  const middle = quantile(numbers, 0.5);
  const upper = quantile(numbers, 0.75);
  const spread = upper - lower;
  return {
    low: Math.min(lower - LOWER_FENCE * spread, middle - MIN_HALF_WIDTH),
    high: Math.max(upper + UPPER_FENCE * spread, middle + MIN_HALF_WIDTH, middle * (1 + growth)),
  };
}

/** Between the two nearest of sorted numbers, in proportion. */
function quantile(numbers: readonly number[], share: number): number {
  const place = (numbers.length - 1) * share;
  const below = numbers[Math.floor(place)] ?? 0;
  const above = numbers[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/** The range of a band at an instant; null in an hour that tells nothing. */
export function rangeAt(band: Pick<Band, "range" | "hours">, at: Date, zone: string): Range | null {
  return band.hours === null ? band.range : (band.hours[siteHour(at, zone)] ?? null);
}

/** Whether a value lies in the band that was usual before; null in an hour that tells nothing. */
export function isInBand(
  band: Pick<Band, "range" | "hours">,
  { at, value }: MeasuredValue,
  zone: string,
): boolean | null {
  const range = rangeAt(band, at, zone);
  return range && value >= range.low && value <= range.high;
}

/** What is asked of people: since when the index is back in its band, and the newest reading that says so. */
export type Recovery = { since: Date; until: Date };

/**
 * Whether an open alert has probably recovered: in each of the last so many hours that have a reading of its
 * index, every reading of every area lies in the band. Hours are counted by readings, not by the clock: Health has
 * none by day, photosynthesis says nothing by night. Hours before the alert was raised or last rose do not count,
 * nor does anything older than a pause of a day, nor a run that the newer readings of the job have left behind by
 * a day.
 * @param values measured ones of the job in its areas
 * @param facts.lastRise when the alert was raised or rose last
 * @param facts.newest the newest reading of the job, of whichever index
 * @param facts.deniedAt when somebody said that it has not recovered: asked again only after it left the band since
 * @param facts.hours how many hours are enough
 * @returns null where nothing is claimed
 */
export function detectRecovery(
  band: Band,
  values: readonly MeasuredValue[],
  facts: { lastRise: Date; newest: Date; deniedAt: Date | null; hours: number; zone: string },
): Recovery | null {
  const { lastRise, newest, deniedAt } = facts;
  const judged = judge(band, values, facts.zone).filter(({ at }) => at > lastRise);
  const run = lastRun(judged);
  const last = run.at(-1);
  const [first] = run;
  if (!first || !last || newest.getTime() - last.at.getTime() > MAX_PAUSE_MS) return null;
  if (hoursOf(run) < facts.hours) return null;
  const left = judged.findLast(({ inside }) => !inside)?.at ?? lastRise;
  if (deniedAt && left <= deniedAt) return null;
  return { since: first.at, until: last.at };
}

type Judged = { at: Date; inside: boolean };

/** In order of time; readings of hours that tell nothing are left out. */
function judge(band: Band, values: readonly MeasuredValue[], zone: string): Judged[] {
  const site = siteClock(zone);
  return values
    .flatMap(({ at, value }) => {
      const range = band.hours === null ? band.range : (band.hours[site(at).hour] ?? null);
      return range === null ? [] : [{ at, inside: value >= range.low && value <= range.high }];
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The readings at the end that all lie inside, without a long pause among them; of one instant all or none. */
function lastRun(judged: readonly Judged[]): Judged[] {
  const outside = judged.findLast(({ inside }) => !inside);
  const after = outside ? judged.filter(({ at }) => at > outside.at) : [...judged];
  const pause = after.findLastIndex(({ at }, index) => {
    const next = after[index + 1];
    return next !== undefined && next.at.getTime() - at.getTime() > MAX_PAUSE_MS;
  });
  return after.slice(pause + 1);
}

const hoursOf = (run: readonly Judged[]) =>
  new Set(run.map(({ at }) => Math.floor(at.getTime() / HOUR_MS))).size;
