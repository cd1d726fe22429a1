"use client";
import { useChartFrame } from "@/components/charts/plot/chart-frame";
import { nearestBy } from "@/components/charts/plot/geometry";
import { originWords, valueWords } from "@/components/charts/value-words";
import { WholeAreaName } from "@/components/ui/area-name";
import { IndexMark, indexColour, indexLabel } from "@/components/ui/index-mark";
import { Panel } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import { capital, cityOf } from "@/lib/base/core/text";
import { DAY_MS, siteDay } from "@/lib/base/core/time";
import { parentsApart } from "@/lib/base/places/places";
import type { Words } from "@/lib/base/words/words";
import { clockChangeDays, cropDay } from "@/lib/farm/compare/crop";
import {
  type AverageGap,
  type DivergentPeriod,
  findDivergence,
  type LargestGap,
} from "@/lib/farm/compare/divergence";
import type { Point } from "@/lib/farm/series/contract";
import { isRunning, type Plan, publishedOnAxis } from "./plan";
import { LetterMark } from "./subject-cards";
import type { ComparedSubject, Comparison } from "./use-comparison";

type Props = {
  comparison: Comparison;
  plan: Plan;
  index: IndexName;
  /** The newest published hour, epoch milliseconds. */
  publishedUntil: number;
};

/** Beside the chart: the values at one time, the divergence from the reference, and how the lines are made. */
export function CompareSide(props: Props) {
  return (
    <>
      <ValuesAt {...props} />
      <Divergence {...props} />
      <Basis plan={props.plan} index={props.index} zone={props.comparison.zone} />
    </>
  );
}

