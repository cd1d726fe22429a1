"use client";
import type { RefObject } from "react";
import { indexLabel } from "@/components/ui/index-mark";
import { DownloadMenu } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { useWords } from "@/components/words/words";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import { siteDay } from "@/lib/base/core/time";
import { XLSX_TYPE } from "@/lib/base/spreadsheet/content-type";
import type { Plan } from "./plan";
import type { CompareControls } from "./use-compare-controls";
import type { Comparison } from "./use-comparison";

/**
 * The indices on the page and the elements of their charts or tables, kept in a ref: the files are made of what is shown
 * at the moment of the click.
 */
export type ShownCharts = RefObject<
  Map<string, { index: IndexName; comparison: Comparison; element: RefObject<HTMLElement | null> }>
>;

/** Downloads all shown indices: the values as Excel or CSV, the charts as PNG. */
export function Downloads(props: {
  controls: CompareControls;
  plan: Plan;
  /** The comparison of the first index. */
  comparison: Comparison;
  /** The shown time range in words. */
  range: string;
  charts: ShownCharts;
}) {
  const { t } = useWords();
  const { plan, range } = props;
  const { lead } = plan;
  const { index: firstIndex, more, difference, table } = props.controls.state;
  const { subjects, lines, zone, now } = props.comparison;
  const showToast = useToast();
  const hasPoints = subjects.some(({ points }) => points && points.length > 0);
  // A phone shows one chart at a time.
  const shown = () =>
    [firstIndex, ...more].flatMap((index) => {
      const chart = props.charts.current.get(index);
      return chart?.element.current?.checkVisibility() ? [{ ...chart, root: chart.element.current }] : [];
    });
  const fileName = (charts: readonly { index: IndexName }[]) =>
    ["leafwatch-compare", ...charts.map(({ index }) => index.toLowerCase())].join("-") +
    // By day of crop the window has no calendar date.
    `-${siteDay(plan.crop ? now : new Date(plan.window.to), zone)}`;
  const parts = (charts: ReturnType<typeof shown>) =>
    charts.map(({ index, comparison }) => ({
      ...{ index, unit: INDEX_FACTS[index].unit, lines: comparison.subjects },
    }));
  const saveCsv = async () => {
    const charts = shown();
    const { compareCsv } = await import("@/lib/farm/compare/csv");
    const text = compareCsv({ kind: plan.kind, zone, parts: parts(charts), reference: plan.lead });
    save(new Blob([text], { type: "text/csv;charset=utf-8" }), `${fileName(charts)}.csv`);
  };
  const saveXlsx = async () => {
    const charts = shown();
    const { compareWorkbook } = await import("@/lib/farm/compare/workbook");
    const of = { kind: plan.kind, crop: plan.crop, step: plan.step, zone, range, now };
    const bytes = await compareWorkbook({ ...of, parts: parts(charts) });
    save(new Blob(bytes, { type: XLSX_TYPE }), `${fileName(charts)}.xlsx`);
  };
  const savePng = async () => {
    const charts = shown();
    try {
      const { drawPicture } = await import("@/components/charts/picture");
      const hasBand = charts.some((chart) => chart.comparison.band.length > 0);
      const notes = [
        plan.crop
          ? t("compare.download.cropAxis", { range, zone })
          : t("compare.download.timeAxis", { range, zone }),
        hasBand ? t("compare.download.keyWithBand", { lead }) : t("compare.download.key", { lead }),
        ...lines.map((one) => `${one.letter}  ${one.name}`),
      ];
      const titleOf = (index: IndexName) => {
        const about = { index: indexLabel(index), unit: INDEX_FACTS[index].unit };
        return difference
          ? t("compare.download.chartDifference", { ...about, lead })
          : t("compare.download.chart", about);
      };
      const pictures = charts.map(({ index, root }) => ({ root, title: titleOf(index) }));
      save(await drawPicture(pictures, notes), `${fileName(charts)}.png`);
    } catch {
      showToast({ text: t("compare.download.failed") });
    }
  };
  const downloads: Record<string, () => Promise<void>> = { xlsx: saveXlsx, csv: saveCsv, png: savePng };
  const formats = [
    { id: "xlsx", label: "Excel", hint: t("compare.download.xlsx") },
    { id: "csv", label: "CSV", hint: t("compare.download.csv") },
    {
      ...{ id: "png", label: "PNG", disabled: table },
      hint: table ? t("compare.download.noTables") : t("compare.download.png"),
    },
  ];
  return (
    <DownloadMenu
      title={t("compare.download.title")}
      formats={formats}
      disabled={!hasPoints}
      onDownload={(id) => void downloads[id]?.()}
    />
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
