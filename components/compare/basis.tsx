"use client";
import { useClock } from "@/components/ui/clock";
import { Panel } from "@/components/ui/panel";
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import { cityOf, listed } from "@/lib/base/core/text";
import { formatDay, formatDayShort, siteDay } from "@/lib/base/core/time";
import { oddDays } from "@/lib/farm/compare/odd-days";
import type { Plan } from "./plan";

const DAY = 86_400_000;

/** What the lines are made of: what is pooled, how days are cut, and what their day 0 is worth. */
export function Basis({ plan, index }: { plan: Plan; index: string }) {
  const { zone } = useClock();
  const isDaily = isIndexName(index) && INDEX_FACTS[index].daily;
  const words = [
    `${plan.kind === "area" ? "Each area with all below it" : "All areas of a job"} pooled; a line is the mean, the tint ${plan.lead}’s lowest to highest.`,
    plan.step < DAY
      ? `Hour by hour, in the time of ${cityOf(zone)}.`
      : `Days are cut at midnight in ${cityOf(zone)}.${oddWords(plan, zone)}`,
    isDaily && "Daily integrals are never averaged over hours.",
    plan.crop && beganWords(plan, zone),
  ];
  return (
    <Panel title="What is compared">
      <ul className="grid gap-2 px-4 py-3.5 text-sm text-ink-2">
        {words.map((text) => text && <li key={text}>{text}</li>)}
      </ul>
    </Panel>
  );
}

/** The days that a change of the clock made longer or shorter. */
function oddWords({ subjects, crop, window }: Plan, zone: string): string {
  const spans = crop
    ? subjects.flatMap(({ job }) =>
        job ? [{ from: Date.parse(job.firstAt), to: Date.parse(job.lastAt) }] : [],
      )
    : [window];
  const odd = new Map(spans.flatMap(({ from, to }) => oddDays(from, to, zone)).map((one) => [one.day, one]));
  return [...odd.values()].map(({ day, hours }) => ` ${formatDayShort(day)} has ${hours} hours.`).join("");
}

/** Which jobs grew already when history begins: their day 0 is that of the history. */
function beganWords({ subjects }: Plan, zone: string): string | null {
  const before = subjects.filter(({ job }) => job?.begunBefore);
  const [first] = before;
  if (!first?.job) return null;
  const day = formatDay(siteDay(new Date(first.job.firstAt), zone));
  const letters = listed(before.map(({ letter }) => letter));
  return `History here begins on ${day}, and ${letters} may have grown before: day 0 is then not the first of the crop.`;
}