/** Every value at the cursor, or at the newest time of the reference, with its difference from the reference. */
function ValuesAt({ comparison, plan, index, publishedUntil }: Props) {
  const words = useWords();
  const { t: say } = words;
  const { cursor, window } = useChartFrame();
  const { subjects, zone, formatTime } = comparison;
  const leader = subjects.find(({ letter }) => letter === plan.lead);
  const newest = [leader, ...subjects].map((subject) => subject?.aligned?.at(-1)).find(Boolean);
  const at = cursor ?? newest?.t ?? Number.NaN;
  const reach = Math.max(plan.step / 2, (window.to - window.from) / 120);
  const pointOf = ({ aligned = [] }: Pick<ComparedSubject, "aligned">) =>
    nearestBy(aligned, ({ t }) => Math.abs(t - at), reach);
  const reference = leader ? pointOf(leader) : null;
  const first = reference ?? subjects.map(pointOf).find((point) => point !== null);
  // By day of crop each line has its own newest hour; the day in the title is the reference's.
  const until = publishedOnAxis(leader ?? { firstAt: null }, publishedUntil, zone);
  const apart = parentsApart(plan.kind === "area" ? subjects.map(({ name }) => name) : []);
  const time = (t: number) => formatTime(isRunning(t, plan.step, until) ? { t, running: true } : { t });
  return (
    <Panel
      title={first ? capital(time(first.t)) : say("compare.side.none")}
      end={
        cursor === null ? (
          <>
            <span className="sm:hidden">{say("compare.side.newest")}</span>
            <span className="max-sm:hidden">{say("compare.side.point")}</span>
          </>
        ) : (
          <span>{say("compare.side.cursor")}</span>
        )
      }
    >
      <table className="w-full table-fixed text-sm [&_tr>*:first-child]:pl-4 [&_tr>*:last-child]:pr-4">
        <caption className="sr-only">{say("compare.side.caption")}</caption>
        <thead className="text-xs text-ink-3">
          <tr className="border-b border-hairline text-left">
            <th className="h-11 font-medium">
              <span className="flex min-w-0 items-center gap-1.5">
                <IndexMark index={index} />
                <span className="truncate">
                  {indexLabel(index)}
                  <span className="block font-normal">{INDEX_FACTS[index].unit}</span>
                </span>
              </span>
            </th>
            <th className="w-16 text-right font-medium">{say("compare.side.value")}</th>
            <th className="w-19 text-right font-medium whitespace-nowrap">
              {say("compare.side.to", { lead: plan.lead })}
            </th>
          </tr>
        </thead>
        <tbody>
          {subjects.map((subject) => {
            const point = pointOf(subject);
            const isLead = subject.letter === plan.lead;
            return (
              <tr key={subject.name} className="border-b border-hairline last:border-b-0">
                <th scope="row" className="h-13 py-1.5 text-left font-normal">
                  <span className="flex min-w-0 items-center gap-2.5">
                    <LetterMark letter={subject.letter} hue={isLead ? indexColour(index) : undefined} />
                    <span className="min-w-0 flex-1">
                      {plan.kind === "area" ? (
                        <WholeAreaName path={subject.name} apart={apart.get(subject.name)} />
                      ) : (
                        <span className="block wrap-anywhere" title={subject.name}>
                          {subject.job?.name ?? subject.name}
                        </span>
                      )}
                      <span className="block min-h-4 truncate text-xs text-ink-3">
                        {point && pointDetails(words, point, index)}
                      </span>
                    </span>
                  </span>
                </th>
                <td className="text-right text-base font-strong whitespace-nowrap">
                  {valueWords(words, point, { index })}
                </td>
                <td className="text-right whitespace-nowrap text-ink-2">
                  {point && reference && !isLead && words.formatSigned(point.mean - reference.mean)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}

/** Range, count and, where interpolated, origin. */
function pointDetails(words: Words, { min, max, count, filled }: Point, index: string): string {
  const { t, formatIndexValue } = words;
  const origin = filled > 0 ? originWords(words, filled) : null;
  if (count === 1) return origin === null ? t("compare.side.one") : t("compare.side.oneOf", { origin });
  const range = { low: formatIndexValue(min, index), high: formatIndexValue(max, index), count };
  return origin === null ? t("compare.side.some", range) : t("compare.side.someOf", { ...range, origin });
}

/** When the reference is further from all others than usual, and its average distance otherwise. */
function Divergence({ comparison, plan, index, publishedUntil }: Props) {
  const words = useWords();
  const { t: say } = words;
  const { lead, step } = plan;
  const { subjects, zone, formatTime } = comparison;
  const finished = (subject: ComparedSubject) =>
    finishedPoints(subject, plan, publishedOnAxis(subject, publishedUntil, zone));
  const reference = subjects.find(({ letter }) => letter === lead);
  const others = subjects.filter(({ letter }) => letter !== lead);
  if (others.length === 0 || subjects.some(({ aligned }) => aligned === undefined)) return null;
  const { away, apart, furthest } = findDivergence(
    reference ? finished(reference) : [],
    others.map((subject) => ({ letter: subject.letter, points: finished(subject) })),
    step,
  );
  const label = indexLabel(index);
  const about: About = {
    value: (value: number) => words.formatIndexValue(value, index),
    at: (t: number) => ({ time: formatTime({ t }), unit: unitOf(plan) }),
    isOfSeveral: others.length > 1,
  };
  return (
    <Panel title={say("compare.divergence.title", { lead })}>
      <dl className="grid gap-3 px-4 py-3.5 text-sm text-ink-2">
        {away.map((one) => (
          <div key={one.from}>
            <dt className="font-strong text-ink-1">
              {say("compare.divergence.period", {
                period: rangeWords(words, one, plan, formatTime),
                index: label,
              })}
            </dt>
            <dd>{awayWords(words, one, about)}</dd>
          </div>
        ))}
        <div>
          {apart.length > 0 && (
            <dt className="font-strong text-ink-1">
              {away.length > 0 ? say("compare.divergence.otherwise") : label}
            </dt>
          )}
          <dd>
            {apart.length === 0
              ? say("compare.divergence.noCommon", { lead, index: label })
              : apartWords(words, apart, unitOf(plan))}
            {away.length === 0 && furthest && ` ${furthestWords(words, furthest, about, lead)}`}
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

/** The points in view, without a day that is still running. */
function finishedPoints({ aligned = [] }: ComparedSubject, { step, window }: Plan, until: number) {
  return aligned.filter(({ t }) => t >= window.from && t <= window.to && !isRunning(t, step, until));
}

function rangeWords(
  { t }: Words,
  { from, to }: DivergentPeriod,
  plan: Plan,
  formatTime: Comparison["formatTime"],
): string {
  if (plan.crop)
    return t("compare.divergence.days", { from: String(cropDay(from)), to: String(cropDay(to)) });
  return capital(t("time.span", { from: formatTime({ t: from }), to: formatTime({ t: to }) }));
}

type Unit = "hour" | "other";

const unitOf = ({ step }: Plan): Unit => (step < DAY_MS ? "hour" : "other");

type About = {
  value: (value: number) => string;
  at: (t: number) => { time: string; unit: Unit };
  /** There are several others. */
  isOfSeveral: boolean;
};

function awayWords(
  { t, listed }: Words,
  { side, furthest, lasts }: DivergentPeriod,
  { value, at, isOfSeveral }: About,
): string {
  const theirs = furthest.others.map((other) =>
    t("compare.divergence.theirs", { letter: other.letter, value: value(other.value) }),
  );
  return t("compare.divergence.away", {
    ...{ side: side === "above" ? side : "other", several: isOfSeveral ? "yes" : "other" },
    ...{ lasts: lasts ? "yes" : "other", ...at(furthest.t) },
    ...{ value: value(furthest.value), theirs: listed(theirs) },
  });
}

/** The largest distance of a reference that never diverges. */
function furthestWords(
  { t }: Words,
  { letter, ...gap }: LargestGap,
  { value, at, isOfSeveral }: About,
  lead: string,
): string {
  const never = isOfSeveral
    ? t("compare.divergence.neverFromAll", { lead })
    : t("compare.divergence.neverUnusual");
  const values = { value: value(gap.value), theirs: value(gap.theirs) };
  return `${never} ${t("compare.divergence.furthest", { letter, ...at(gap.t), ...values })}`;
}

function apartWords(words: Words, apart: readonly AverageGap[], unit: Unit): string {
  const { t, listed } = words;
  const [only = 0, ...otherCounts] = new Set(apart.map(({ count }) => count));
  const isOne = otherCounts.length === 0;
  const distances = apart.map(({ letter, mean, count }) => {
    const distance = distanceWords(words, mean, letter);
    return isOne ? distance : t("compare.divergence.distanceOver", { distance, unit, count });
  });
  if (!isOne) return t("compare.divergence.average", { distances: listed(distances) });
  const among = apart.length > 1 ? "other" : "both";
  return t("compare.divergence.averageOver", { distances: listed(distances), count: only, unit, among });
}

function distanceWords({ t, formatValue }: Words, mean: number, letter: string): string {
  const size = formatValue(Math.abs(mean));
  const side = size === formatValue(0) ? "other" : mean > 0 ? "above" : "below";
  return t("compare.divergence.distance", { size, letter, side });
}

/** Explains the lines: what is averaged, where days are cut, and the jobs that may have begun before the history. */
function Basis({ plan, index, zone }: { plan: Plan; index: IndexName; zone: string }) {
  const words = useWords();
  const { t } = words;
  const { lead } = plan;
  const texts = [
    plan.kind === "area" ? t("compare.basis.areas", { lead }) : t("compare.basis.jobs", { lead }),
    plan.step < DAY_MS
      ? t("compare.basis.hourly", { city: cityOf(zone) })
      : [t("compare.basis.daily", { city: cityOf(zone) }), ...clockChangeWords(words, plan, zone)].join(" "),
    INDEX_FACTS[index].daily && t("compare.basis.integrals"),
    plan.crop && begunBeforeWords(words, plan, zone),
  ];
  return (
    <Panel title={t("compare.basis.title")}>
      <ul className="grid gap-2 px-4 py-3.5 text-sm text-ink-2">
        {texts.map((text) => text && <li key={text}>{text}</li>)}
      </ul>
    </Panel>
  );
}

/** The days of 23 or 25 hours. */
function clockChangeWords(
  { t, formatDayShort }: Words,
  { subjects, crop, window }: Plan,
  zone: string,
): string[] {
  const ranges = crop
    ? subjects.flatMap(({ job }) =>
        job ? [{ from: Date.parse(job.firstAt), to: Date.parse(job.lastAt) }] : [],
      )
    : [window];
  const odd = new Map(
    ranges.flatMap(({ from, to }) => clockChangeDays(from, to, zone)).map((one) => [one.day, one]),
  );
  return [...odd.values()].map(({ day, hours }) =>
    t("compare.basis.clockChange", { day: formatDayShort(day), hours }),
  );
}

/** The jobs that may have begun before the history, so that their day 0 is not the crop's first. */
function begunBeforeWords({ t, formatDay, listed }: Words, { subjects }: Plan, zone: string): string | null {
  const before = subjects.filter(({ job }) => job?.begunBefore);
  const [first] = before;
  if (!first?.job) return null;
  const day = formatDay(siteDay(new Date(first.job.firstAt), zone));
  const letters = listed(before.map(({ letter }) => letter));
  return t("compare.basis.begunBefore", { day, letters });
}
