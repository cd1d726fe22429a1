"use client";
import { useMemo } from "react";
import type { Stretch } from "@/components/charts/model";
import { nightsOf } from "@/components/charts/nights";
import { whenOf } from "@/components/charts/when";
import { useSeries } from "@/components/live/use-series";
import { useClock } from "@/components/ui/clock";
import { displayPath } from "@/lib/base/core/paths";
import { cropDay } from "@/lib/farm/compare/crop";
import type { Plan } from "./plan";
import { asDifferences, untilOf, useCompared } from "./use-compared";

const DAY = 86_400_000;
const NO_NIGHTS: [] = [];

type Moment = { t: number; running?: true };

/**
 * The lines of a plan as they are drawn, as values or as differences to the lead.
 * @param publishedUntil the newest hour that has come, epoch milliseconds
 */
export function useDrawn(plan: Plan, isDifference: boolean, publishedUntil: number) {
  const { now, zone } = useClock();
  const compared = useCompared(plan, zone);
  const { lines, band } = compared;
  const shown = useMemo(
    () => (isDifference ? asDifferences(lines, band, plan.lead) : { lines, band }),
    [lines, band, plan.lead, isDifference],
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
    ? ({ t, running }: Moment) => `day ${cropDay(t)}${running ? " so far" : ""}`
    : (row: Moment) => whenOf(row, plan.step === DAY, zone, now);
  return { ...compared, drawn, shownBand: shown.band, wordsOf, nights: useNights(plan), now, zone };
}

export type Drawn = ReturnType<typeof useDrawn>;

/** The nights of the lead's plants, where hours are compared. */
function useNights({ crop, step, lead, subjects }: Plan): readonly Stretch[] {
  const [input] = subjects.find(({ letter }) => letter === lead)?.inputs ?? [];
  const isHourly = !crop && step < DAY && input !== undefined;
  const query = { area: "", ...input, index: ["PPFD", "HEALTH"] };
  const { series } = useSeries(query, { enabled: isHourly });
  return useMemo(() => (isHourly ? nightsOf(series ?? []) : NO_NIGHTS), [series, isHourly]);
}
