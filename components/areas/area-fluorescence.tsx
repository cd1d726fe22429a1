"use client";
import { useQueryStates } from "nuqs";
import { ColumnMenu, ColumnNote, ColumnSelect, TickMenu } from "@/components/charts/column-choice";
import {
  chooseColumns,
  columnSeries,
  isDividedByLight,
  type Light,
  pointsByLight,
} from "@/components/charts/fluorescence-columns";
import { IndexChart } from "@/components/charts/index-chart";
import { ownSampling } from "@/components/charts/sampling-gaps";
import { ReadError } from "@/components/live/read-error";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { Segmented } from "@/components/ui/choices";
import { Panel } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
import { displayPath, isWithin } from "@/lib/base/core/paths";
import type { Stretch } from "@/lib/base/core/stretches";
import type { PlainKey } from "@/lib/base/words/messages";
import { listDevices, readMeasurementSeries } from "@/lib/farm/measurements/contract";
import { columnLabel } from "@/lib/service/column-names";
import { CHF_VALUE_COLUMNS, type ChfValueColumn } from "@/lib/service/contract";
import { FLUORESCENCE_VIEW, fluorescenceInput, LIGHTS } from "./fluorescence-view";

const STALE_MS = 600_000;

const LIGHT_KEYS = {
  any: "areas.fluorescence.lights.any",
  day: "areas.fluorescence.lights.day",
  night: "areas.fluorescence.lights.night",
} as const satisfies Record<Light, PlainKey>;

const unknownLightKey = (nights: readonly Stretch[]): PlainKey =>
  nights.length === 0 ? "areas.fluorescence.lightUnknown" : "areas.fluorescence.tooLong";

type Props = {
  path: string;
  window: { from: number; to: number };
  now: number;
  nights: readonly Stretch[];
  table: boolean;
};

/** Measurements of an area's sensors: chosen columns and sensors, by day or at night. */
export function AreaFluorescence(props: Props) {
  const { path, nights } = props;
  const { t } = useWords();
  const tenant = useTenant();
  const [{ columns, sensors, light }, set] = useQueryStates(FLUORESCENCE_VIEW);
  const column = chooseColumns(CHF_VALUE_COLUMNS, columns);
  const choose = (next: ChfValueColumn[]) => void set({ columns: next });
  const devices = useEndpoint(listDevices, { query: { tenant } }, { staleTime: STALE_MS });
  const here = devices.data?.items.filter((device) => isWithin(device.area, path)) ?? [];
  const read = useEndpoint(
    readMeasurementSeries,
    fluorescenceInput(tenant, path, { columns, sensors }, props.window),
  );
  const { data, error } = read;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2.5">
        <ColumnSelect columns={CHF_VALUE_COLUMNS} chosen={column} onChange={choose} />
        <ColumnMenu columns={CHF_VALUE_COLUMNS} chosen={column} onChange={choose} />
        <Segmented
          label={t("areas.fluorescence.light")}
          options={LIGHTS.map((value) => ({ value, label: t(LIGHT_KEYS[value]) }))}
          value={light}
          onChange={(next) => void set({ light: next })}
        />
        <Sensors
          here={here.map(({ deviceId }) => deviceId)}
          chosen={sensors}
          onChange={(next) => void set({ sensors: next })}
        />
      </div>
      {error && <ReadError compact of={read} title={t("areas.fluorescence.failed")} />}
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {column.map((name, place) => {
          const found = data?.series.find((one) => one.column === name);
          const all = found && columnSeries(found, path);
          const isLightKnown = light === "any" || all === undefined || isDividedByLight(all, nights);
          const series = all && (isLightKnown ? pointsByLight(all, light, nights) : { ...all, points: [] });
          return (
            <Panel key={name} label={columnLabel(name)} className={`p-3 ${place > 0 ? "max-sm:hidden" : ""}`}>
              <IndexChart
                index={name}
                series={series}
                now={props.now}
                nights={nights}
                pooled="measurements"
                sampling={ownSampling}
                alertRoom={false}
                table={props.table}
                emptyReason={
                  isLightKnown
                    ? t("areas.fluorescence.none", {
                        area: displayPath(path),
                        light: light === "any" ? "other" : light,
                      })
                    : t(unknownLightKey(nights))
                }
              />
              <ColumnNote column={name} series={series} nights={nights} />
            </Panel>
          );
        })}
      </div>
    </>
  );
}

function Sensors({
  here,
  chosen,
  onChange,
}: {
  here: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const { t } = useWords();
  const offered = [...new Set([...here, ...chosen])];
  if (offered.length < 2) return null;
  const [first] = chosen;
  return (
    <TickMenu
      label={t("areas.fluorescence.sensors")}
      chosenWords={
        first === undefined
          ? t("charts.all")
          : chosen.length === 1
            ? first
            : t("charts.chosenOf", { count: chosen.length, all: offered.length })
      }
      groups={[{ options: offered.map((id) => ({ id, label: id })) }]}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
