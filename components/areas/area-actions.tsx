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
import { useWords } from "@/components/words/words";
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
  const { t } = useWords();
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
          {t("areas.actions.compare")}
        </LinkButton>
        {last.href !== null ? (
          <LinkButton href={last.href}>{t("areas.actions.lastCrop")}</LinkButton>
        ) : (
          <Button
            aria-disabled
            aria-description={last.reason}
            title={last.reason}
            className="opacity-60"
            onClick={() => toast({ text: last.reason })}
          >
            {t("areas.actions.lastCrop")}
          </Button>
        )}
        <DownloadMenu
          word={t("areas.actions.export")}
          title={t("areas.actions.what")}
          formats={formats}
          onDownload={download}
        />
        {mayQuery && (
          <LinkButton icon="queries" href={query}>
            {t("areas.actions.query")}
          </LinkButton>
        )}
      </div>
      <PhoneActions>
        <Menu
          label={t("areas.actions.more")}
          placement="bottom end"
          trigger={
            <button
              type="button"
              aria-label={t("areas.actions.more")}
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
                { id: "compare", label: t("areas.actions.compare"), icon: "compare" },
                {
                  id: "last",
                  label: t("areas.actions.lastCrop"),
                  hint: last.reason,
                  disabled: last.href === null,
                },
                ...(mayQuery
                  ? [{ id: "query", label: t("areas.actions.query"), icon: "queries" as const }]
                  : []),
              ],
            },
            {
              id: "files",
              title: t("areas.actions.what"),
              entries: formats.map((one) => ({
                ...one,
                label: t("areas.actions.exportAs", { format: one.label }),
              })),
            },
          ]}
        />
      </PhoneActions>
    </>
  );
}

/** What the service gave for an area and all below it in the time shown, as files. */
function useFiles({ path, isMeasured }: Props) {
  const { t } = useWords();
  const { now, zone } = useClock();
  const [view] = useQueryStates(CHART_VIEW);
  const shown = windowShown(view, zone, endOfHour(now.getTime()));
  const input = { query: { tenant: useTenant(), area: path, ...spanOf(shown) } };
  const excel = { id: "xlsx", label: t("areas.actions.excel") };
  const csv = { id: "csv", label: t("areas.actions.csv") };
  if (view.show === "chf" && isMeasured)
    return [
      {
        ...excel,
        hint: t("areas.actions.excelMeasured"),
        address: callAddress(exportMeasurementsXlsx, input),
      },
      { ...csv, hint: t("areas.actions.csvMeasured"), address: callAddress(exportMeasurements, input) },
    ];
  return [
    { ...excel, hint: t("areas.actions.excelHint"), address: callAddress(exportReadingsXlsx, input) },
    { ...csv, hint: t("areas.actions.csvHint"), address: callAddress(exportReadings, input) },
  ];
}

/** The comparison of an area's current job with the one before it, by day of crop; without one, the reason. */
function useLastCrop(path: string): { href: string; reason?: undefined } | { href: null; reason: string } {
  const { t } = useWords();
  const { data } = useEndpoint(listJobs, { query: { tenant: useTenant(), area: path } });
  if (!data) return { href: null, reason: t("areas.actions.loadingCrops") };
  const current = data.items.filter((job) => job.current);
  const [only] = current;
  if (!only) return { href: null, reason: t("areas.actions.noCrop") };
  if (current.length > 1)
    return { href: null, reason: t("areas.actions.manyCrops", { count: current.length }) };
  const [before] = earlierJobs(only, data.items);
  if (!before) return { href: null, reason: t("areas.actions.noEarlier") };
  return { href: compareAddress({ what: "jobs", by: "crop", job: [only.jobId, before.jobId] }) };
}
