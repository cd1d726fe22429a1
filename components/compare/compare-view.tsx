"use client";
import { lazy, Suspense } from "react";
import { ChartFrame } from "@/components/charts/plot/chart-frame";
import { useFreshness } from "@/components/freshness/use-freshness";
import { ReadError } from "@/components/live/read-error";
import { useEndpoint } from "@/components/live/use-endpoint";
import { Panel } from "@/components/ui/panel";
import { SkeletonRows } from "@/components/ui/states";
import { useClock } from "@/components/ui/time";
import { type AreaOverview, areasOverview, type Job, listJobs } from "@/lib/farm/areas/contract";
import { CompareHead, CompareTools } from "./compare-controls";
import { CompareLegend } from "./compare-legend";
import { ComparedIndex } from "./compared-index";
import { rangeWords } from "./comparison-words";
import { Downloads, listShown, useShownCharts } from "./downloads";
import type { Plan } from "./plan";
import { SubjectCards } from "./subject-cards";
import { type CompareControls, useCompareControls, usePlan, useThisHour } from "./use-compare-controls";
import { useComparison } from "./use-comparison";

// The server renders what stands beside the chart; the browser starts to load its code at once, and draws without it.
const side = import("./compare-side");
const CompareSide = lazy(async () => ({ default: (await side).CompareSide }));
const MoreIndices = lazy(async () => ({ default: (await import("./more-indices")).MoreIndices }));
const NothingChosen = lazy(async () => ({ default: (await import("./nothing-chosen")).NothingChosen }));

const NO_JOBS: Job[] = [];
const NO_AREAS: AreaOverview[] = [];
const CHART_HEIGHT = 300;
const SIDE_HEIGHT = 480;

type Props = {
  tenant: string;
  controls: CompareControls;
  areas: readonly AreaOverview[];
  jobs: readonly Job[];
};

/** Compares up to six areas or growth jobs by one index, over the same time or aligned by day of crop. */
export function CompareView({ tenant }: { tenant: string }) {
  const controls = useCompareControls();
  const query = { query: { tenant } };
  const areas = useEndpoint(areasOverview, query);
  const jobs = useEndpoint(listJobs, query);
  const known = controls.state.what === "areas" ? areas : jobs;
  const facts = { areas: areas.data?.items ?? NO_AREAS, jobs: jobs.data?.items ?? NO_JOBS };
  const skeleton = <SkeletonRows rows={6} label="Reading what can be compared" />;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <CompareHead controls={controls} />
      {known.error && <ReadError of={known} />}
      {!known.data && !known.error && skeleton}
      {known.data &&
        (controls.chosen.length === 0 ? (
          <Suspense fallback={skeleton}>
            <NothingChosen controls={controls} {...facts} />
          </Suspense>
        ) : (
          <Comparison tenant={tenant} controls={controls} {...facts} />
        ))}
    </div>
  );
}

function Comparison(props: Props) {
  const { controls, areas, jobs } = props;
  const { zone } = useClock();
  const plan = usePlan(controls, controls.state.index, props);
  return (
    <>
      <SubjectCards {...{ controls, plan, areas, jobs }} />
      <ChartFrame window={plan.window} timeZone={zone} zoomed={plan.zoomed} onZoom={controls.zoom}>
        <ComparisonBody {...props} plan={plan} />
      </ChartFrame>
    </>
  );
}

/** The chart or table; beside it the values at one time and the divergence from the reference. */
function ComparisonBody({ controls, plan, areas, jobs, tenant }: Props & { plan: Plan }) {
  const { state } = controls;
  const { index } = state;
  const thisHour = useThisHour();
  const publishedUntil = useFreshness()?.readings.until?.getTime() ?? thisHour;
  const comparison = useComparison(plan, state.difference, publishedUntil);
  const charts = useShownCharts();
  const range = rangeWords(plan, comparison.zone, comparison.now.getTime());
  const downloads = (
    <Downloads
      {...{ plan, comparison, range }}
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
            <span>{range}</span>
            <CompareLegend {...{ index, plan, comparison }} isTable={state.table} />
          </div>
          <ComparedIndex {...{ plan, index, comparison, state, areas, charts }} height={CHART_HEIGHT} />
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
          <CompareSide {...{ comparison, plan, index, publishedUntil }} />
        </Suspense>
      </aside>
    </div>
  );
}
