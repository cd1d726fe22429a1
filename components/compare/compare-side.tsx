"use client";
import { useChartFrame } from "@/components/charts/plot/chart-frame";
import { nearestBy } from "@/components/charts/plot/geometry";
import { originWords, valueWords } from "@/components/charts/value-words";
import { WholeAreaName } from "@/components/ui/area-name";
import { IndexMark, indexColour, indexLabel } from "@/components/ui/index-mark";
import { Panel } from "@/components/ui/panel";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import { formatCount, formatIndexValue, formatSigned, formatValue } from "@/lib/base/core/numbers";
import { capital, cityOf, listed } from "@/lib/base/core/text";
import { DAY_MS, formatDay, formatDayShort, siteDay } from "@/lib/base/core/time";
import { parentsApart } from "@/lib/base/places/places";
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
      title={first ? capital(time(first.t)) : "No value here"}
      end={
        cursor === null ? (
          <span>
            newest<span className="max-sm:hidden">; point at the chart</span>
          </span>
        ) : (
          <span>at the cursor</span>
        )
      }
    >
      <table className="w-full table-fixed text-sm [&_tr>*:first-child]:pl-4 [&_tr>*:last-child]:pr-4">
        <caption className="sr-only">Values of each at that time</caption>
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
            <th className="w-16 text-right font-medium">Value</th>
            <th className="w-19 text-right font-medium whitespace-nowrap">to {plan.lead}</th>
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
                        {point && pointDetails(point, index)}
                      </span>
                    </span>
                  </span>
                </th>
                <td className="text-right text-base font-strong whitespace-nowrap">
                  {valueWords(point, { index })}
                </td>
                <td className="text-right whitespace-nowrap text-ink-2">
                  {point && reference && !isLead && formatSigned(point.mean - reference.mean)}
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
function pointDetails({ min, max, count, filled }: Point, index: string): string {
  const origin = filled > 0 ? `, ${originWords(filled)}` : "";
  if (count === 1) return `one reading${origin}`;
  const range = `${formatIndexValue(min, index)} to ${formatIndexValue(max, index)}`;
  return `${range}, of ${formatCount(count)}${origin}`;
}

