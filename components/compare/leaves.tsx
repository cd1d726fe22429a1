"use client";
import { indexLabel } from "@/components/ui/index-mark";
import { Panel } from "@/components/ui/panel";
import { formatCount, formatIndexValue, formatValue } from "@/lib/base/core/numbers";
import { capital, listed } from "@/lib/base/core/text";
import { cropDay } from "@/lib/farm/compare/crop";
import { type Apart, type Away, type Furthest, leavesOf } from "@/lib/farm/compare/leaves";
import type { Plan } from "./plan";
import { isRunning } from "./running";
import { type Compared, untilOf } from "./use-compared";

const DAY = 86_400_000;

type Props = {
  lines: readonly Compared[];
  plan: Plan;
  index: string;
  /** The newest hour that has come, and the site's zone: a day that is not over is left out. */
  publishedUntil: number;
  zone: string;
  wordsOf: (row: { t: number }) => string;
};

/** Where the reference leaves all others further than it usually does, and how far it is from each otherwise. */
export function Leaves({ lines, plan, index, publishedUntil, zone, wordsOf }: Props) {
  const { lead, step } = plan;
  const wholeOf = (line: Compared) => wholePoints(line, plan, untilOf(line, publishedUntil, zone));
  const reference = lines.find(({ letter }) => letter === lead);
  const others = lines.filter(({ letter }) => letter !== lead);
  if (others.length === 0 || lines.some(({ aligned }) => aligned === undefined)) return null;
  const { away, apart, furthest } = leavesOf(
    reference ? wholeOf(reference) : [],
    others.map((line) => ({ letter: line.letter, points: wholeOf(line) })),
    step,
  );
  const label = indexLabel(index);
  const at = (row: { t: number }) => `${step < DAY ? "at" : "on"} ${wordsOf(row)}`;
  return (
    <Panel
      title={
        others.length > 1 ? `Where ${lead} leaves the others` : `Where ${lead} leaves ${others[0]?.letter}`
      }
    >
      <dl className="grid gap-3 px-4 py-3.5 text-sm text-ink-2">
        {away.map((one) => (
          <div key={one.from}>
            <dt className="font-strong text-ink-1">
              {spanOf(one, plan, wordsOf)}: {label}
            </dt>
            <dd>{awayWords(one, index, at, others.length)}</dd>
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
            {away.length === 0 && furthest && ` ${furthestWords(furthest, index, at, others.length)}`}
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

/** The points in view, without a day that is not over. */
function wholePoints({ aligned = [] }: Compared, { step, window }: Plan, until: number) {
  return aligned.filter((point) => {
    const t = Date.parse(point.t);
    return t >= window.from && t <= window.to && !isRunning(t, step, until);
  });
}

function spanOf({ from, to }: Away, { crop }: Plan, wordsOf: Props["wordsOf"]): string {
  if (crop) return `Day ${cropDay(from)} to ${cropDay(to)}`;
  return `${capital(wordsOf({ t: from }))} to ${wordsOf({ t: to })}`;
}

function awayWords(
  { side, furthest, lasts }: Away,
  index: string,
  wordsOf: Props["wordsOf"],
  count: number,
): string {
  const of = (value: number) => formatIndexValue(value, index);
  const theirs = furthest.others.map(({ letter, value }) => `${letter} had ${of(value)}`);
  const which = count > 1 ? `${side} all others` : side;
  const until = lasts ? ", until the newest value that can be compared" : "";
  return `${capital(which)}${until}. Furthest ${wordsOf({ t: furthest.t })}: ${of(furthest.value)}, when ${listed(theirs)}.`;
}

/** Of one that leaves nowhere all of them: where it is furthest from any. */
function furthestWords(
  { t, value, letter, theirs }: Furthest,
  index: string,
  wordsOf: Props["wordsOf"],
  count: number,
): string {
  const of = (one: number) => formatIndexValue(one, index);
  const nowhere =
    count > 1 ? "At no time does it leave all of them." : "At no time is it further away than usual.";
  return `${nowhere} Furthest from ${letter} ${wordsOf({ t })}: ${of(value)}, when ${letter} had ${of(theirs)}.`;
}

function apartWords(apart: readonly Apart[], step: number): string {
  const counts = new Set(apart.map(({ count }) => count));
  const unit = step < DAY ? "hours" : "days";
  const [only] = counts;
  const isOne = counts.size === 1;
  const said = apart.map(
    ({ letter, mean, count }) => distance(mean, letter) + (isOne ? "" : ` (${formatCount(count)} ${unit})`),
  );
  const over = isOne
    ? `, over the ${formatCount(only ?? 0)} ${unit} that ${apart.length > 1 ? "all" : "both"} have`
    : "";
  return `On average ${listed(said)}${over}.`;
}

function distance(mean: number, letter: string): string {
  const size = formatValue(Math.abs(mean));
  if (size === "0.0") return `as much as ${letter}`;
  return `${size} ${mean > 0 ? "above" : "below"} ${letter}`;
}
