"use client";
import { type RefObject, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { indexLabel } from "@/components/ui/index-mark";
import { useToast } from "@/components/ui/toast";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import { siteDay } from "@/lib/base/core/time";
import type { Plan } from "./plan";
import type { Comparison } from "./use-comparison";

type ShownChart = {
  plan: Plan;
  index: IndexName;
  comparison: Comparison;
  /** Holds the chart or the table. */
  element: RefObject<HTMLElement | null>;
};

/** The indices on the page, kept in a ref: the files are made of what is shown at the moment of the click. */
export type ShownCharts = RefObject<Map<string, ShownChart>>;

/** An empty register; {@link useShown} adds to it. */
export function useShownCharts(): ShownCharts {
  return useRef(new Map<string, ShownChart>());
}

/** Registers an index for the downloads while it is mounted. */
export function useShown(charts: ShownCharts, chart: ShownChart): void {
  useEffect(() => {
    const shown = charts.current;
    shown.set(chart.index, chart);
    return () => {
      if (shown.get(chart.index) === chart) shown.delete(chart.index);
    };
  });
}

/** Those of the indices that are visible, in their order: a phone shows one chart at a time. */
export function listShown(charts: ShownCharts, indices: readonly string[]): ShownChart[] {
  return indices.flatMap((index) => {
    const chart = charts.current.get(index);
    return chart?.element.current?.checkVisibility() ? [chart] : [];
  });
}

type Props = {
  plan: Plan;
  /** Of the first index. */
  comparison: Comparison;
  /** The shown time range in words. */
  range: string;
  isDifference: boolean;
  /** Tables are shown instead of charts, so that there is no picture. */
  isTable: boolean;
  /** What is shown, the first index first. */
  shown: () => ShownChart[];
};

/** Downloads all shown indices: the values as CSV, the charts as PNG. */
export function Downloads({ plan, comparison, range, isDifference, isTable, shown }: Props) {
  const { subjects, lines, zone } = comparison;
  const showToast = useToast();
  const hasPoints = subjects.some(({ points }) => points && points.length > 0);
  const fileName = (charts: readonly ShownChart[]) =>
    ["leafwatch-compare", ...charts.map(({ index }) => index.toLowerCase())].join("-") +
    // By day of crop the window has no calendar date.
    `-${siteDay(plan.crop ? comparison.now : new Date(plan.window.to), zone)}`;
  const saveCsv = async () => {
    const charts = shown();
    const { compareCsv } = await import("@/lib/farm/compare/csv");
    const parts = charts.map(csvPart);
    const text = compareCsv({ kind: plan.kind, zone, parts, reference: plan.lead });
    save(new Blob([text], { type: "text/csv;charset=utf-8" }), `${fileName(charts)}.csv`);
  };
  const savePng = async () => {
    const charts = shown();
    try {
      const { pictureOf } = await import("@/components/charts/picture");
      const axis = plan.crop ? "days cut at midnight" : "site time";
      const hasBand = charts.some((chart) => chart.comparison.band.length > 0);
      const notes = [
        `${range}; ${axis}, ${zone}`,
        `Tinted: lowest to highest of ${plan.lead}${hasBand ? "; grey: past jobs in its areas" : ""}; dashed: interpolated`,
        ...lines.map((one) => `${one.letter}  ${one.name}`),
      ];
      const parts = charts.flatMap(({ index, element }) =>
        element.current
          ? [{ title: pictureTitle(index, isDifference ? plan.lead : null), root: element.current }]
          : [],
      );
      save(await pictureOf(parts, notes), `${fileName(charts)}.png`);
    } catch {
      showToast({ text: "The browser could not draw the picture. The CSV has the same values." });
    }
  };
  return (
    <>
      <Button icon="download" disabled={!hasPoints} onClick={() => void saveCsv()}>
        CSV
      </Button>
      <Button icon="download" disabled={!hasPoints || isTable} onClick={() => void savePng()}>
        PNG
      </Button>
    </>
  );
}

function csvPart({ index, comparison }: ShownChart) {
  const lines = comparison.subjects.map(({ letter, name, points = [], aligned = [], firstAt }) => ({
    ...{ letter, name, points, aligned, firstAt },
  }));
  return { index, unit: INDEX_FACTS[index].unit, lines };
}

function pictureTitle(index: IndexName, lead: string | null): string {
  return `${indexLabel(index)}${lead === null ? "" : `, difference to ${lead}`}, ${INDEX_FACTS[index].unit}`;
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
