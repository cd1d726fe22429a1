/** Parses the address of an area's ChF charts; shared by server and browser. */
import { createLoader, parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { chooseColumns } from "@/components/charts/fluorescence-columns";
import { spanOf } from "@/components/places/page-inputs";
import { CHART_POINTS } from "@/lib/farm/series/contract";
import { CHF_VALUE_COLUMNS, type ChfValueColumn } from "@/lib/service/contract";

export const LIGHTS = ["any", "day", "night"] as const;

export const FLUORESCENCE_VIEW = {
  columns: parseAsArrayOf(parseAsStringLiteral(CHF_VALUE_COLUMNS)),
  sensors: parseAsArrayOf(parseAsString).withDefault([]),
  light: parseAsStringLiteral(LIGHTS).withDefault("any"),
};

export const loadFluorescenceView = createLoader(FLUORESCENCE_VIEW);

/**
 * Returns the input of the read behind the ChF charts of an area.
 * @param view the chosen columns, null for the defaults, and the chosen sensors, none for all
 */
export function fluorescenceInput(
  tenant: string | undefined,
  area: string,
  { columns, sensors }: { columns: readonly ChfValueColumn[] | null; sensors: string[] },
  window: { from: number; to: number },
) {
  const column = chooseColumns(CHF_VALUE_COLUMNS, columns);
  const device = sensors.length > 0 ? sensors : undefined;
  return { query: { tenant, area, column, device, ...spanOf(window), maxPoints: String(CHART_POINTS) } };
}
