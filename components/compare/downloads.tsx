"use client";
import type { RefObject } from "react";
import type { ComparedLine } from "@/components/charts/compare-chart";
import { Button } from "@/components/ui/button";
import { indexLabel } from "@/components/ui/index-mark";
import { useToast } from "@/components/ui/toast";
import { siteDay } from "@/lib/core/time";
import type { Plan } from "./plan";
import type { Compared } from "./use-compared";

type Props = {
  plan: Plan;
  index: string;
  unit: string;
  zone: string;
  /** The time that is shown, in words. */
  span: string;
  lines: readonly Compared[];
  drawn: readonly ComparedLine[];
  isDifference: boolean;
  hasBand: boolean;
  /** Whether the table stands in the place of the chart: then there is nothing to draw. */
  isTable: boolean;
  picture: RefObject<HTMLDivElement | null>;
};

/** What is compared as a file: the values for a spreadsheet, the chart as a picture. */
export function Downloads(props: Props) {
  const { plan, index, unit, zone, lines, drawn, picture } = props;
  const tell = useToast();
  const hasCome = lines.some(({ points }) => points && points.length > 0);
  const name = `leafwatch-compare-${index.toLowerCase()}-${siteDay(new Date(plan.window.to), zone)}`;
  const saveCsv = async () => {
    const { compareCsv } = await import("@/lib/compare/csv");
    const exported = lines.map(({ letter, name, points = [], aligned = [], firstAt }) => ({
      ...{ letter, name, points, aligned, firstAt },
    }));
    const text = compareCsv({ kind: plan.kind, index, unit, zone, lines: exported, reference: plan.lead });
    save(new Blob([text], { type: "text/csv;charset=utf-8" }), `${name}.csv`);
  };
  const savePng = async () => {
    const drawing = picture.current;
    if (!drawing) return;
    try {
      const { pictureOf } = await import("@/components/charts/picture");
      const title = `${indexLabel(index)}${props.isDifference ? `, difference to ${plan.lead}` : ""}, ${unit}`;
      const axis = plan.crop ? "days cut at midnight" : "site time";
      const marks = `Tinted: lowest to highest of ${plan.lead}${props.hasBand ? "; grey: past jobs in its areas" : ""}; dashed: interpolated`;
      const notes = [
        `${props.span}; ${axis}, ${zone}`,
        marks,
        ...drawn.map((one) => `${one.letter}  ${one.name}`),
      ];
      save(await pictureOf(drawing, title, notes), `${name}.png`);
    } catch {
      tell({ text: "The browser could not draw the picture. The CSV has the same values." });
    }
  };
  return (
    <>
      <Button icon="download" disabled={!hasCome} onClick={() => void saveCsv()}>
        CSV
      </Button>
      <Button icon="download" disabled={!hasCome || props.isTable} onClick={() => void savePng()}>
        PNG
      </Button>
    </>
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
