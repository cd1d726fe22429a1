"use client";
import { lazy, Suspense, useRef, useState } from "react";
import { ChartFrame } from "@/components/charts/plot/chart-frame";
import { useFreshness } from "@/components/freshness/use-freshness";
import { ReadError } from "@/components/live/read-error";
import { useEndpoint } from "@/components/live/use-endpoint";
import { Opened } from "@/components/ui/dialog";
import { Panel } from "@/components/ui/panel";
import { SkeletonRows } from "@/components/ui/states";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { type AreaOverview, areasOverview } from "@/lib/farm/areas/contract";
import { type Job, listJobs } from "@/lib/farm/jobs/contract";
import { CompareHead, CompareTools } from "./compare-controls";
import { CompareLegend } from "./compare-legend";
import { ComparedIndex } from "./compared-index";
import { rangeWords } from "./comparison-words";
import { Downloads, type ShownCharts } from "./downloads";
import type { Plan } from "./plan";
import { SubjectCards } from "./subject-cards";
import { type CompareContext, useCompareControls, usePlan, useThisHour } from "./use-compare-controls";
import { useComparison } from "./use-comparison";

// Rendered on the server. The browser starts to load its code at once, and draws the chart without waiting for it.
const side = import("./compare-side");
const CompareSide = lazy(async () => ({ default: (await side).CompareSide }));
const MoreIndices = lazy(async () => ({ default: (await import("./more-indices")).MoreIndices }));
const ComparePicker = lazy(async () => ({ default: (await import("./compare-picker")).ComparePicker }));
const NothingChosen = lazy(async () => ({ default: (await import("./nothing-chosen")).NothingChosen }));

const NO_JOBS: Job[] = [];
const NO_AREAS: AreaOverview[] = [];
const CHART_HEIGHT = 300;
const SIDE_HEIGHT = 480;

/** Compares up to six areas or growth jobs by one index, over the same time or aligned by day of crop. */
export function CompareView({ tenant }: { tenant: string }) {
  const { t } = useWords();
  const controls = useCompareControls();
  const query = { query: { tenant } };
  const areas = useEndpoint(areasOverview, query);
  const jobs = useEndpoint(listJobs, query);
  const isOfAreas = controls.state.what === "areas";
  const known = isOfAreas ? areas : jobs;
  const context = {
    ...{ tenant, controls },
    ...{ areas: areas.data?.items ?? NO_AREAS, jobs: jobs.data?.items ?? NO_JOBS },
  };
  const [isPicking, setPicking] = useState(false);
  const onPick = () => setPicking(true);
  const skeleton = <SkeletonRows rows={6} label={t("compare.loading")} />;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <CompareHead controls={controls} />
      {known.error && <ReadError of={known} title={t("compare.failed")} />}
      {!known.data && !known.error && skeleton}
      {known.data &&
        (controls.chosen.length === 0 ? (
          <Suspense fallback={skeleton}>
            <NothingChosen {...context} onPick={onPick} />
          </Suspense>
        ) : (
          <Comparison {...context} onPick={onPick} />
        ))}
      {isPicking && (
        <Opened onClose={() => setPicking(false)}>
          <ComparePicker {...context} kind={isOfAreas ? "area" : "job"} onClose={() => setPicking(false)} />
        </Opened>
      )}
    </div>
  );
}

function Comparison({ onPick, ...context }: CompareContext & { onPick: () => void }) {
  const { controls } = context;
  const { zone } = useClock();
  const plan = usePlan(context, controls.state.index);
  return (
    <>
      <SubjectCards {...context} plan={plan} onPick={onPick} />
      <ChartFrame
        window={plan.window}
        timeZone={zone}
        zoomed={plan.zoomed}
        onZoom={controls.zoom}
        limits={plan.limits}
      >
        <ComparisonBody {...context} plan={plan} />
      </ChartFrame>
    </>
  );
}

/** The chart or table; beside it the values at one time and the divergence from the reference. */
function ComparisonBody({ plan, ...context }: CompareContext & { plan: Plan }) {
  const words = useWords();
  const { controls, areas } = context;
  const { index, difference, table } = controls.state;
  const thisHour = useThisHour();
  const publishedUntil = useFreshness()?.readings.until?.getTime() ?? thisHour;
  const comparison = useComparison(plan, difference, publishedUntil);
  const charts: ShownCharts = useRef(new Map());
  const range = rangeWords(words, plan, comparison.zone, comparison.now.getTime());
  const downloads = <Downloads {...{ controls, plan, comparison, range, charts }} />;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20.5rem]">
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <Panel label={words.t("compare.label")} className="gap-3 p-4 max-sm:p-3">
          <CompareTools controls={controls} plan={plan} end={downloads} />
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink-2">
            <span>{range}</span>
            <CompareLegend {...{ index, plan, comparison }} isTable={table} />
          </div>
          <ComparedIndex {...{ plan, index, comparison, controls, areas, charts }} height={CHART_HEIGHT} />
          <div className="flex gap-2.5 sm:hidden">{downloads}</div>
        </Panel>
        {/* A phone shows one chart at a time. */}
        <div className="grid min-w-0 grid-cols-1 gap-4 max-sm:hidden">
          <Suspense>
            <MoreIndices {...context} {...{ publishedUntil, charts }} />
          </Suspense>
        </div>
      </div>
      <aside aria-label={words.t("compare.values")} className="grid min-w-0 grid-cols-1 content-start gap-4">
        <Suspense fallback={<div style={{ height: SIDE_HEIGHT }} />}>
          <CompareSide {...{ comparison, plan, index, publishedUntil }} />
        </Suspense>
      </aside>
    </div>
  );
}
