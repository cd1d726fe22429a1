"use client";
import { useMemo, useRef } from "react";
import { CHART_ORDER } from "@/components/charts/chart-order";
import { ReadError } from "@/components/live/read-error";
import { useClock } from "@/components/ui/clock";
import { Icon } from "@/components/ui/icon";
import { indexLabel } from "@/components/ui/index-mark";
import { Menu } from "@/components/ui/menu";
import { Panel } from "@/components/ui/panel";
import { INDEX_FACTS, type IndexName, isIndexName } from "@/lib/base/core/indices";
import type { AreaOverview, Job } from "@/lib/farm/areas/contract";
import { CompareTable } from "./compare-table";
import { LinesChart } from "./lines-chart";
import { planOf } from "./plan";
import { type ShownCharts, useShown } from "./shown-charts";
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
  /** Where each says that it is shown. */
  charts: ShownCharts;
};

/** Other indices of the same areas or jobs, each as a chart or a table below the first, and the way to one more. */
export function MoreIndices(props: Props) {
  const { state, change } = props.controls;
  const more = [...new Set(state.more)].filter((index) => index !== state.index).slice(0, MOST_MORE);
  return (
    <>
      {more.map((index) => (
        <Another key={index} {...props} index={index} />
      ))}
      <Menu
        label="Indices below the first"
        placement="bottom end"
        trigger={
          <button
            type="button"
            className="flex min-h-7 items-center gap-1.5 justify-self-end rounded-1 px-1 text-sm font-medium text-accent hover:text-accent-hover touch:min-h-target"
          >
            <Icon name="plus" className="size-4 shrink-0" />
            {more.length > 0 ? "Add or take away an index" : "Add an index"}
          </button>
        }
        groups={[
          {
            id: "indices",
            entries: CHART_ORDER.filter((index) => index !== state.index).map((index) => ({
              id: index,
              label: indexLabel(index),
              chosen: more.includes(index),
              disabled: more.length >= MOST_MORE && !more.includes(index),
            })),
          },
        ]}
        onAction={(index) => isIndexName(index) && change({ more: toggled(index, more) })}
      />
    </>
  );
}

const toggled = (index: IndexName, more: readonly IndexName[]): IndexName[] =>
  more.includes(index) ? more.filter((one) => one !== index) : [...more, index];

function Another({
  index,
  controls,
  tenant,
  areas,
  jobs,
  publishedUntil,
  charts,
}: Props & { index: IndexName }) {
  const { now, zone } = useClock();
  const hour = Math.ceil(now.getTime() / HOUR) * HOUR;
  const { state } = controls;
  const plan = useMemo(
    () => planOf({ ...state, index }, { tenant, zone, now: hour }, jobs),
    [state, index, tenant, zone, hour, jobs],
  );
  const of = useDrawn(plan, state.difference, publishedUntil);
  const element = useRef<HTMLDivElement>(null);
  useShown(charts, { plan, index, of, element });
  return (
    <Panel label={indexLabel(index)} className="p-4 max-sm:p-3">
      {of.failed && <ReadError compact of={of.failed} />}
      <div ref={element}>
        {state.table ? (
          <>
            <p className="mb-2 text-sm text-ink-2">
              {indexLabel(index)}, {INDEX_FACTS[index].unit}
            </p>
            <CompareTable
              lines={of.drawn}
              lead={plan.lead}
              {...{ index, wordsOf: of.wordsOf }}
              isDifference={state.difference}
              crop={plan.crop}
              step={plan.step}
            />
          </>
        ) : (
          <LinesChart {...{ plan, index, of, areas }} isDifference={state.difference} height={CHART_HEIGHT} />
        )}
      </div>
    </Panel>
  );
}
