import "server-only";
import type { QueryClient } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { fluorescenceInput, loadFluorescenceView } from "@/components/areas/fluorescence-view";
import {
  areaSeriesInput,
  loadChartView,
  openAlertsInput,
  spanOf,
  windowShown,
} from "@/components/places/page-inputs";
import { listSpans } from "@/lib/alerting/alerts/chart.server";
import { alertSpans, listAlerts } from "@/lib/alerting/alerts/contract";
import { listAlertsPage } from "@/lib/alerting/alerts/service.server";
import { listDevices, readMeasurementSeries } from "@/lib/farm/measurements/contract";
import { measurementSeries, readSensors } from "@/lib/farm/measurements/service.server";
import { listAreaNotes } from "@/lib/farm/notes/contract";
import { notesOf } from "@/lib/farm/notes/service.server";
import { readSeriesColumns, seriesInput } from "@/lib/farm/series/columns";
import { readColumnsOf } from "@/lib/farm/series/service.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import type { Actor } from "@/lib/identity/actor/contract";
import { pageNow, prefetch } from "../prefetch.server";

type Asked = { actor: Actor; tenancy: TenancyRef; path: string; searchParams: Promise<SearchParams> };

/** Takes the charts of an area and its open alerts along, under the keys that they ask for, so that the first paint has them. */
export async function prefetchAreaCharts(
  client: QueryClient,
  { actor, tenancy, path, searchParams }: Asked,
): Promise<void> {
  const view = await loadChartView(searchParams);
  const { tenantId, timeZone } = tenancy;
  const window = windowShown(view, timeZone, Date.parse(pageNow()));
  await Promise.all([
    view.show === "chf" ? prefetchFluorescence(client, { actor, tenancy, path, searchParams }, window) : null,
    prefetch(
      client,
      readSeriesColumns,
      seriesInput(areaSeriesInput(tenantId, path, view.by, window, view.filled)),
      (query) => readColumnsOf(actor, query),
      { missing: "leave" },
    ),
    prefetch(
      client,
      alertSpans,
      { query: { tenant: tenantId, area: path, ...spanOf(window) } },
      (query) => listSpans(actor, query),
      { missing: "leave" },
    ),
    prefetch(
      client,
      listAreaNotes,
      { query: { tenant: tenantId, area: path, ...spanOf(window) } },
      (query) => notesOf(actor, query),
      { missing: "leave" },
    ),
    prefetch(client, listAlerts, openAlertsInput(tenantId, path), (query) => listAlertsPage(actor, query), {
      missing: "leave",
    }),
  ]);
}

/** What the ChF charts stand on, and the sensors beside them, whose buttons would push the charts down. */
async function prefetchFluorescence(
  client: QueryClient,
  { actor, tenancy, path, searchParams }: Asked,
  window: { from: number; to: number },
): Promise<void> {
  const input = fluorescenceInput(tenancy.tenantId, path, await loadFluorescenceView(searchParams), window);
  await Promise.all([
    prefetch(client, readMeasurementSeries, input, (query) => measurementSeries(actor, query), {
      missing: "leave",
    }),
    prefetch(client, listDevices, { query: { tenant: tenancy.tenantId } }, (query) =>
      readSensors(actor, query),
    ),
  ]);
}
