/** The texts of a comparison: its range, its gaps, the reason why it is empty. Pure. */
import { findGaps } from "@/components/charts/plot/rows";
import { indexLabel } from "@/components/ui/index-mark";
import { lackWords } from "@/lib/base/core/indices";
import { listed } from "@/lib/base/core/text";
import { DAY_MS, formatAge, formatDayShort, siteDateTime, siteDay } from "@/lib/base/core/time";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { cropDay } from "@/lib/farm/compare/crop";
import type { Job } from "@/lib/farm/jobs/contract";
import { cropDayWords } from "@/lib/farm/jobs/rules";
import type { Plan } from "./plan";
import type { ComparedSubject } from "./use-comparison";

/** Gaps named for each line, the newest ones. */
const MAX_GAPS = 3;

/** `Day 0 to 42 of the crop`, or two site times. @param now epoch milliseconds */
export function rangeWords({ crop, window }: Plan, zone: string, now: number): string {
  if (crop) return `Day ${cropDay(window.from)} to ${cropDay(window.to - DAY_MS / 2)} of the crop`;
  const to = new Date(Math.min(window.to, now));
  return `${siteDateTime(new Date(window.from), zone)} to ${siteDateTime(to, zone)}`;
}

/** "day 12 today", or "ended day 80". */
export const jobAgeWords = (job: Job) =>
  job.current ? `${cropDayWords(job)} today` : `ended ${cropDayWords(job)}`;

/** "B has no value on days 30 to 32." Only for days: missing hours are visible in the chart. */
export function gapWords(subjects: readonly ComparedSubject[], plan: Plan, zone: string): string {
  if (plan.step < DAY_MS) return "";
  return subjects.flatMap((subject) => subjectGaps(subject, plan, zone)).join(" ");
}

function subjectGaps({ letter, aligned = [] }: ComparedSubject, { crop, step, window }: Plan, zone: string) {
  const gaps = findGaps(aligned, step, 2 * step).filter(
    ({ from, to }) => from < window.to && to > window.from,
  );
  if (gaps.length === 0 || letter === "") return [];
  const dayOf = (t: number) =>
    crop ? String(cropDay(t)) : formatDayShort(siteDay(new Date(t + step / 2), zone));
  const named = gaps.slice(-MAX_GAPS).map(({ from, to }) => {
    const [first, last] = [dayOf(from + step), dayOf(to - step)];
    if (first === last) return crop ? `day ${first}` : first;
    return crop ? `days ${first} to ${last}` : `${first} to ${last}`;
  });
  const more = gaps.length > MAX_GAPS ? ` and ${gaps.length - MAX_GAPS} times before` : "";
  return [`${letter} has no value on ${listed(named)}${more}.`];
}

/** The reason of an empty chart, with the newest reading. */
export function emptyWords(
  plan: Plan,
  subjects: readonly ComparedSubject[],
  areas: readonly AreaOverview[],
  index: string,
  zone: string,
  now: Date,
): string {
  const label = indexLabel(index);
  const ends = plan.subjects.flatMap(({ name, job }) => {
    const last = job?.lastAt ?? areas.find(({ path }) => path === name)?.lastReadingAt;
    return last ? [Date.parse(last)] : [];
  });
  if (subjects.some(({ aligned }) => aligned?.length))
    return `${plan.lead} has no ${label} in this time: there is nothing to take the difference to.`;
  if (ends.length === 0) return "No reading of what is compared has ever come.";
  const last = new Date(Math.max(...ends));
  return `No ${label} in this time.${lackWords(index)} The newest reading is of ${siteDateTime(last, zone)}, ${formatAge(last, now)}.`;
}
