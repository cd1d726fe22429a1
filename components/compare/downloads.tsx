"use client";
import type { RefObject } from "react";
import { indexLabel } from "@/components/ui/index-mark";
import { DownloadMenu } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
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
  const { plan, range } = props;
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
      const axis = plan.crop ? "days cut at midnight" : "site time";
      const hasBand = charts.some((chart) => chart.comparison.band.length > 0);
      const notes = [
        `${range}; ${axis}, ${zone}`,
        `Tinted: lowest to highest of ${plan.lead}${hasBand ? "; grey: past jobs in its areas" : ""}; dashed: interpolated`,
        ...lines.map((one) => `${one.letter}  ${one.name}`),
      ];
      const what = difference ? `, difference to ${plan.lead}` : "";
      const pictures = charts.map(({ index, root }) => ({
        ...{ root, title: `${indexLabel(index)}${what}, ${INDEX_FACTS[index].unit}` },
      }));
      save(await drawPicture(pictures, notes), `${fileName(charts)}.png`);
    } catch {
      showToast({ text: "The browser could not draw the picture. The CSV has the same values." });
    }
  };
  const downloads: Record<string, () => Promise<void>> = { xlsx: saveXlsx, csv: saveCsv, png: savePng };
  const formats = [
    { id: "xlsx", label: "Excel", hint: "a column for each line" },
    { id: "csv", label: "CSV", hint: "a line for each value" },
    { id: "png", label: "PNG", hint: table ? "of charts, not of tables" : "the charts", disabled: table },
  ];
  return (
    <DownloadMenu
      title="The time shown"
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
