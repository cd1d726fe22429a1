"use client";

import { useCallback, useState } from "react";
import { useWords } from "@/components/words/words";
import { useChartFrame } from "./chart-frame";
import { type FaintLine, lineAt, linePath, samplingStep, valueAt } from "./faint-lines";
import { PLOT_EDGE, plotScale } from "./geometry";

/** The reach of a faint line for the pointer, in pixels. */
const REACH = 9;

/**
 * The faint line that is pointed at, by pointer or with the arrows up and down, with its value in words.
 * @param size of the plot in pixels; 0 until it is measured
 * @param domain lowest and highest value of the plot
 */
export function useFaintLine(
  lines: readonly FaintLine[],
  { index, width, height }: { index: string; width: number; height: number },
  domain: readonly [number, number],
) {
  const { t, formatIndexValue } = useWords();
  const { window, cursor } = useChartFrame();
  const [name, setName] = useState<string | null>(null);
  const [low, high] = domain;
  const step = lines.length > 0 ? samplingStep(lines) : 0;
  const line = cursor === null ? undefined : lines.find((one) => one.name === name);
  const point = useCallback(
    (at: { t: number; value: number } | null) => {
      const reach = (REACH / (height - 2 * PLOT_EDGE)) * (high - low);
      setName(at && (lineAt(lines, at, step, reach)?.name ?? null));
    },
    [lines, step, height, low, high],
  );
  const moveBy = (by: number) => {
    const here = lines.findIndex((one) => one.name === name);
    const next = here < 0 ? (by > 0 ? 0 : lines.length - 1) : here + by;
    setName(lines[next]?.name ?? null);
  };
  const value = line && cursor !== null ? valueAt(line, cursor, step) : null;
  const said = value === null ? t("charts.noValueHere") : formatIndexValue(value, index);
  return {
    point,
    step: moveBy,
    words: line ? t("charts.faint", { name: line.name, value: said }) : null,
    path: line && width > 0 ? linePath(line, step, plotScale(window, domain, width, height)) : null,
  };
}
