"use client";
import { type ReactNode, useMemo, useState } from "react";
import { ChartFrame, type TimeWindow } from "@/components/charts/chart-frame";
import { IndexChart, type IndexChartProps } from "@/components/charts/index-chart";
import type { Stretch } from "@/components/charts/model";
import { nightsOf } from "@/components/charts/nights";
import { CHART_POINTS } from "@/components/charts/point-budget";
import { type FailedRead, ReadError } from "@/components/live/read-error";
import { useSeries } from "@/components/live/use-series";
import { useTenant } from "@/components/shell/site-context";
import { Button } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { Select } from "@/components/ui/select";
import { displayPath } from "@/lib/base/core/paths";
import { utcInstant } from "@/lib/base/core/time";
import type { Series } from "@/lib/farm/series/contract";
import type { Query } from "@/lib/history/queries/contract";
import { useChartAreas, windowOf } from "./chart-area";

/** Of each line of a chart; enough for three weeks of hours. */
export const MOST_POINTS = "500";

/** What the charts of any result have in common: one area of the query, its period or a part of it, the table. */
export function useResultView(query: Query) {
  const { areas, offered } = useChartAreas(query);
  const [picked, pick] = useState<string | null>(null);
  const [part, zoom] = useState<TimeWindow | null>(null);
  const [table, setTable] = useState(false);
  const area = picked ?? offered[0];
  const window = part ?? windowOf(query);
  const period = { from: utcInstant(new Date(window.from)), to: utcInstant(new Date(window.to)) };
  const nights = useNights(area, period);
  return { areas, offered, area, pick, window, period, isPart: part !== null, zoom, table, setTable, nights };
}

export type ResultView = ReturnType<typeof useResultView>;

/** The nights of an area, whatever of it was asked for. */
function useNights(area: string | undefined, period: { from: string; to: string }): readonly Stretch[] {
  const tenant = useTenant();
  const { series } = useSeries(
    { tenant, area: area ?? "", index: ["PPFD", "HEALTH"], ...period, maxPoints: String(CHART_POINTS) },
    { enabled: area !== undefined },
  );
  return useMemo(() => nightsOf(series ?? []), [series]);
}

type Props = {
  view: ResultView;
  /** What else is chosen, in the line of the area. */
  choices?: ReactNode;
  /** Between the choices and the charts. */
  above: ReactNode;
  answer: FailedRead;
  series: readonly Series[];
  /** What is its own to the charts of this result. */
  chart: Pick<IndexChartProps, "pooled" | "paced" | "emptyReason">;
  /** Stands below a chart. */
  noteOf?: (series: Series) => ReactNode;
};

/** The frame of a result's charts: area, table or charts, the way back to the whole period, and the charts. */
export function ResultFrame({ view, choices, above, answer, series, chart, noteOf }: Props) {
  const { now, zone } = useClock();
  return (
    <div className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-2.5">
        <Select
          asFilter
          label="Area"
          className="max-w-full sm:max-w-96"
          value={view.area ?? ""}
          onChange={view.pick}
          options={view.offered.map((path) => ({ id: path, label: displayPath(path) }))}
        />
        {choices}
        <Button icon="table" aria-pressed={view.table} onClick={() => view.setTable(!view.table)}>
          {view.table ? "Charts" : "Table"}
        </Button>
        {view.isPart && (
          <Button variant="quiet" onClick={() => view.zoom(null)}>
            Whole period
          </Button>
        )}
      </div>
      {above}
      {answer.error && <ReadError compact of={answer} />}
      <ChartFrame window={view.window} timeZone={zone} zoomed={view.isPart} onZoom={view.zoom}>
        <div className={`grid grid-cols-1 gap-6 ${series.length > 1 ? "xl:grid-cols-2" : ""}`}>
          {series.map((one, place) => (
            // On a phone one chart at a time.
            <div key={one.index} className={place > 0 ? "max-sm:hidden" : undefined}>
              <IndexChart
                {...chart}
                index={one.index}
                series={one}
                now={now.getTime()}
                nights={view.nights}
                spans={NO_SPANS}
                publishedUntil={null}
                alertRoom={false}
                table={view.table}
              />
              {noteOf?.(one)}
            </div>
          ))}
        </div>
      </ChartFrame>
    </div>
  );
}

const NO_SPANS: [] = [];
