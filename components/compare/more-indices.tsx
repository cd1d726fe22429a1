"use client";
import { useMemo } from "react";
import { CHART_ORDER } from "@/components/charts/chart-order";
import { IconButton } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { Icon } from "@/components/ui/icon";
import { indexLabel } from "@/components/ui/index-mark";
import { Menu } from "@/components/ui/menu";
import { Panel } from "@/components/ui/panel";
import { ErrorState } from "@/components/ui/states";
import type { AreaOverview, Job } from "@/lib/areas/contract";
import { type IndexName, isIndexName } from "@/lib/core/indices";
import { LinesChart } from "./lines-chart";
import { planOf } from "./plan";
import type { CompareControls } from "./use-compare-state";
import { useDrawn } from "./use-drawn";
import { MOST_MORE } from "./view";

const HOUR = 3_600_000;
const CHART_HEIGHT = 220;

type Props = {
  controls: CompareControls;
  tenant: string;
  areas: readonly AreaOverview[];
  jobs: readonly Job[];
  publishedUntil: number;
};

/** Other indices of the same areas or jobs, each as a chart below the first, and the way to one more. */
export function MoreIndices(props: Props) {
  const { state, change } = props.controls;
  const more = [...new Set(state.more)].filter((index) => index !== state.index).slice(0, MOST_MORE);
  const left = CHART_ORDER.filter((index) => index !== state.index && !more.some((one) => one === index));
  return (
    <>
      {more.map((index) => (
        <Another
          key={index}
          {...props}
          index={index}
          onRemove={() => change({ more: more.filter((one) => one !== index) })}
        />
      ))}
      {more.length < MOST_MORE && (
        <Menu
          label="Indices"
          placement="bottom end"
          trigger={
            <button
              type="button"
              className="flex min-h-7 items-center gap-1.5 justify-self-end rounded-1 px-1 text-sm font-medium text-accent hover:text-accent-hover touch:min-h-target"
            >
              <Icon name="plus" className="size-4 shrink-0" />
              Add an index
            </button>
          }
          groups={[
            { id: "indices", entries: left.map((index) => ({ id: index, label: indexLabel(index) })) },
          ]}
          onAction={(index) => isIndexName(index) && change({ more: [...more, index] })}
        />
      )}
    </>
  );
}

function Another({
  index,
  controls,
  tenant,
  areas,
  jobs,
  publishedUntil,
  onRemove,
}: Props & { index: IndexName; onRemove: () => void }) {
  const { now, zone } = useClock();
  const hour = Math.ceil(now.getTime() / HOUR) * HOUR;
  const { state } = controls;
  const plan = useMemo(
    () => planOf({ ...state, index }, { tenant, zone, now: hour }, jobs),
    [state, index, tenant, zone, hour, jobs],
  );
  const of = useDrawn(plan, state.difference, publishedUntil);
  return (
    <Panel label={indexLabel(index)} className="relative p-4 max-sm:p-3">
      {of.error !== null && <ErrorState compact cause={of.error} onRetry={of.refetch} />}
      <div className="pr-9">
        <LinesChart {...{ plan, index, of, areas }} isDifference={state.difference} height={CHART_HEIGHT} />
      </div>
      <IconButton
        icon="close"
        label={`Take ${indexLabel(index)} away`}
        className="absolute top-2 right-2"
        onClick={onRemove}
      />
    </Panel>
  );
}
