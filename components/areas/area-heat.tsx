"use client";
import { useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
import { CHART_ORDER } from "@/components/charts/chart-defaults";
import { HeatStrip, HeatTable, shadeStyle } from "@/components/charts/heat-strip";
import { firstDay, hourGrid, SHADES, shadeRange } from "@/components/charts/hour-grid";
import type { TimeWindow } from "@/components/charts/plot/chart-frame";
import { ReadError } from "@/components/live/read-error";
import { useTenant } from "@/components/live/site-context";
import { useSeries } from "@/components/live/use-endpoint";
import { CHART_VIEW, CHARTS_ID, spanOf } from "@/components/places/page-inputs";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { indexLabel } from "@/components/ui/index-mark";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import { endOfHour, startOfDay } from "@/lib/base/core/time";
import { emptyHoursWords } from "./later-words";

const DAYS = 56;
/** Daily indices have no hours. */
const HOURLY = CHART_ORDER.filter((index) => !INDEX_FACTS[index].daily);

/** Eight weeks of one index by hour of the day. */
export function AreaHeat({ path, lastReadingAt }: { path: string; lastReadingAt: string }) {
  const words = useWords();
  const { t } = words;
  const tenant = useTenant();
  const [, setView] = useQueryStates(CHART_VIEW);
  const { now, zone } = useClock();
  const [index, setIndex] = useState<IndexName>("HEALTH");
  const [table, setTable] = useState(false);
  const window = useEightWeeks();
  const { series, error, read } = useSeries({
    ...{ tenant, area: path, index: [index], ...spanOf(window), resolution: "hour" as const },
  });
  const days = useMemo(
    () => hourGrid(series?.find((one) => one.index === index)?.points ?? [], window.from, window.to, zone),
    [series, index, window, zone],
  );
  const range = useMemo(() => shadeRange(days, index), [days, index]);
  const { unit } = INDEX_FACTS[index];
  const waiting = !series && !error;
  const empty = emptyHoursWords(words, index, lastReadingAt, window.from, { zone, now });
  const open = (day: string) => {
    void setView({ by: "hour", first: day, last: day, from: null, to: null }, { history: "push" });
    document.getElementById(CHARTS_ID)?.scrollIntoView({ block: "start" });
  };
  return (
    <Panel
      title={t("areas.heat.title")}
      hint={rich(words, "areas.heat.hint", { wide: <span className="max-sm:hidden" /> })}
      end={
        <>
          <Select
            asFilter
            label={t("areas.heat.index")}
            value={index}
            onChange={(chosen) => setIndex(HOURLY.find((one) => one === chosen) ?? "HEALTH")}
            options={HOURLY.map((one) => ({ id: one, label: indexLabel(one) }))}
          />
          <Button icon="table" aria-pressed={table} onClick={() => setTable(!table)}>
            {t(table ? "areas.heat.chart" : "areas.heat.table")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1.5 p-3">
        {error && <ReadError compact of={read} title={t("areas.heat.failed")} />}
        {table && !range && !waiting && !error ? (
          <p className="py-6 text-center text-sm text-ink-3">{empty}</p>
        ) : table ? (
          <HeatTable
            caption={t("areas.heat.caption", { index: indexLabel(index), unit })}
            index={index}
            days={days}
          />
        ) : (
          <HeatStrip
            {...{ index, unit, days, range, waiting }}
            empty={error ? "" : empty}
            timeZone={zone}
            onOpen={open}
          />
        )}
        {table && range ? (
          <p className="min-h-5 text-sm text-ink-2">
            {t("areas.heat.average", { index: indexLabel(index), unit })}
          </p>
        ) : (
          <Legend {...{ index, range, unit, waiting }} />
        )}
      </div>
    </Panel>
  );
}

/** Whole days of the site until the end of this hour; constant within an hour. */
function useEightWeeks(): TimeWindow {
  const { now, zone } = useClock();
  const to = endOfHour(now.getTime());
  return useMemo(() => ({ from: startOfDay(firstDay(to - 1, zone, DAYS), zone).getTime(), to }), [to, zone]);
}

/** Reserves the two lines that the scale needs on a phone, so that nothing jumps. */
const LEGEND = "min-h-5 text-sm max-sm:min-h-11";

function Legend(props: { index: string; range: [number, number] | null; unit: string; waiting: boolean }) {
  const { t, formatIndexValue } = useWords();
  const { index, range, unit } = props;
  if (!range)
    return <p className={cx(LEGEND, "text-ink-3")}>{props.waiting ? t("areas.heat.loading") : ""}</p>;
  const steps = Array.from({ length: SHADES }, (_, step) => step);
  const shades = range[0] === -range[1] ? [...steps.map((step) => -SHADES + step), ...steps] : steps;
  return (
    <p className={cx(LEGEND, "flex flex-wrap items-center gap-x-3 gap-y-1 pl-9.5 text-ink-2")}>
      <span className="flex items-center gap-1.5">
        {formatIndexValue(range[0], index)}
        <span className="flex" aria-hidden="true">
          {shades.map((shade) => {
            const { fill, opacity } = shadeStyle(shade, index);
            return <span key={shade} className="h-3 w-4" style={{ background: fill, opacity }} />;
          })}
        </span>
        {formatIndexValue(range[1], index)} {unit}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="size-3 border border-line" aria-hidden="true" />
        {t("charts.noValue")}
      </span>
    </p>
  );
}
