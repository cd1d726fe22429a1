/** The texts of a comparison: its range, its gaps, the reason why it is empty. Pure. */
import { findGaps } from "@/components/charts/plot/rows";
import { indexLabel } from "@/components/ui/index-mark";
import { lackWords } from "@/lib/base/core/indices";
import { DAY_MS, siteDay } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { cropDay } from "@/lib/farm/compare/crop";
import type { Job } from "@/lib/farm/jobs/contract";
import { cropDayWords } from "@/lib/farm/jobs/rules";
import type { Plan } from "./plan";
import type { ComparedSubject } from "./use-comparison";

/** Gaps named for each line, the newest ones. */
const MAX_GAPS = 3;

/** `Day 0 to 42 of the crop`, or two site times. @param now epoch milliseconds */
export function rangeWords(
  { t, siteDateTime }: Words,
  { crop, window }: Plan,
  zone: string,
  now: number,
): string {
  if (crop) {
    const days = { from: String(cropDay(window.from)), to: String(cropDay(window.to - DAY_MS / 2)) };
    return t("compare.range.crop", days);
  }
  const to = new Date(Math.min(window.to, now));
  return t("time.span", { from: siteDateTime(new Date(window.from), zone), to: siteDateTime(to, zone) });
}

/** "day 12 today", or "ended day 80". */
export function jobAgeWords(words: Words, job: Job): string {
  const { t } = words;
  const day = cropDayWords(words, job);
  return job.current ? t("compare.job.today", { day }) : t("compare.job.ended", { day });
}

/** "B has no value on days 30 to 32." Only for days: missing hours are visible in the chart. */
export function gapWords(
  words: Words,
  subjects: readonly ComparedSubject[],
  plan: Plan,
  zone: string,
): string {
  if (plan.step < DAY_MS) return "";
  return subjects.flatMap((subject) => subjectGaps(words, subject, plan, zone)).join(" ");
}

function subjectGaps(
  { t: say, formatDayShort, listed }: Words,
  { letter, aligned = [] }: ComparedSubject,
  { crop, step, window }: Plan,
  zone: string,
): string[] {
  const gaps = findGaps(aligned, step, 2 * step).filter(
    ({ from, to }) => from < window.to && to > window.from,
  );
  if (gaps.length === 0 || letter === "") return [];
  const dayOf = (t: number) =>
    crop ? String(cropDay(t)) : formatDayShort(siteDay(new Date(t + step / 2), zone));
  const named = gaps.slice(-MAX_GAPS).map(({ from, to }) => {
    const [first, last] = [dayOf(from + step), dayOf(to - step)];
    if (first === last) return crop ? say("compare.gaps.day", { day: first }) : first;
    const days = { from: first, to: last };
    return crop ? say("compare.gaps.days", days) : say("time.span", days);
  });
  const more = Math.max(gaps.length - MAX_GAPS, 0);
  return [say("compare.gaps.none", { letter, days: listed(named), more })];
}

/** The reason of an empty chart, with the newest reading. */
export function emptyWords(
  { t, siteDateTime, formatAge }: Words,
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
    return t("compare.empty.reference", { lead: plan.lead, index: label });
  if (ends.length === 0) return t("compare.empty.never");
  const last = new Date(Math.max(...ends));
  const newest = t("compare.empty.newest", { time: siteDateTime(last, zone), age: formatAge(last, now) });
  return `${t("compare.empty.index", { index: label })}${lackWords(index)} ${newest}`;
}
