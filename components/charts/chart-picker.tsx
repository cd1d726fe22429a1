"use client";

import { useState } from "react";
import { cx } from "@/components/ui/cx";
import { indexLabel } from "@/components/ui/index-mark";
import { Select } from "@/components/ui/select";
import { useWords } from "@/components/words/words";

/** The one chart that a phone shows: the first until another is chosen. */
export function useChosenChart(indices: readonly string[]): [string, (index: string) => void] {
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = picked !== null && indices.includes(picked) ? picked : (indices[0] ?? "HEALTH");
  return [chosen, setPicked];
}

/** Chooses the chart that a phone shows. */
export function ChartPicker(props: {
  indices: readonly string[];
  chosen: string;
  onChoose: (index: string) => void;
  className?: string;
}) {
  const { t } = useWords();
  const { indices, chosen } = props;
  return (
    <div className={cx("sm:hidden", props.className)}>
      <Select
        label={t("charts.picker", { at: indices.indexOf(chosen) + 1, all: indices.length })}
        value={chosen}
        onChange={props.onChoose}
        options={indices.map((index) => ({ id: index, label: indexLabel(index) }))}
      />
    </div>
  );
}
