import type { IndexName } from "@/lib/base/core/indices";
import { DAY_MS, HOUR_MS, siteDay, siteHour } from "@/lib/base/core/time";

/** Days before an alert that make its band: two weeks average out the weather while the crop hardly changes. */
export const BAND_DAYS = 14;
/** Left out right before the alert: the fall that raised it is not part of the band. */
export const ONSET_MS = 12 * HOUR_MS;
/** Fewer days may all be unusual. */
const MIN_DAYS = 3;
/** The least share of informative hours that must have a range: one hour alone is no band. */
const MIN_HOURS_SHARE = 0.5;
/** Quartiles of fewer values mean little. */
const MIN_VALUES = 12;
/** Tukey's inner fence, in interquartile ranges below the lower quartile. */
const LOWER_FENCE = 1.5;
/** Tukey's outer fence, above the upper quartile: higher is better in all three indices. */
const UPPER_FENCE = 3;
/** Photosynthesis grows with the crop: up to this share within two weeks counts as unchanged. */
const GROWTH_SHARE = 0.15;
/** The least half width of a band, because the service sends one decimal. */
const MIN_HALF_WIDTH = 0.2;
/** Hours whose median is below this share of the best hour carry no information: photosynthesis at night. */
const MIN_SIGNAL_SHARE = 0.1;
/** A longer pause between two readings breaks a run: the state meanwhile is unknown. */
const MAX_PAUSE_MS = DAY_MS;

/** A measured (not interpolated) value of one area. */
export type MeasuredValue = { at: Date; value: number };
export type Range = { low: number; high: number };
type Period = { from: Date; to: Date };

/**
 * The range of an index before an alert. With a daily course `hours` has a range for each hour of the site's day (0 to
 * 23), null for hours without information; `range` spans all.
 */
export type Band = { range: Range; hours: readonly (Range | null)[] | null; days: number; values: number };

/** Returns true if an index follows the light each day, so that only equal hours can be compared. */
export function hasDailyCourse(index: IndexName): boolean {
  return index !== "HEALTH";
}

/** The period whose readings make the band of an alert. */
export function bandPeriod(began: Date): Period {
  return { from: new Date(began.getTime() - BAND_DAYS * DAY_MS), to: new Date(began.getTime() - ONSET_MS) };
}

/**
 * The earlier band of an index: the usual range of its measured values in the two weeks before an alert
 * (docs/spec/product.md "Probably recovered").
 *
 * All areas of the job count together, because the alert names the job and no area. Tukey's fences around the quartiles
 * bound it, so that one bad night or one faulty sensor does not widen it. Periods of other alerts of the job, with the
 * fall before them, are left out for the same reason. Health is measured at night and keeps its level, so it has one
 * range; the others follow the light, so each hour is compared with the same hour and its neighbours on earlier days.
 * @param values of the job in its areas; those outside of `bandPeriod` are ignored
 * @param began when the alert was raised
 * @param disturbed the periods in which other alerts of the job were open
 * @param zone IANA zone of the site
 * @returns null with too few values: then no recovery is claimed
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
  if (!hasDailyCourse(index)) return { range: tukeyRange(usual, growth), hours: null, ...facts };
  const { hours, informative } = rangesByHour(usual, site, growth);
  const known = hours.filter((range) => range !== null);
  if (known.length === 0 || known.length < MIN_HOURS_SHARE * informative) return null;
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

/** Day and hour at the site, computed once for each quarter of an hour. */
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
 * The range of each hour: around its own median, as wide as it and its neighbours spread around theirs; null if unknown.
 * `informative` counts the hours in which the index carries information, known or not.
 */
function rangesByHour(usual: readonly MeasuredValue[], site: SiteClock, growth: number) {
  const byHour: MeasuredValue[][] = Array.from({ length: 24 }, () => []);
  for (const value of usual) byHour[site(value.at).hour]?.push(value);
  const medians = byHour.map((values) => medianOf(values));
  const least = MIN_SIGNAL_SHARE * Math.max(...medians.map((median) => Math.abs(median ?? 0)));
  const isInformative = (median: number | null) => median !== null && Math.abs(median) >= least;
  const hours = medians.map((median, hour) => {
    if (median === null || !isInformative(median)) return null;
    const near = [hour - 1, hour, (hour + 1) % 24].flatMap((one) => {
      const middle = medians.at(one) ?? 0;
      return (byHour.at(one) ?? []).map(({ at, value }) => ({ at, value: value - middle + median }));
    });
    const days = new Set(near.map(({ at }) => site(at).day)).size;
    return days < MIN_DAYS ? null : tukeyRange(near, growth);
  });
  return { hours, informative: medians.filter(isInformative).length };
}

const sorted = (values: readonly MeasuredValue[]) => values.map(({ value }) => value).sort((a, b) => a - b);

const medianOf = (values: readonly MeasuredValue[]) =>
  values.length === 0 ? null : quantile(sorted(values), 0.5);

function tukeyRange(values: readonly MeasuredValue[], growth: number): Range {
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

/** Interpolates between the two nearest of sorted numbers. */
function quantile(numbers: readonly number[], share: number): number {
  const place = (numbers.length - 1) * share;
  const below = numbers[Math.floor(place)] ?? 0;
  const above = numbers[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/** The range of a band at an instant; null in an hour without information. */
export function rangeAt(band: Pick<Band, "range" | "hours">, at: Date, zone: string): Range | null {
  return band.hours === null ? band.range : (band.hours[siteHour(at, zone)] ?? null);
}

/** Returns true if a value lies in the band; null in an hour without information. */
export function isInBand(
  band: Pick<Band, "range" | "hours">,
  { at, value }: MeasuredValue,
  zone: string,
): boolean | null {
  const range = rangeAt(band, at, zone);
  return range && value >= range.low && value <= range.high;
}

/** A probable recovery: since when the index is back in its band, and the newest reading that shows it. */
export type Recovery = { since: Date; until: Date };

/**
 * Detects that an open alert has probably recovered (docs/spec/product.md "Probably recovered"): in each of the last
 * `hours` hours with a reading of its index, every reading of every area lies in the band. Hours are counted by readings,
 * because Health has none by day and photosynthesis carries no information at night. Not counted are hours before the last
 * rise, before a pause of a day, and a run that ended a day before the newest reading.
 * @param values the measured values of the job in its areas
 * @param facts.lastRise the raise or the last rise
 * @param facts.newest the newest reading of the job, of any index
 * @param facts.deniedAt when somebody denied the recovery: claimed again only after the index left the band since
 * @param facts.hours how many hours are enough
 * @returns null if no recovery is claimed
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

/** The readings in order of time, without those of hours without information. */
function judge(band: Band, values: readonly MeasuredValue[], zone: string): Judged[] {
  const site = siteClock(zone);
  return values
    .flatMap(({ at, value }) => {
      const range = band.hours === null ? band.range : (band.hours[site(at).hour] ?? null);
      return range === null ? [] : [{ at, inside: value >= range.low && value <= range.high }];
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The last readings that all lie inside, without a long pause; of one instant all or none. */
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
