"use client";
import { lazy, Suspense, useRef } from "react";
import { ReadError } from "@/components/live/read-error";
import { indexLabel } from "@/components/ui/index-mark";
import { Panel } from "@/components/ui/panel";
import { INDEX_FACTS } from "@/lib/base/core/indices";
import type { AreaOverview, Job } from "@/lib/farm/areas/contract";
import { spanWords } from "./chart-words";
import { CompareLegend } from "./compare-legend";
import { CompareTools } from "./compare-tools";
import { Downloads } from "./downloads";
import { INTERPOLATED_TEXT } from "./interpolated";
import { LinesChart } from "./lines-chart";
import type { Plan } from "./plan";
import { listShown, useShown, useShownCharts } from "./shown-charts";
import type { CompareControls } from "./use-compare-state";
import { useDrawn } from "./use-drawn";

// What stands beside the chart is drawn by the server too; its code is asked for at once, but waited for by nobody.
const side = import("./compare-side");
const CompareSide = lazy(async () => ({ default: (await side).CompareSide }));
const CompareTable = lazy(async () => ({ default: (await import("./compare-table")).CompareTable }));
const MoreIndices = lazy(async () => ({ default: (await import("./more-indices")).MoreIndices }));

const CHART_HEIGHT = 300;
const SIDE_HEIGHT = 480;

type Props = {
  controls: CompareControls;
  plan: Plan;
  /** The newest hour that has come from the service. */
  publishedUntil: number;
  areas: readonly AreaOverview[];
  jobs: readonly Job[];
  tenant: string;
};

/** The chart of a comparison or the same as a table; beside it the values of one time, and where lines part. */
export function CompareBody({ controls, plan, publishedUntil, areas, jobs, tenant }: Props) {
  const { state } = controls;
  const of = useDrawn(plan, state.difference, publishedUntil);
  const { lines, drawn, zone, wordsOf } = of;
  const element = useRef<HTMLDivElement>(null);
  const { index } = state;
  const charts = useShownCharts();
  useShown(charts, { plan, index, of, element });
  const { unit } = INDEX_FACTS[index];
  const span = spanWords(plan, zone, of.now.getTime());
  const hasBand = of.shownBand.length > 0;
  const downloads = (
    <Downloads
      {...{ plan, of, span }}
      isDifference={state.difference}
      isTable={state.table}
      shown={() => listShown(charts, [index, ...state.more])}
    />
  );
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20.5rem]">
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <Panel label="Comparison" className="gap-3 p-4 max-sm:p-3">
          <CompareTools controls={controls} plan={plan} end={downloads} />
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink-2">
            <span>{span}</span>
            {state.table ? (
              <span>
                {indexLabel(index)}, {unit}
                {!INDEX_FACTS[index].daily && (
                  <>
                    ; <span className={INTERPOLATED_TEXT}>interpolated</span>
                  </>
                )}
              </span>
            ) : (
              <CompareLegend
                index={index}
                isInterpolated={!INDEX_FACTS[index].daily}
                plan={plan}
                pastCount={of.pastCount}
                hasBand={hasBand}
                hasNights={of.nights.length > 0}
              />
            )}
          </div>
          {of.failed && <ReadError compact of={of.failed} />}
          <div ref={element}>
            {state.table ? (
              <Suspense fallback={<div style={{ height: CHART_HEIGHT }} />}>
                <CompareTable
                  lines={drawn}
                  lead={plan.lead}
                  {...{ index, wordsOf }}
                  isDifference={state.difference}
                  crop={plan.crop}
                  step={plan.step}
                />
              </Suspense>
            ) : (
              <LinesChart
                {...{ plan, index, of, areas }}
                isDifference={state.difference}
                height={CHART_HEIGHT}
              />
            )}
          </div>
          <div className="flex gap-2.5 sm:hidden">{downloads}</div>
        </Panel>
        {/* A phone shows one chart at a time. */}
        <div className="grid min-w-0 grid-cols-1 gap-4 max-sm:hidden">
          <Suspense>
            <MoreIndices {...{ controls, tenant, areas, jobs, publishedUntil, charts }} />
          </Suspense>
        </div>
      </div>
      <aside aria-label="Values and differences" className="grid min-w-0 grid-cols-1 content-start gap-4">
        <Suspense fallback={<div style={{ height: SIDE_HEIGHT }} />}>
          <CompareSide {...{ lines, plan, index, unit, publishedUntil, zone, wordsOf }} />
        </Suspense>
      </aside>
    </div>
  );
}
