"use client";
import type { TimeWindow } from "@/components/charts/plot/chart-frame";
import { useTenant } from "@/components/live/site-context";
import { spanOf } from "@/components/places/page-inputs";
import { DownloadMenu } from "@/components/ui/menu";
import { exportMeasurements, exportMeasurementsXlsx } from "@/lib/farm/measurements/contract";
import { exportReadings, exportReadingsXlsx } from "@/lib/farm/series/contract";
import { callAddress } from "@/lib/web/api/client";

/** Downloads what the service gave for an area and all below it in the time shown. */
export function AreaDownload({
  path,
  isChf,
  window: shown,
}: {
  path: string;
  isChf: boolean;
  window: TimeWindow;
}) {
  const input = { query: { tenant: useTenant(), area: path, ...spanOf(shown) } };
  const files = isChf
    ? [
        { ...EXCEL, hint: "with site time", address: callAddress(exportMeasurementsXlsx, input) },
        { ...CSV, hint: "a line for each measurement", address: callAddress(exportMeasurements, input) },
      ]
    : [
        { ...EXCEL, hint: "a column for each index", address: callAddress(exportReadingsXlsx, input) },
        { ...CSV, hint: "a line for each value", address: callAddress(exportReadings, input) },
      ];
  const download = (id: string) => {
    const file = files.find((one) => one.id === id);
    // The answer is an attachment, so the page stays.
    if (file) window.location.assign(file.address);
  };
  return (
    <DownloadMenu
      title="The time shown, this area and all below it"
      // Beside the tree, all that chooses the charts stays in one line.
      wordClass="lg:max-[100rem]:sr-only"
      formats={files.map(({ id, label, hint }) => ({ id, label, hint }))}
      onDownload={download}
    />
  );
}

const EXCEL = { id: "xlsx", label: "Excel" };
const CSV = { id: "csv", label: "CSV" };
