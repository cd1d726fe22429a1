import "server-only";
import type { SearchParams } from "nuqs/server";
import { AreaView } from "@/components/areas/area-view";
import { fluorescenceInput, loadFluorescenceView } from "@/components/areas/fluorescence-view";
import {
  areaSeriesInput,
  aroundInput,
  loadChartView,
  onlyRoot,
  openAlertsInput,
  spanOf,
  windowShown,
} from "@/components/places/page-inputs";
import { listSpans } from "@/lib/alerting/alerts/chart.server";
import { alertSpans, listAlerts } from "@/lib/alerting/alerts/contract";
import { listAlertsPage } from "@/lib/alerting/alerts/service.server";
import { areasOverview } from "@/lib/farm/areas/contract";
import { overviewOf } from "@/lib/farm/areas/service.server";
import { listJobs } from "@/lib/farm/jobs/contract";
import { jobsOf } from "@/lib/farm/jobs/service.server";
import { listDevices, readMeasurementSeries } from "@/lib/farm/measurements/contract";
import { hasMeasurements, listSensors, measurementSeries } from "@/lib/farm/measurements/service.server";
import { listAreaNotes } from "@/lib/farm/notes/contract";
import { notesOf } from "@/lib/farm/notes/service.server";
import { readSeriesColumns, seriesInput } from "@/lib/farm/series/columns";
import { loadSeriesColumns } from "@/lib/farm/series/service.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { requestWords } from "@/lib/web/preferences/language.server";
import { type PagePrefetch, pageNow } from "../prefetch.server";
import { tenancyPage } from "../site-page.server";

/** Jobs are read with the page, since they would move the charts; for larger sites they would be most of the page. */
const MAX_AREAS_WITH_JOBS = 100;

/** One area with its charts; of `path` null, the sites, or the only one. */
export async function areasPage(path: string | null, searchParams: Promise<SearchParams>) {
  const { t } = await requestWords();
  const notConnected = { title: t("areas.title"), text: t("areas.none.text") };
  return tenancyPage(notConnected, async ({ actor, tenancy, reads }) => {
    const overview = reads.read(areasOverview, aroundInput(tenancy.tenantId, path), overviewOf);
    const readJobs = async () => {
      const below = (await overview)?.below;
      if (path === null || !below || below.withReadings > MAX_AREAS_WITH_JOBS) return;
      await reads.read(listJobs, { query: { tenant: tenancy.tenantId, area: path } }, jobsOf, "optional");
    };
    const [around, isMeasured] = await Promise.all([
      overview,
      hasMeasurements(actor, tenancy.tenantId).catch(() => false),
      readJobs(),
      path !== null && readCharts(reads, tenancy, path, searchParams),
    ]);
    const root = path === null && around ? onlyRoot(around.items) : null;
    if (root !== null) await readCharts(reads, tenancy, root, searchParams);
    return <AreaView path={path} isMeasured={isMeasured} />;
  });
}

/** The charts of an area and its open alerts. */
async function readCharts(
  reads: PagePrefetch,
  { tenantId: tenant, timeZone }: TenancyRef,
  path: string,
  searchParams: Promise<SearchParams>,
): Promise<void> {
  const [view, fluorescence] = await Promise.all([
    loadChartView(searchParams),
    loadFluorescenceView(searchParams),
  ]);
  const window = windowShown(view, timeZone, Date.parse(pageNow()));
  const ofWindow = { query: { tenant, area: path, ...spanOf(window) } };
  const series = seriesInput(areaSeriesInput(tenant, path, view.by, window, view.filled));
  const measurements = fluorescenceInput(tenant, path, fluorescence, window);
  const isFluorescence = view.show === "chf";
  await Promise.all([
    isFluorescence && reads.read(readMeasurementSeries, measurements, measurementSeries, "optional"),
    // The buttons of the sensors would push the charts down.
    isFluorescence && reads.read(listDevices, { query: { tenant } }, listSensors),
    reads.read(readSeriesColumns, series, loadSeriesColumns, "optional"),
    reads.read(alertSpans, ofWindow, listSpans, "optional"),
    reads.read(listAreaNotes, ofWindow, notesOf, "optional"),
    reads.read(listAlerts, openAlertsInput(tenant, path), listAlertsPage, "optional"),
  ]);
}