/** When the reference is further from all others than usual, and its average distance otherwise. */
function Divergence({ comparison, plan, index, publishedUntil }: Props) {
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
  const words = {
    value: (value: number) => formatIndexValue(value, index),
    at: (t: number) => `${step < DAY_MS ? "at" : "on"} ${formatTime({ t })}`,
    isOfSeveral: others.length > 1,
  };
  return (
    <Panel title={`Where ${lead} leaves ${words.isOfSeveral ? "the others" : others[0]?.letter}`}>
      <dl className="grid gap-3 px-4 py-3.5 text-sm text-ink-2">
        {away.map((one) => (
          <div key={one.from}>
            <dt className="font-strong text-ink-1">
              {rangeWords(one, plan, formatTime)}: {label}
            </dt>
            <dd>{awayWords(one, words)}</dd>
          </div>
        ))}
        <div>
          {apart.length > 0 && (
            <dt className="font-strong text-ink-1">{away.length > 0 ? "Otherwise" : label}</dt>
          )}
          <dd>
            {apart.length === 0
              ? `${lead} and the others have no ${label} at the same times.`
              : apartWords(apart, step)}
            {away.length === 0 && furthest && ` ${furthestWords(furthest, words)}`}
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

function rangeWords({ from, to }: DivergentPeriod, plan: Plan, formatTime: Comparison["formatTime"]): string {
  if (plan.crop) return `Day ${cropDay(from)} to ${cropDay(to)}`;
  return `${capital(formatTime({ t: from }))} to ${formatTime({ t: to })}`;
}

type Words = {
  value: (value: number) => string;
  at: (t: number) => string;
  /** There are several others. */
  isOfSeveral: boolean;
};

function awayWords({ side, furthest, lasts }: DivergentPeriod, { value, at, isOfSeveral }: Words): string {
  const theirs = furthest.others.map((other) => `${other.letter} had ${value(other.value)}`);
  const which = capital(isOfSeveral ? `${side} all others` : side);
  const until = lasts ? ", until the newest value that can be compared" : "";
  return `${which}${until}. Furthest ${at(furthest.t)}: ${value(furthest.value)}, when ${listed(theirs)}.`;
}

/** The largest distance of a reference that never diverges. */
function furthestWords(gap: LargestGap, { value, at, isOfSeveral }: Words): string {
  const { letter } = gap;
  const never = isOfSeveral
    ? "At no time does it leave all of them."
    : "At no time is it further away than usual.";
  return `${never} Furthest from ${letter} ${at(gap.t)}: ${value(gap.value)}, when ${letter} had ${value(gap.theirs)}.`;
}

function apartWords(apart: readonly AverageGap[], step: number): string {
  const unit = step < DAY_MS ? "hours" : "days";
  const [only = 0, ...otherCounts] = new Set(apart.map(({ count }) => count));
  const isOne = otherCounts.length === 0;
  const distances = apart.map(
    ({ letter, mean, count }) =>
      distanceWords(mean, letter) + (isOne ? "" : ` (${formatCount(count)} ${unit})`),
  );
  const which = apart.length > 1 ? "all" : "both";
  const over = isOne ? `, over the ${formatCount(only)} ${unit} that ${which} have` : "";
  return `On average ${listed(distances)}${over}.`;
}

function distanceWords(mean: number, letter: string): string {
  const size = formatValue(Math.abs(mean));
  if (size === "0.0") return `as much as ${letter}`;
  return `${size} ${mean > 0 ? "above" : "below"} ${letter}`;
}

/** Explains the lines: what is averaged, where days are cut, and the jobs that may have begun before the history. */
function Basis({ plan, index, zone }: { plan: Plan; index: IndexName; zone: string }) {
  const words = [
    `${plan.kind === "area" ? "Each area with all below it" : "All areas of a job"} pooled; a line is the mean, the tint ${plan.lead}’s lowest to highest.`,
    plan.step < DAY_MS
      ? `Hour by hour, in the time of ${cityOf(zone)}.`
      : `Days are cut at midnight in ${cityOf(zone)}.${clockChangeWords(plan, zone)}`,
    INDEX_FACTS[index].daily && "Daily integrals are never averaged over hours.",
    plan.crop && begunBeforeWords(plan, zone),
  ];
  return (
    <Panel title="What is compared">
      <ul className="grid gap-2 px-4 py-3.5 text-sm text-ink-2">
        {words.map((text) => text && <li key={text}>{text}</li>)}
      </ul>
    </Panel>
  );
}

/** The days of 23 or 25 hours. */
function clockChangeWords({ subjects, crop, window }: Plan, zone: string): string {
  const ranges = crop
    ? subjects.flatMap(({ job }) =>
        job ? [{ from: Date.parse(job.firstAt), to: Date.parse(job.lastAt) }] : [],
      )
    : [window];
  const odd = new Map(
    ranges.flatMap(({ from, to }) => clockChangeDays(from, to, zone)).map((one) => [one.day, one]),
  );
  return [...odd.values()].map(({ day, hours }) => ` ${formatDayShort(day)} has ${hours} hours.`).join("");
}

/** The jobs that may have begun before the history, so that their day 0 is not the crop's first. */
function begunBeforeWords({ subjects }: Plan, zone: string): string | null {
  const before = subjects.filter(({ job }) => job?.begunBefore);
  const [first] = before;
  if (!first?.job) return null;
  const day = formatDay(siteDay(new Date(first.job.firstAt), zone));
  const letters = listed(before.map(({ letter }) => letter));
  return `History here begins on ${day}, and ${letters} may have grown before: day 0 is then not the first of the crop.`;
}
