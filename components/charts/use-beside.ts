"use client";

import { useCallback, useState } from "react";
import { formatIndexValue } from "@/lib/base/core/numbers";
import type { TimeWindow } from "./chart-frame";
import { type FaintLine, lineAt, pathOf, stepOf, valueAt } from "./faint-lines";
import { scaleOf } from "./plot";
import { PLOT_EDGE } from "./plot-room";

/** How near to a faint line the pointer has to be, in pixels. */
const REACH = 9;

type Size = { width: number; height: number; window: TimeWindow; domain: [number, number] };

/** Which of the faint lines is pointed at, by pointer or with the arrows up and down, and what it says. */
export function useBeside(lines: readonly FaintLine[], size: Size, cursor: number | null, index: string) {
  const [name, setName] = useState<string | null>(null);
  const { width, height, window, domain } = size;
  const [low, high] = domain;
  const step = lines.length > 0 ? stepOf(lines) : 0;
  const line = cursor === null ? undefined : lines.find((one) => one.name === name);
  const point = useCallback(
    (at: { t: number; value: number } | null) => {
      const reach = (REACH / (height - 2 * PLOT_EDGE)) * (high - low);
      setName(at && (lineAt(lines, at, step, reach)?.name ?? null));
    },
    [lines, step, height, low, high],
  );
  const along = (by: number) => {
    const here = lines.findIndex((one) => one.name === name);
    const next = here < 0 ? (by > 0 ? 0 : lines.length - 1) : here + by;
    setName(lines[next]?.name ?? null);
  };
  const value = line && cursor !== null ? valueAt(line, cursor, step) : null;
  return {
    point,
    step: along,
    words: line ? `${line.name} ${value === null ? "no value here" : formatIndexValue(value, index)}` : null,
    path: line && width > 0 ? pathOf(line, step, scaleOf(window, domain, width, height)) : null,
  };
}
