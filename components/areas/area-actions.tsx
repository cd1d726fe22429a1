"use client";
import { useQueryStates } from "nuqs";
import { compareAddress } from "@/components/compare/view";
import { useMayAct, useSite, useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { CHART_VIEW, spanOf, windowShown } from "@/components/places/page-inputs";
import { queryAddress } from "@/components/queries/list-input";
import { PhoneActions } from "@/components/shell/phone-header";
import { Button, LinkButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useOpenPage } from "@/components/ui/link";
import { DownloadMenu, Menu } from "@/components/ui/menu";
import { useClock } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { endOfHour } from "@/lib/base/core/time";
import { listJobs } from "@/lib/farm/jobs/contract";
import { earlierJobs } from "@/lib/farm/jobs/rules";
import { exportMeasurements, exportMeasurementsXlsx } from "@/lib/farm/measurements/contract";
import { exportReadings, exportReadingsXlsx } from "@/lib/farm/series/contract";
import { callAddress } from "@/lib/web/api/client";

type Props = {
  path: string;
  /** True if the tenancy has measurements of fluorescence. */
  isMeasured: boolean;
};

/** What can be done from an area: buttons in its head, on a phone a menu in the title bar. */
export function AreaActions(props: Props) {
  const { path } = props;
  const openPage = useOpenPage();
  const files = useFiles(props);
  const last = useLastCrop(path);
  const toast = useToast();
  const mayAct = useMayAct();
  const { tenancy } = useSite();
  // A query covers the whole tenancy.
  const mayQuery = mayAct && tenancy?.within === null;
  const compare = compareAddress({ what: "areas", area: [path] });
  const query = queryAddress([path]);
  // The answer is an attachment, so the page stays.
  const download = (id: string) => {
    const file = files.find((one) => one.id === id);
    if (file) window.location.assign(file.address);
  };
  const act = (id: string) => {
    if (id === "compare") openPage(compare);
    else if (id === "last" && last.href) openPage(last.href);
    else if (id === "query") openPage(query);
    else download(id);
  };
  const formats = files.map(({ id, label, hint }) => ({ id, label, hint }));
  return (
    <>
      <div className="no-print flex flex-wrap items-center gap-2 max-sm:hidden">
        <LinkButton icon="compare" href={compare}>
          Compare
        </LinkButton>
        {last.href !== null ? (
          <LinkButton href={last.href}>With last crop</LinkButton>
        ) : (
          <Button
            aria-disabled
            aria-description={last.reason}
            title={last.reason}
            className="opacity-60"
            onClick={() => toast({ text: last.reason })}
          >
            With last crop
          </Button>
        )}
        <DownloadMenu word="Export" title={FILES_TITLE} formats={formats} onDownload={download} />
        {mayQuery && (
          <LinkButton icon="queries" href={query}>
            Query
          </LinkButton>
        )}
      </div>
      <PhoneActions>
        <Menu
          label="With this area"
          placement="bottom end"
          trigger={
            <button
              type="button"
              aria-label="More of this area"
              className="inline-grid size-target place-items-center rounded-2 text-ink-2"
            >
              <Icon name="more" className="size-5" />
            </button>
          }
          onAction={act}
          groups={[
            {
              id: "acts",
              entries: [
                { id: "compare", label: "Compare", icon: "compare" },
                { id: "last", label: "With last crop", hint: last.reason, disabled: last.href === null },
                ...(mayQuery ? [{ id: "query", label: "Query", icon: "queries" as const }] : []),
              ],
            },
            {
              id: "files",
              title: FILES_TITLE,
              entries: formats.map((one) => ({ ...one, label: `Export ${one.label}` })),
            },
          ]}
        />
      </PhoneActions>
    </>
  );
}

const FILES_TITLE = "The time shown, this area and all below it";
const EXCEL = { id: "xlsx", label: "Excel" };
const CSV = { id: "csv", label: "CSV" };

/** What the service gave for an area and all below it in the time shown, as files. */
function useFiles({ path, isMeasured }: Props) {
  const { now, zone } = useClock();
  const [view] = useQueryStates(CHART_VIEW);
  const shown = windowShown(view, zone, endOfHour(now.getTime()));
  const input = { query: { tenant: useTenant(), area: path, ...spanOf(shown) } };
  if (view.show === "chf" && isMeasured)
    return [
      { ...EXCEL, hint: "with site time", address: callAddress(exportMeasurementsXlsx, input) },
      { ...CSV, hint: "a line for each measurement", address: callAddress(exportMeasurements, input) },
    ];
  return [
    { ...EXCEL, hint: "a column for each index", address: callAddress(exportReadingsXlsx, input) },
    { ...CSV, hint: "a line for each value", address: callAddress(exportReadings, input) },
  ];
}

/** The comparison of an area's current job with the one before it, by day of crop; without one, the reason. */
function useLastCrop(path: string): { href: string; reason?: undefined } | { href: null; reason: string } {
  const { data } = useEndpoint(listJobs, { query: { tenant: useTenant(), area: path } });
  if (!data) return { href: null, reason: "The crops here are being read" };
  const current = data.items.filter((job) => job.current);
  const [only] = current;
  if (!only) return { href: null, reason: "No crop has readings here now" };
  if (current.length > 1)
    return { href: null, reason: `${current.length} crops grow here: choose one of the areas below` };
  const [before] = earlierJobs(only, data.items);
  if (!before) return { href: null, reason: "No crop before this one has readings here" };
  return { href: compareAddress({ what: "jobs", by: "crop", job: [only.jobId, before.jobId] }) };
}
