"use client";
import { lazy, Suspense, useMemo } from "react";
import { ChartFrame } from "@/components/charts/chart-frame";
import { ReadError } from "@/components/live/read-error";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useFreshness } from "@/components/shell/use-freshness";
import { useClock } from "@/components/ui/clock";
import { SkeletonRows } from "@/components/ui/states";
import { type AreaOverview, areasOverview, type Job, listJobs } from "@/lib/farm/areas/contract";
import { CompareBody } from "./compare-body";
import { CompareHead } from "./compare-head";
import { planOf } from "./plan";
import { SubjectCards } from "./subject-cards";
import { type CompareControls, useCompareState } from "./use-compare-state";

const NothingChosen = lazy(async () => ({ default: (await import("./nothing-chosen")).NothingChosen }));

const NO_JOBS: Job[] = [];
const NO_AREAS: AreaOverview[] = [];
const HOUR = 3_600_000;

/** Up to six areas or growth jobs of one index, over the same time or lined up by day of crop. */
export function CompareView({ tenant }: { tenant: string }) {
  const controls = useCompareState();
  const query = { query: { tenant } };
  const areas = useEndpoint(areasOverview, query);
  const jobs = useEndpoint(listJobs, query);
  const known = controls.state.what === "areas" ? areas : jobs;
  const facts = { areas: areas.data?.items ?? NO_AREAS, jobs: jobs.data?.items ?? NO_JOBS };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <CompareHead controls={controls} />
      {known.error && <ReadError of={known} />}
      {!known.data && !known.error && <SkeletonRows rows={6} label="Reading what can be compared" />}
      {known.data &&
        (controls.chosen.length === 0 ? (
          <Suspense fallback={<SkeletonRows rows={6} label="Reading what can be compared" />}>
            <NothingChosen tenant={tenant} controls={controls} {...facts} />
          </Suspense>
        ) : (
          <Comparison tenant={tenant} controls={controls} {...facts} />
        ))}
    </div>
  );
}

type Props = {
  tenant: string;
  controls: CompareControls;
  areas: readonly AreaOverview[];
  jobs: readonly Job[];
};

function Comparison({ tenant, controls, areas, jobs }: Props) {
  const { now, zone } = useClock();
  const hour = Math.ceil(now.getTime() / HOUR) * HOUR;
  const { state } = controls;
  const plan = useMemo(
    () => planOf(state, { tenant, zone, now: hour }, jobs),
    [state, tenant, zone, hour, jobs],
  );
  const publishedUntil = useFreshness()?.readings.until?.getTime() ?? hour;
  return (
    <>
      <SubjectCards controls={controls} plan={plan} areas={areas} jobs={jobs} />
      <ChartFrame window={plan.window} timeZone={zone} zoomed={plan.zoomed} onZoom={controls.zoom}>
        <CompareBody {...{ controls, plan, publishedUntil, areas, jobs, tenant }} />
      </ChartFrame>
    </>
  );
}
