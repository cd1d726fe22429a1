"use client";
import { Button } from "@/components/ui/button";
import { indexLabel } from "@/components/ui/index-mark";
import { useToast } from "@/components/ui/toast";
import { INDEX_FACTS } from "@/lib/base/core/indices";
import { siteDay } from "@/lib/base/core/time";
import type { Plan } from "./plan";
import type { ShownChart } from "./shown-charts";
import type { Drawn } from "./use-drawn";

type Props = {
  plan: Plan;
  /** Of the first index. */
  of: Drawn;
  /** The time that is shown, in words. */
  span: string;
  isDifference: boolean;
  /** Whether tables stand in the place of the charts: then there is nothing to draw. */
  isTable: boolean;
  /** What is shown, the first index first. */
  shown: () => ShownChart[];
};

/** What is compared as a file, all indices that are shown: the values for a spreadsheet, the charts as a picture. */
export function Downloads({ plan, of, span, isDifference, isTable, shown }: Props) {
  const { lines, drawn, zone } = of;
  const tell = useToast();
  const hasCome = lines.some(({ points }) => points && points.length > 0);
  const nameOf = (charts: readonly ShownChart[]) =>
    ["leafwatch-compare", ...charts.map(({ index }) => index.toLowerCase())].join("-") +
    // Days of crop are no days of a year.
    `-${siteDay(plan.crop ? of.now : new Date(plan.window.to), zone)}`;
  const saveCsv = async () => {
    const charts = shown();
    const { compareCsv } = await import("@/lib/farm/compare/csv");
    const parts = charts.map(partOf);
    const text = compareCsv({ kind: plan.kind, zone, parts, reference: plan.lead });
    save(new Blob([text], { type: "text/csv;charset=utf-8" }), `${nameOf(charts)}.csv`);
  };
  const savePng = async () => {
    const charts = shown();
    try {
      const { pictureOf } = await import("@/components/charts/picture");
      const axis = plan.crop ? "days cut at midnight" : "site time";
      const hasBand = charts.some((chart) => chart.of.shownBand.length > 0);
      const notes = [
        `${span}; ${axis}, ${zone}`,
        `Tinted: lowest to highest of ${plan.lead}${hasBand ? "; grey: past jobs in its areas" : ""}; dashed: interpolated`,
        ...drawn.map((one) => `${one.letter}  ${one.name}`),
      ];
      const parts = charts.flatMap(({ index, element }) =>
        element.current
          ? [{ title: titleOf(index, isDifference ? plan.lead : null), root: element.current }]
          : [],
      );
      save(await pictureOf(parts, notes), `${nameOf(charts)}.png`);
    } catch {
      tell({ text: "The browser could not draw the picture. The CSV has the same values." });
    }
  };
  return (
    <>
      <Button icon="download" disabled={!hasCome} onClick={() => void saveCsv()}>
        CSV
      </Button>
      <Button icon="download" disabled={!hasCome || isTable} onClick={() => void savePng()}>
        PNG
      </Button>
    </>
  );
}

function partOf({ index, of }: ShownChart) {
  const lines = of.lines.map(({ letter, name, points = [], aligned = [], firstAt }) => ({
    ...{ letter, name, points, aligned, firstAt },
  }));
  return { index, unit: INDEX_FACTS[index].unit, lines };
}

function titleOf(index: ShownChart["index"], lead: string | null): string {
  return `${indexLabel(index)}${lead === null ? "" : `, difference to ${lead}`}, ${INDEX_FACTS[index].unit}`;
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
