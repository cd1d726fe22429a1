"use client";
import { lazy, Suspense, useMemo, useRef } from "react";
import { CompareChart } from "@/components/charts/compare-chart";
import type { Stretch } from "@/components/charts/model";
import { nightsOf } from "@/components/charts/nights";
import { whenOf } from "@/components/charts/when";
import { useSeries } from "@/components/live/use-series";
import { useClock } from "@/components/ui/clock";
import { indexLabel } from "@/components/ui/index-mark";
import { ErrorState } from "@/components/ui/states";
import type { AreaOverview } from "@/lib/areas/contract";
import { cropDay } from "@/lib/compare/crop";
import { INDEX_FACTS } from "@/lib/core/indices";
import { displayPath } from "@/lib/core/paths";
import { formatAge, siteDateTime } from "@/lib/core/time";
import { CompareLegend } from "./compare-legend";
import { CompareTools } from "./compare-tools";
import { Downloads } from "./downloads";
import type { Plan } from "./plan";
import type { CompareControls } from "./use-compare-state";
import { asDifferences, type Compared, untilOf, useCompared } from "./use-compared";
import { ValuesAt } from "./values-at";

const CompareTable = lazy(async () => ({ default: (await import("./compare-table")).CompareTable }));

const DAY = 86_400_000;
const CHART_HEIGHT = 280;
const NO_NIGHTS: [] = [];

type Props = {
  controls: CompareControls;
  plan: Plan;
  /** The newest hour that has come from the service. */
  publishedUntil: number;
  areas: readonly AreaOverview[];
};

/** The chart of a comparison or the same as a table, and beneath the values of one time. */
export function CompareBody({ controls, plan, publishedUntil, areas }: Props) {
  const { state } = controls;
  const { now, zone } = useClock();
  const { lines, band, pastCount, error, refetch } = useCompared(plan, zone);
  const shown = useMemo(
    () => (state.difference ? asDifferences(lines, band, plan.lead) : { lines, band }),
    [lines, band, plan.lead, state.difference],
  );
  const drawn = useMemo(
    () =>
      shown.lines.map((line) => ({
        letter: line.letter,
        name: plan.kind === "area" ? displayPath(line.name) : line.name,
        points: line.aligned,
        until: untilOf(line, publishedUntil, zone),
      })),
    [shown, plan.kind, publishedUntil, zone],
  );
  const wordsOf = plan.crop
    ? ({ t, running }: { t: number; running?: true }) => `day ${cropDay(t)}${running ? " so far" : ""}`
    : (row: { t: number; running?: true }) => whenOf(row, plan.step === DAY, zone, now);
  const nights = useNights(plan);
  const picture = useRef<HTMLDivElement>(null);
  const { index } = state;
  const { unit } = INDEX_FACTS[index];
  const span = spanWords(plan, zone, now.getTime());
  const downloads = (
    <Downloads
      {...{ plan, index, unit, zone, span, lines, drawn, picture }}
      isDifference={state.difference}
      isTable={state.table}
      hasBand={shown.band.length > 0}
    />
  );
  return (
    <>
      <CompareTools controls={controls} plan={plan} end={downloads} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink-2">
        <span>{span}</span>
        <CompareLegend
          isInterpolated={!INDEX_FACTS[index].daily}
          plan={plan}
          pastCount={pastCount}
          hasBand={shown.band.length > 0}
          hasNights={nights.length > 0}
        />
      </div>
      {error !== null && <ErrorState compact cause={error} onRetry={refetch} />}
      {state.table ? (
        <Suspense fallback={<div style={{ height: CHART_HEIGHT }} />}>
          <CompareTable
            lines={drawn}
            lead={plan.lead}
            {...{ index, wordsOf }}
            isDifference={state.difference}
            crop={plan.crop}
          />
        </Suspense>
      ) : (
        <div ref={picture}>
          <CompareChart
            {...{ index, unit, wordsOf }}
            lines={drawn}
            lead={plan.lead}
            step={plan.step}
            crop={plan.crop}
            isDifference={state.difference}
            band={shown.band}
            nights={nights}
            now={now.getTime()}
            height={CHART_HEIGHT}
            emptyReason={emptyWords(plan, lines, areas, index, zone, now)}
          />
        </div>
      )}
      <ValuesAt {...{ lines, plan, index, unit, wordsOf }} />
      <div className="flex gap-2.5 sm:hidden">{downloads}</div>
    </>
  );
}

/** The nights of the lead's plants, where hours are compared. */
function useNights({ crop, step, lead, subjects }: Plan): readonly Stretch[] {
  const [input] = subjects.find(({ letter }) => letter === lead)?.inputs ?? [];
  const isHourly = !crop && step < DAY && input !== undefined;
  const query = { area: "", ...input, index: ["PPFD", "HEALTH"] };
  const { series } = useSeries(query, { enabled: isHourly });
  return useMemo(() => (isHourly ? nightsOf(series ?? []) : NO_NIGHTS), [series, isHourly]);
}

function spanWords({ crop, window }: Plan, zone: string, now: number): string {
  if (crop) return `Day ${cropDay(window.from)} to ${cropDay(window.to - DAY / 2)} of the crop`;
  const to = new Date(Math.min(window.to, now));
  return `${siteDateTime(new Date(window.from), zone)} to ${siteDateTime(to, zone)}`;
}

/** Why there is nothing to draw, and since when. */
function emptyWords(
  plan: Plan,
  lines: readonly Compared[],
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
  if (lines.some(({ aligned }) => aligned?.length))
    return `${plan.lead} has no ${label} in this time: there is nothing to take the difference to.`;
  if (ends.length === 0) return "No reading of what is compared has ever come.";
  const last = new Date(Math.max(...ends));
  return `No ${label} in this time. The newest reading is of ${siteDateTime(last, zone)}, ${formatAge(last, now)}.`;
}
